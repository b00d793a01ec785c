import { api } from '@gantry/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDirectory } from '../../../testing/directories.ts';
import { contentOf } from '../../../testing/samples/version-content.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let vera: Person;
let stranger: Person;
let schedule: number;
let types: number;
let norms: number;
let resources: number;

const relate = async (from_id: number, to_id: number, add: object[], options: object = {}) => {
  const { id } = await anna.ok(api.directoryRelations.create, { body: { name: `${from_id} ${to_id}`, from_id, to_id, options } });
  await anna.ok(api.directoryRelations.updateRows, { params: { id }, body: { add: add as never } });
  return id;
};

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  vera = await world.person('vera');
  stranger = await world.person('stranger');
  await anna.space();
  await stranger.space();
  await world.join(vera, anna, 'viewer');
  schedule = await anna.schedule();
  types = await makeDirectory(world, anna, schedule, {
    name: 'Work types',
    kind: 'work_types',
    rows: [
      { code: 'WALL', name: 'Brick walls', unit: 'm3' },
      { code: 'PLASTER', name: 'Plaster', unit: 'm2', labour: 0.5, price: 2.5, productivity: 40 },
    ],
  });
  norms = await makeDirectory(world, anna, schedule, {
    name: 'Norms',
    kind: 'norms',
    rows: [{ code: 'N-8', name: 'Masonry of bricks', unit: '10 m3' }],
  });
  resources = await makeDirectory(world, anna, schedule, {
    name: 'Resources',
    kind: 'resources',
    rows: [
      { code: 'R-1', name: 'Bricklayer', unit: 'man-h', resource: 'labour', price: 12 },
      { code: 'R-2', name: 'Crane', unit: 'mach-h', resource: 'equipment', price: 90 },
      { code: 'R-3', name: 'Brick', unit: '1000 pcs', resource: 'material', price: 300 },
      { code: 'R-4', name: 'Scaffold', unit: 'm2', resource: 'material', price: 1 },
    ],
  });
  await relate(types, norms, [{ row_a_id: 1, row_b_id: 1, quantity: 0.1 }]);
  await relate(norms, resources, [
    { row_a_id: 1, row_b_id: 1, quantity: 48 },
    { row_a_id: 1, row_b_id: 2, quantity: '3,5' },
    { row_a_id: 1, row_b_id: 3, quantity: 3.94 },
    { row_a_id: 1, row_b_id: 4, quantity: 20, options: { note: '', optional: true } },
  ]);
});
afterAll(() => world.close());

const wall = (id: number, volume: number | string | null = 100) => ({ directory_id: types, row_id: 1, items: [{ id, volume }], crew: 4 });
const row = async (version: number, wbsId: number) =>
  (await anna.ok(api.wbs.get, { params: { id: version, wbsId } })).item as Record<string, any>;
const assignments = async (version: number) =>
  world.sql(
    `select r.name, r.kind, a.planned_units as units, a.planned_cost as cost from assignment a
     join resource r on r.version_id = a.version_id and r.id = a.resource_id where a.version_id = $1 order by r.code, r.kind`,
    [version],
  );

