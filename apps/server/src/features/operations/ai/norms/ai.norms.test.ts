import { type AiProposal, api } from '@gantry/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDirectory } from '../../../../testing/directories.ts';
import { statementsOf } from '../../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../../testing/world.ts';
import { stemOfName } from '../ai.names.rules.ts';
import { findNamed } from './ai.norms.stems.service.ts';

let world: World;
let anna: Person;
let [types, strange, version, built] = [0, 0, 0, 0];

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  const facility = await anna.ok(api.facilities.create, { body: { name: 'Plant' } });
  const project = await anna.ok(api.projects.create, { body: { name: 'House', facility_id: facility.id } });
  const schedule = async (name: string) => (await anna.ok(api.projects.createSchedule, { params: { id: project.id }, body: { name } })).id;
  const [done, now] = [await schedule('Built before'), await schedule('Now')];
  types = await makeDirectory(world, anna, project.id, {
    name: 'Work types',
    kind: 'work_types',
    rows: [
      { code: 'F-1', name: 'Panels set up and struck', unit: 'm2', labour: 0.5 },
      { code: 'C-1', name: 'Concreting of walls', unit: 'm3', labour: 2 },
    ],
  });
  strange = await makeDirectory(world, anna, done, { name: 'Of another', kind: 'norms', rows: [{ code: 'X', unit: 'm2', labour: 9 }] });
  built = await anna.version(done);
  const top = await anna.item(built, { name: 'Walls of storey 1', volume: 100, volume_unit: 'm3' });
  const formwork = await anna.item(built, { name: 'Formwork of walls', duration_minutes: 480 }, top);
  await anna.item(built, { name: 'Concreting of walls', duration_minutes: 480, volume: 100, volume_unit: 'm3' }, top);
  await anna.item(built, { name: 'Curing', duration_minutes: 960 }, top);
  const body = { directory_id: types, row_id: 1, items: [{ id: formwork, volume: 800 }], crew: 4 };
  await anna.ok(api.versionDirectories.assign, { params: { id: built }, body });
  version = await anna.version(now);
});
afterAll(() => world.close());

const walls = () => anna.item(version, { name: 'Walls of storey 3', volume: 50, volume_unit: 'm3', duration_minutes: 9600 });
const decompose = (wbs_id: number) => anna.ok(api.ai.decompose, { query: { version_id: version, wbs_id } });
const accepted = ({ history_id, revision, rows, relations }: AiProposal) => ({
  history_id: history_id ?? 0,
  revision,
  rows: rows.map(({ key, name, type, minutes, volume, unit, norm }) => ({
    key,
    name,
    type,
    minutes,
    volume,
    unit,
    norm: norm && { directory_id: norm.directory_id, row_id: norm.row_id, crew: norm.crew, rule: norm.rule },
  })),
  relations: relations.map(({ from, to, type, lag_minutes }) => ({ from, to, type, lag_minutes })),
});
const rowsOf = async (ids: number[]) =>
  (await anna.ok(api.wbs.byIds, { params: { id: version }, body: { ids } })).items as { duration_minutes: number }[];

test('hours, durations and resources of parts come from the norms that parts like them carry, or that are called alike', async () => {
  const row = await walls();
  const found = await decompose(row);
  expect(found.rows.map(({ name, volume, unit, minutes, norm }) => [name, volume, unit, minutes, norm?.by, norm?.labour_hours])).toEqual([
    // 400 m2 at half an hour, by four people; 50 m3 at two hours, by one.
    ['Formwork of walls', 400, 'm2', 3000, 'examples', 200],
    ['Concreting of walls', 50, 'm3', 6000, 'name', 100],
    ['Curing', null, '', expect.any(Number), undefined, undefined],
  ]);
  expect(found.rows[0].norm).toMatchObject({ directory_id: types, row_id: 1, code: 'F-1', crew: 4, rule: 'labour' });
  expect(found.rows.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);

  const body = accepted(found);
  const done = await anna.ok(api.ai.apply, {
    body: {
      ...body,
      rows: [
        { ...body.rows[0], volume: 800 },
        { ...body.rows[1], minutes: 480 },
      ],
    },
  });
  // Twice the volume takes twice the time where nobody has typed a duration; a typed one stays.
  expect((await rowsOf(done.row_ids)).map(({ duration_minutes }) => duration_minutes)).toEqual([6000, 480]);
  const carried = await world.sql(
    `select item_id, row_id, crew, volume, labour_hours as hours from directory_value where version_id = $1 and brought_by_id is null
     and item_id is not null order by item_id`,
    [version],
  );
  expect(carried).toEqual([
    { item_id: done.row_ids[0], row_id: 1, crew: 4, volume: 800, hours: 400 },
    { item_id: done.row_ids[1], row_id: 2, crew: 1, volume: 50, hours: 100 },
  ]);
  await anna.ok(api.edits.undo, { params: { id: version }, body: {} });
  expect(await world.sql('select 1 from directory_value where version_id = $1', [version])).toEqual([]);
});

test('a part without its norm is a plain work; norms of other schedules and of other units are refused and change nothing', async () => {
  const row = await walls();
  const body = accepted(await decompose(row));
  const [first] = body.rows;
  const withNorm = (norm: typeof first.norm, unit = 'm2') => ({ ...body, relations: [], rows: [{ ...first, norm, unit }] });
  const foreign = withNorm({ directory_id: strange, row_id: 1, crew: 1, rule: 'labour' });
  expect(await anna.refused(api.ai.apply, { body: foreign })).toMatchObject({ code: 'version_directory.not_found' });
  expect(await anna.refused(api.ai.apply, { body: withNorm(first.norm, 't') })).toMatchObject({ code: 'version_directory.unit_mismatch' });
  const done = await anna.ok(api.ai.apply, { body: withNorm(null) });
  expect(await rowsOf(done.row_ids)).toMatchObject([{ duration_minutes: first.minutes, volume: 400, volume_unit: 'm2' }]);
});

test('rows are found by their names behind any number of others, and names are read once a revision', async () => {
  await world.sql(
    `insert into directory_row (space_id, directory_id, id, position, code, name)
     select $1, $2, at, at, 'L-' || at, case when at = 25000 then 'Screeding of floors' else 'Row ' || at end from generate_series(100, 25000) at`,
    [anna.spaceId, types],
  );
  await world.sql('update directory set revision = revision + 1 where space_id = $1 and id = $2', [anna.spaceId, types]);
  const context = await world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });
  const [floors, walls] = ['Screeding of floors', 'Concreting of walls'].map(stemOfName);
  const find = () => context.read((db) => findNamed(db, anna.spaceId, [types, strange], new Set([walls, floors, 'nothing'])));
  const expected = [
    { stem: walls, directory_id: types, row_id: 2 },
    { stem: floors, directory_id: types, row_id: 25_000 },
  ];
  const namesOf = (sent: string[]) => sent.filter((text) => text.includes('from directory_row')).length;
  expect(namesOf(await statementsOf(async () => expect(await find()).toEqual(expected)))).toBe(4);
  expect(namesOf(await statementsOf(async () => expect(await find()).toEqual(expected)))).toBe(0);
  await world.sql('update directory set revision = revision + 1 where space_id = $1 and id = $2', [anna.spaceId, types]);
  expect(namesOf(await statementsOf(async () => expect(await find()).toEqual(expected)))).toBe(3);
});
