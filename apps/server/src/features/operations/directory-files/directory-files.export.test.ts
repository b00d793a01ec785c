import { api, type DirectoryRowChange } from '@gantry/contract';
import { readSheets } from '@gantry/interchange';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { column, directoryKeeper, formOf } from '../../../testing/directory-keeper.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let vera: Person;
let stranger: Person;
let facility: number;
let keeper: ReturnType<typeof directoryKeeper>;
let m3: number;

beforeAll(async () => {
  world = await createWorld();
  [anna, vera, stranger] = [await world.person('anna'), await world.person('vera'), await world.person('stranger')];
  await anna.space();
  await stranger.space();
  await world.join(vera, anna, 'viewer');
  facility = (await anna.ok(api.facilities.create, { body: { name: 'Plant' } })).id;
  m3 = (await anna.ok(api.measures.create, { body: { name: 'Cubic metre', sign: 'm³' } })).id;
  keeper = directoryKeeper(world, anna, facility);
});
afterAll(() => world.close());

test('an export read back changes nothing, whatever stands in the directory', async () => {
  const giver = await keeper.create(
    [column('Price', { type: 'money' })],
    [
      { do: 'add', id: -1, parent_id: null, code: 'P1' },
      { do: 'add', id: -2, parent_id: null, name: 'No code' },
    ],
  );
  const [one, two] = (await keeper.rowsOf(giver)).ids;
  const at = await keeper.create([
    column('Rate', { unit: 'm³/h' }),
    column('Code', { type: 'string' }),
    column('Share', { type: 'percentage' }),
    column('Day', { type: 'date' }),
    column('Flag', { type: 'flag' }),
    column('Who', { type: 'person' }),
    column('Taken', { type: 'money', donor: { directory_id: giver.id, attribute_id: giver.columns[0].id } }),
  ]);
  const { list } = await anna.ok(api.directories.createList, {
    ...at,
    body: { name: 'L', values: [{ text: 'B25' }, { text: '=SUM(1)' }] },
  });
  await anna.ok(api.directories.createAttribute, { ...at, body: column('Class', { type: 'list', list_id: list.id }) });
  const { columns, revision } = await anna.ok(api.directories.get, at);
  const ids = Object.fromEntries(columns.map(({ name, id }) => [name, String(id)]));
  // Two namesakes without accounts: files call them by no login.
  const names = [await world.person('restored-1'), await world.person('restored-2')];
  for (const name of names) {
    await world.join(name, anna, 'executor');
    await world.sql(
      `update app_user set password_hash = '', status = 'disabled', first_name = 'Ivan', last_name = 'Petrov' where id = $1`,
      [name.id],
    );
  }
  const who = [anna, vera, ...names].map(({ id }) => id);
  const texts = ['plain', ' padded ', '=1+1', '-5', "'=x", 'a;b"c', 'two\nlines', 'тест', '007', 'true', '12,5', '\u0001odd'];
  const changes: DirectoryRowChange[] = texts.map((text, index) => ({
    do: 'add',
    id: -1 - index,
    parent_id: index % 3 ? -index : null,
    code: index % 2 ? '' : `C-${index}`,
    name: text,
    measure_id: index % 2 ? m3 : null,
    donors: index % 4 === 0 ? { [giver.id]: index % 8 ? one : two } : {},
    cells: {
      [ids['Rate']]: index / 7,
      [ids['Code']]: text,
      [ids['Share']]: 0.1 * index,
      [ids['Day']]: index % 2 ? '2026-03-01T07:45' : '1999-12-31T00:00',
      [ids['Flag']]: index % 2 === 0,
      [ids['Who']]: who[index % who.length],
      [ids['Class']]: list.values[index % 2].id,
    },
  }));
  await anna.ok(api.directories.edit, { ...at, body: { base_revision: revision, changes } });
  // Values that are not valid go out and come back as well.
  await anna.ok(api.directories.updateAttribute, { params: { ...at.params, attributeId: Number(ids['Code']) }, body: { type: 'number' } });
  for (const format of ['xlsx', 'csv'] as const) {
    const file = await keeper.exported(at.id, format);
    const { sheets } = await readSheets(file);
    expect(sheets[0].rows[0].cells.slice(0, 7)).toEqual([
      'ID',
      'Parent ID',
      'Code',
      'Name',
      'Unit',
      'Rate, m³/h',
      `Code (#${ids['Code']})`,
    ]);
    expect(sheets[0].formulas.size).toBe(0);
    const people = new Set(sheets[0].rows.slice(1).map(({ cells }) => cells[sheets[0].rows[0].cells.indexOf('Who')]));
    expect(people).toEqual(new Set(['anna Tester', 'vera Tester', ...names.map(({ id }) => `Ivan Petrov #${id}`)]));
    const { proposal, lines } = await keeper.upload(file, { directory_id: at.id, rule: { missing: 'remove' } }, `x.${format}`);
    expect([await lines('changed'), await lines('refused')]).toEqual([[], []]);
    expect(proposal?.counts).toEqual({ added: 0, changed: 0, removed: 0, refused: 0, unchanged: texts.length });
  }
});

test('who may only look uploads nothing; who is elsewhere, or somebody else, sees no upload', async () => {
  const at = await keeper.create([column('Rate')]);
  const { params } = await keeper.upload('Code;Rate\nA;1\n', { directory_id: at.id }, 'x.csv');
  const raw = () => formOf('Code\nB\n', { directory_id: at.id });
  const ask = async (person: Person) => [
    (await person.call(api.directoryFiles.upload, { params: { epsId: facility } }, { raw: raw() })).status,
    (await person.refused(api.directoryFiles.proposal, { params })).status,
    (await person.refused(api.directoryFiles.changes, { params, query: { part: 'added' } })).status,
    (await person.refused(api.directoryFiles.accept, { params, body: { parts: ['added'] } })).status,
    (await person.refused(api.directoryFiles.discard, { params })).status,
    (await person.refused(api.directoryFiles.saveRule, { ...at, body: { name: 'x', rule: {} } })).status,
    (await person.refused(api.directoryFiles.removeRule, { params: { ...at.params, ruleId: 1 } })).status,
  ];
  expect(new Set(await ask(vera))).toEqual(new Set([403]));
  expect(new Set(await ask(stranger))).toEqual(new Set([404]));
  expect((await stranger.refused(api.directoryFiles.rules, at)).status).toBe(404);
  expect((await stranger.refused(api.directoryFiles.export, { ...at, body: {} })).status).toBe(404);
  // Through a node of their own neither.
  const own = (await stranger.ok(api.facilities.create, { body: { name: 'Own' } })).id;
  const through = await stranger.call(api.directoryFiles.upload, { params: { epsId: own } }, { raw: raw() });
  expect([through.status, through.body.errors[0].code]).toEqual([404, 'directory.not_found']);
  expect(await stranger.refused(api.directoryFiles.proposal, { params: { epsId: own, uploadId: params.uploadId } })).toMatchObject({
    status: 404,
    code: 'directory_upload.not_found',
  });
  expect((await vera.ok(api.directoryFiles.export, { ...at, body: {} })).job_id).toBeGreaterThan(0);
});