test('a work type brings its norm, the norm its crew, machine and material: hours, duration and cost follow', async () => {
  const version = await anna.version(schedule);
  const item = await anna.item(version, { name: 'Walls of floor 1' });
  const done = await anna.ok(api.versionDirectories.assign, { params: { id: version }, body: wall(item, '100,0') });
  expect(done).toMatchObject({ values: 9, works: 1 });
  expect(await assignments(version)).toEqual([
    { name: 'Bricklayer', kind: 'labour', units: 480, cost: 5760 },
    { name: 'Crane', kind: 'equipment', units: 35, cost: 3150 },
    { name: 'Brick', kind: 'material', units: 39.4, cost: 11820 },
    { name: 'Brick walls', kind: 'material', units: 100, cost: 0 },
  ]);
  // 480 hours over four people: 120 hours.
  expect(await row(version, item)).toMatchObject({ duration_minutes: 7200, remaining_minutes: 7200 });
  const listed = await anna.ok(api.versionDirectories.ofItem, { query: { version_id: version, item_id: item } });
  expect(listed.directories.map(({ name }) => name)).toEqual(['Work types', 'Norms', 'Resources']);
  const [top, norm, crew] = listed.values;
  expect(top).toMatchObject({
    name: 'Brick walls',
    parent_id: null,
    volume: 100,
    crew: 4,
    rule: 'labour',
    labour_hours: 480,
    machine_hours: 35,
  });
  expect(norm).toMatchObject({ name: 'Masonry of bricks', parent_id: top.id, volume: 10, labour_hours: 480 });
  expect(crew).toMatchObject({ name: 'Bricklayer', parent_id: norm.id, volume: 480, labour_hours: 480, cost: 5760 });
  expect(await anna.ok(api.versionDirectories.indicator, { params: { id: version } })).toMatchObject({
    values: 5,
    works: 1,
    outdated_values: 0,
    up_to_date: true,
    gone_rows: 0,
  });
  expect((await anna.ok(api.versionDirectories.byDirectory, { params: { id: version, directoryId: resources } })).values).toHaveLength(3);
  expect((await anna.ok(api.versionDirectories.resource, { params: { id: version } })).resources).toContainEqual(
    expect.objectContaining({ name: 'Crane', price: 90, works: 1, directory_id: resources, row_id: 2 }),
  );
});

test('volume, crew and rule change what follows; optional rows come where they are chosen', async () => {
  const version = await anna.version(schedule);
  const item = await anna.item(version, { name: 'Walls' });
  const body = { ...wall(item), with_relation_row_ids: [await optionalRow()] };
  await anna.ok(api.versionDirectories.assign, { params: { id: version }, body });
  expect(await assignments(version)).toContainEqual({ name: 'Scaffold', kind: 'material', units: 200, cost: 200 });
  const [top] = (await anna.ok(api.versionDirectories.ofItem, { query: { version_id: version, item_id: item } })).values;
  const change = (value: object) =>
    anna.ok(api.versionDirectories.linkedValue, { params: { id: version }, body: { values: [{ id: top.id, ...value }] } });
  await change({ volume: 50, crew: '2' });
  expect(await assignments(version)).toContainEqual({ name: 'Scaffold', kind: 'material', units: 100, cost: 100 });
  expect((await row(version, item)).duration_minutes).toBe(7200);
  await change({ rule: 'machine' });
  // 17.5 hours of a machine, two at once.
  expect((await row(version, item)).duration_minutes).toBe(525);
  await change({ rule: 'none', volume: 10, volume_unit: 'm3' });
  expect((await row(version, item)).duration_minutes).toBe(480);
  expect(
    await anna.refused(api.versionDirectories.linkedValue, {
      params: { id: version },
      body: { values: [{ id: top.id, volume_unit: 't' }] },
    }),
  ).toMatchObject({ status: 422, code: 'version_directory.unit_mismatch', parameters: { unit: 't', norm: 'm3' } });
});

const optionalRow = async (): Promise<number> => {
  const [{ id }] = (await anna.ok(api.directoryRelations.ofDirectory, { params: { id: resources } })).relations;
  const { rows } = await anna.ok(api.directoryRelations.rows, { body: { relation_id: id, search: 'R-4' } });
  return rows[0].id;
};

