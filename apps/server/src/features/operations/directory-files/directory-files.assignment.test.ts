import { api } from '@gantry/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { column, directoryKeeper, formOf } from '../../../testing/directory-keeper.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let vera: Person;
let stranger: Person;
let facility: number;
let schedule: number;
let keeper: ReturnType<typeof directoryKeeper>;

beforeAll(async () => {
  world = await createWorld();
  [anna, vera, stranger] = [await world.person('anna'), await world.person('vera'), await world.person('stranger')];
  await anna.space();
  await stranger.space();
  await world.join(vera, anna, 'viewer');
  facility = (await anna.ok(api.facilities.create, { body: { name: 'Plant' } })).id;
  const project = (await anna.ok(api.projects.create, { body: { name: 'Line', facility_id: facility } })).id;
  schedule = (await anna.ok(api.projects.createSchedule, { params: { id: project }, body: { name: 'Works' } })).id;
  keeper = directoryKeeper(world, anna, facility);
});
afterAll(() => world.close());

test('works take the rows of a file by their codes, as one edit of the version', async () => {
  const version = await anna.version(schedule);
  const [a, b] = [await anna.item(version, { name: 'A', code: 'A-1' }), await anna.item(version, { name: 'B', code: 'B-1' })];
  await anna.item(version, { name: 'C', code: 'TWICE' });
  await anna.item(version, { name: 'D', code: 'TWICE' });
  const at = await keeper.create([column('Norm', { role: 'labour' })], [{ do: 'add', id: -1, parent_id: null, code: 'OLD', name: 'Old' }]);
  const csv =
    'Code;Name;Norm;Work code;Volume\nOLD;Old;;A-1;5\nNEW;New;2;a-1; 7,5\nNEW;New;2;B-1;8\nLOST;;;NOWHERE;1\nTWO;;;twice;1\nBAD;;;A-1;much\n';
  const fields = { directory_id: at.id, version_id: version };
  const { proposal, lines, accept } = await keeper.upload(csv, fields, 'x.csv', api.directoryFiles.uploadWithAssignment);
  expect(proposal?.assignment).toEqual({ version_id: version, version_name: 'Version', count: 3 });
  expect((await lines('refused')).map(({ line, reason, value }) => [line, reason, value])).toEqual([
    [5, 'work_unknown', 'NOWHERE'],
    [6, 'work_unknown', 'twice'],
    [7, 'volume', 'much'],
  ]);
  expect(await accept({ without_refused: true })).toMatchObject({ applied: 1, assigned: 2, assignment_refused: null });
  const { values } = await anna.ok(api.versionDirectories.byDirectory, { params: { id: version, directoryId: at.id } });
  const given = values.filter(({ parent_id }) => parent_id === null);
  expect(given.map(({ item_id, code, volume }) => [item_id, code, volume]).sort()).toEqual(
    [
      [a, 'OLD', 5],
      [a, 'NEW', 7.5],
      [b, 'NEW', 8],
    ].sort(),
  );
  await anna.ok(api.edits.undo, { params: { id: version } });
  expect((await anna.ok(api.versionDirectories.byDirectory, { params: { id: version, directoryId: at.id } })).values).toEqual([]);
  // The file again: the directory has all of it, the works take the rows anew.
  const again = await keeper.upload(csv, fields, 'x.csv', api.directoryFiles.uploadWithAssignment);
  expect(again.proposal?.counts).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
  expect(await again.accept({ without_refused: true })).toMatchObject({ applied: 0, assigned: 2 });
  // What the version refuses in between is told; the directory is as it was accepted.
  const late = await keeper.upload('Code;Work code\nLATE;A-1\n', fields, 'x.csv', api.directoryFiles.uploadWithAssignment);
  await anna.ok(api.versions.setLocked, { params: { id: version }, body: { locked: true } });
  expect(await late.accept()).toMatchObject({ applied: 1, assigned: 0, assignment_refused: { code: 'version.locked' } });
});

test('the version must be named, open, below the node and in reach', async () => {
  const version = await anna.version(schedule);
  const send = async (person: Person, fields: Record<string, string | number>, epsId = facility) => {
    const raw = formOf('Code;Work code\nA;A\n', fields, 'x.csv');
    const { status, body } = await person.call(api.directoryFiles.uploadWithAssignment, { params: { epsId } }, { raw });
    return [status, body.errors?.[0]?.code];
  };
  expect(await send(anna, {})).toEqual([422, 'directory_upload.no_version']);
  expect(await send(anna, { version_id: 999_999 })).toEqual([404, 'version.not_found']);
  const elsewhere = (await anna.ok(api.facilities.create, { body: { name: 'Elsewhere' } })).id;
  expect(await send(anna, { version_id: version }, elsewhere)).toEqual([404, 'version.not_found']);
  expect((await send(vera, { version_id: version }))[0]).toBe(403);
  expect((await send(stranger, { version_id: version }))[0]).toBe(404);
  const own = (await stranger.ok(api.facilities.create, { body: { name: 'Own' } })).id;
  expect(await send(stranger, { version_id: version }, own)).toEqual([404, 'version.not_found']);
  await anna.ok(api.versions.setLocked, { params: { id: version }, body: { locked: true } });
  expect((await send(anna, { version_id: version }))[1]).toBe('version.locked');
});