test('a norm without a crew of its own brings its hours; without relations where only the row is given', async () => {
  const version = await anna.version(schedule);
  const [plaster, alone] = [await anna.item(version, { name: 'Plaster' }), await anna.item(version, { name: 'Walls alone' })];
  const params = { id: version };
  await anna.ok(api.versionDirectories.create, {
    params,
    body: { directory_id: types, row_id: 2, items: [{ id: plaster, volume: 80 }], rule: 'output' },
  });
  await anna.ok(api.versionDirectories.create, { params, body: wall(alone) });
  expect(await assignments(version)).toEqual([
    { name: 'Plaster', kind: 'labour', units: 40, cost: 0 },
    { name: 'Plaster', kind: 'material', units: 80, cost: 200 },
    { name: 'Brick walls', kind: 'material', units: 100, cost: 0 },
  ]);
  // Two days at an output of 40 m² a day.
  expect((await row(version, plaster)).duration_minutes).toBe(960);
  await anna.ok(api.versionDirectories.copyWbs, { params, body: { from_item_id: plaster, items: [{ id: alone, volume: 8 }] } });
  expect((await row(version, alone)).duration_minutes).toBe(96);
  expect(
    await anna.refused(api.versionDirectories.copyWbs, { params, body: { from_item_id: 9999, items: [{ id: alone }] } }),
  ).toMatchObject({
    status: 404,
  });
});

test('taken away, nothing is left behind; undone, the version is what it was', async () => {
  const version = await anna.version(schedule);
  const params = { id: version };
  const items = [await anna.item(version, { name: 'A', duration_minutes: 960 }), await anna.item(version, { name: 'B' })];
  const before = await contentOf(world, version);
  const body = { ...wall(items[0]), items: items.map((id) => ({ id, volume: 30 })) };
  await anna.ok(api.versionDirectories.assign, { params, body });
  const assigned = await contentOf(world, version);
  await anna.ok(api.versionDirectories.remove, { params: { id: version, directoryId: types } });
  expect(await contentOf(world, version)).toEqual(before);
  await anna.ok(api.edits.undo, { params, body: {} });
  expect(await contentOf(world, version)).toEqual(assigned);
  await anna.ok(api.edits.undo, { params, body: {} });
  expect(await contentOf(world, version)).toEqual(before);
  await anna.ok(api.edits.redo, { params });
  expect(await contentOf(world, version)).toEqual(assigned);
  await anna.ok(api.wbs.remove, { params: { id: version, wbsId: items[0] } });
  const some = { item_ids: [items[1]] };
  const sent = await statementsOf(async () => {
    await anna.ok(api.versionDirectories.syncWithList, { params, body: { directory_id: types, ...some } });
    await anna.ok(api.versionDirectories.remove, { params: { id: version, directoryId: types }, body: some });
  });
  // Values of other works are not read.
  expect(sent.filter((text) => text.includes('t."directory_id" = any('))).toEqual([]);
  expect((await contentOf(world, version))['resource']).toEqual([]);
  expect(await anna.refused(api.versionDirectories.remove, { params: { id: version, directoryId: types } })).toMatchObject({ status: 404 });
});

test('what directories say anew reaches the version when somebody asks, once', async () => {
  const version = await anna.version(schedule);
  const params = { id: version };
  const item = await anna.item(version, { name: 'Walls' });
  await anna.ok(api.versionDirectories.assign, { params, body: wall(item) });
  const setPrice = (value: number) =>
    world.sql(
      `update directory_row set cells = jsonb_set(cells, array[(select id::text from directory_attribute where directory_id = $1 and role = 'price')], to_jsonb($2::float8))
       where directory_id = $1 and id = 1`,
      [resources, value],
    );
  await setPrice(15);
  expect(await anna.ok(api.versionDirectories.indicator, { params })).toMatchObject({ outdated_works: 1, up_to_date: false });
  expect(await anna.ok(api.versionDirectories.recalculate, { params })).toMatchObject({ works: 0 });
  expect(await assignments(version)).toContainEqual({ name: 'Bricklayer', kind: 'labour', units: 480, cost: 7200 });
  const again = await anna.ok(api.versionDirectories.syncWithList, { params, body: { directory_id: types } });
  expect(again.diff).toEqual({});
  await world.sql('update directory_row set code = code where directory_id = $1', [types]);
  await world.sql('delete from directory_row where directory_id = $1 and id = 1', [types]);
  expect(await anna.ok(api.versionDirectories.indicator, { params })).toMatchObject({ gone_rows: 1, up_to_date: true });
  await world.sql(
    `insert into directory_row (space_id, directory_id, id, position, code, name, measure_id)
     values ($1, $2, 1, 1, 'WALL', 'Brick walls', (select id from measure where space_id = $1 and sign = 'm3'))`,
    [anna.spaceId, types],
  );
  await setPrice(12);
  expect((await anna.ok(api.versionDirectories.recalculate, { params })).diff).not.toEqual({});
});

test('rows of directories are added to a version as resources and as works', async () => {
  const version = await anna.version(schedule);
  const added = await anna.ok(api.versionDirectories.addValues, { params: { id: version, dirId: resources }, body: { row_ids: [2, 3] } });
  expect(added.ids).toHaveLength(2);
  expect((await anna.ok(api.versionDirectories.resourceLists, { params: { id: version } })).lists).toEqual([
    { id: resources, name: 'Resources', node_name: expect.any(String), rows: 4, taken: 2 },
  ]);
  const works = await anna.ok(api.versionDirectories.addValues, { params: { id: version, dirId: types }, body: { row_ids: [1] } });
  const { values } = await anna.ok(api.versionDirectories.ofItem, { query: { version_id: version, item_id: works.ids[0] } });
  expect(values).toHaveLength(5);
  await anna.ok(api.versionDirectories.linkedValue, { params: { id: version }, body: { values: [{ id: values[0].id, volume: 10 }] } });
  expect((await row(version, works.ids[0])).duration_minutes).toBe(2880);
  await anna.ok(api.versionDirectories.remove, { params: { id: version, directoryId: types } });
  // The resources that were asked for stay, the others go with the last work.
  expect((await anna.ok(api.versionDirectories.resource, { params: { id: version } })).resources.map(({ name }) => name)).toEqual([
    'Crane',
    'Brick',
  ]);
});

test('refused: summaries, strange units, rows that are not there, a locked version', async () => {
  const version = await anna.version(schedule);
  const params = { id: version };
  const sum = await anna.item(version, { name: 'Sum' });
  const item = await anna.item(version, { name: 'Work' }, sum);
  expect(await anna.refused(api.versionDirectories.assign, { params, body: wall(sum) })).toMatchObject({
    code: 'version_directory.not_a_work',
  });
  expect(await anna.refused(api.versionDirectories.assign, { params, body: wall(9999) })).toMatchObject({ code: 'wbs.not_found' });
  const odd = { ...wall(item), items: [{ id: item, volume: 1, volume_unit: 't' }] };
  expect(await anna.refused(api.versionDirectories.assign, { params, body: odd })).toMatchObject({
    code: 'version_directory.unit_mismatch',
  });
  expect(await anna.refused(api.versionDirectories.assign, { params, body: { ...wall(item), row_id: 77 } })).toMatchObject({
    code: 'version_directory.row_not_found',
  });
  expect(await anna.refused(api.versionDirectories.assign, { params, body: { ...wall(item), directory_id: 777 } })).toMatchObject({
    code: 'version_directory.not_found',
  });
  await anna.ok(api.versions.setLocked, { params, body: { locked: true } });
  for (const refusal of [
    await anna.refused(api.versionDirectories.assign, { params, body: wall(item) }),
    await anna.refused(api.versionDirectories.recalculate, { params }),
    await anna.refused(api.versionDirectories.syncWithList, { params }),
    await anna.refused(api.versionDirectories.addValues, { params: { id: version, dirId: types }, body: { row_ids: [1] } }),
  ])
    expect(refusal).toMatchObject({ status: 409, code: 'version.locked' });
});

test('who may only look does not change; who is elsewhere sees nothing', async () => {
  const version = await anna.version(schedule);
  const item = await anna.item(version, { name: 'Work' });
  const params = { id: version };
  expect((await vera.ok(api.versionDirectories.ofItem, { query: { version_id: version, item_id: item } })).values).toEqual([]);
  for (const refusal of [
    await stranger.refused(api.versionDirectories.ofItem, { query: { version_id: version, item_id: item } }),
    await stranger.refused(api.versionDirectories.indicator, { params }),
    await stranger.refused(api.versionDirectories.resource, { params }),
    await stranger.refused(api.versionDirectories.resourceLists, { params }),
    await stranger.refused(api.versionDirectories.byDirectory, { params: { id: version, directoryId: types } }),
  ])
    expect(refusal).toMatchObject({ status: 404, code: 'version.not_found' });
  for (const [person, expected] of [
    [vera, { status: 403 }],
    [stranger, { status: 404, code: 'version.not_found' }],
  ] as const)
    for (const refusal of [
      await person.refused(api.versionDirectories.assign, { params, body: wall(item) }),
      await person.refused(api.versionDirectories.create, { params, body: wall(item) }),
      await person.refused(api.versionDirectories.recalculate, { params }),
      await person.refused(api.versionDirectories.syncWithList, { params }),
      await person.refused(api.versionDirectories.copyWbs, { params, body: { from_item_id: item, items: [{ id: item }] } }),
      await person.refused(api.versionDirectories.linkedValue, { params, body: { values: [{ id: 1 }] } }),
      await person.refused(api.versionDirectories.remove, { params: { id: version, directoryId: types } }),
      await person.refused(api.versionDirectories.addValues, { params: { id: version, dirId: types }, body: { row_ids: [1] } }),
    ])
      expect(refusal).toMatchObject(expected);
});

test('values of a directory come by pages, works of resources are counted by the database, and of resources those that matter are read', async () => {
  const version = await anna.version(schedule);
  const params = { id: version };
  await anna.ok(api.versionDirectories.addValues, { params: { id: version, dirId: resources }, body: { row_ids: [4] } });
  const items = [await anna.item(version, { name: 'Walls' }), await anna.item(version, { name: 'More walls' })];
  for (const item of items) await anna.ok(api.versionDirectories.assign, { params, body: wall(item) });
  const page = async (offset: number, limit: number) => {
    const query = { offset, limit };
    const { values, total, next } = await anna.ok(api.versionDirectories.byDirectory, {
      params: { ...params, directoryId: resources },
      query,
    });
    return { ids: values.map(({ id }) => id), total, next };
  };
  const all = await page(0, 100);
  expect(all).toMatchObject({ total: 6, next: null });
  expect(await page(0, 4)).toEqual({ ids: all.ids.slice(0, 4), total: 6, next: 4 });
  expect(await page(4, 4)).toEqual({ ids: all.ids.slice(4), total: 6, next: null });
  const listed = await statementsOf(async () => {
    const { resources: found } = await anna.ok(api.versionDirectories.resource, { params });
    expect(found.map(({ name, works }) => [name, works]).sort()).toEqual([
      ['Brick walls', 2],
      ['Brick', 2],
      ['Bricklayer', 2],
      ['Crane', 2],
      ['Scaffold', 0],
    ]);
  });
  expect(listed.filter((text) => /from "?assignment/.test(text) && !/count\(distinct item_id\)/.test(text))).toEqual([]);
  const [top] = (await anna.ok(api.versionDirectories.ofItem, { query: { version_id: version, item_id: items[0] } })).values;
  const wholeReads = (sent: readonly string[]) => sent.filter((text) => /\bcrew"? = any/.test(text));
  const changed = await statementsOf(() =>
    anna.ok(api.versionDirectories.linkedValue, { params, body: { values: [{ id: top.id, volume: 7 }] } }),
  );
  expect(wholeReads(changed)).toEqual([]);
  expect(wholeReads(await statementsOf(() => anna.ok(api.versionDirectories.recalculate, { params })))).toHaveLength(1);
});
