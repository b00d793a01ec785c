import { api } from '@gantry/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDirectory } from '../../../testing/directories.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { listPairs, pairsInOrder } from './directory-relations.repository.ts';
import { nameOfRelation, readDirectoryCatalog } from './directory-relations.service.ts';

let world: World;
let anna: Person;
let vera: Person;
let stranger: Person;
let node: number;
let types: number;
let norms: number;
let resources: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  vera = await world.person('vera');
  stranger = await world.person('stranger');
  await anna.space();
  await stranger.space();
  await world.join(vera, anna, 'viewer');
  node = await anna.schedule();
  types = await makeDirectory(world, anna, node, {
    name: 'Work types',
    kind: 'work_types',
    rows: [{ code: 'W1', unit: 'm2' }, { code: 'W2' }],
  });
  norms = await makeDirectory(world, anna, node, { name: 'Norms', kind: 'norms', rows: [{ code: 'N1', unit: '100 m2' }, { code: 'N2' }] });
  resources = await makeDirectory(world, anna, node, { name: 'Resources', kind: 'resources', rows: [{ code: 'R1' }, { code: 'R2' }] });
});
afterAll(() => world.close());

const relate = (from_id: number, to_id: number, name = 'Relation') => ({ body: { name, from_id, to_id } });
const rowsOf = (relation_id: number, more: object = {}) => anna.ok(api.directoryRelations.rows, { body: { relation_id, ...more } });

test('directories are related in chains, never in cycles; the refusal names the cycle', async () => {
  const { id: first } = await anna.ok(api.directoryRelations.create, relate(types, norms, 'Types → norms'));
  const { id: second } = await anna.ok(api.directoryRelations.create, relate(norms, resources, 'Norms → resources'));
  expect(await anna.refused(api.directoryRelations.create, relate(resources, types))).toMatchObject({
    status: 409,
    code: 'directory_relation.ring',
    parameters: { directories: ['Resources', 'Work types', 'Norms', 'Resources'] },
  });
  expect(await anna.refused(api.directoryRelations.create, relate(types, types))).toMatchObject({
    code: 'directory_relation.same_directory',
  });
  expect(await anna.refused(api.directoryRelations.create, relate(types, norms))).toMatchObject({ code: 'directory_relation.exists' });
  expect((await anna.ok(api.directoryRelations.all)).relations).toMatchObject([
    { id: second, from: { id: norms, name: 'Norms', kind: 'norms', node_id: node }, to: { id: resources }, rows: 0 },
    { id: first, options: { follow: true, as_resources: true, duration_rule: 'labour', coefficient_ids: [] } },
  ]);
  expect((await anna.ok(api.directoryRelations.ofDirectory, { params: { id: types } })).relations.map(({ id }) => id)).toEqual([first]);
  const { directories } = await anna.ok(api.directoryRelations.dependent, { body: { directory_id: types } });
  expect(directories.map(({ directory, depth, path }) => [directory.id, depth, path])).toEqual([
    [norms, 1, ['Work types', 'Norms']],
    [resources, 2, ['Work types', 'Norms', 'Resources']],
  ]);
});

test('rows of a relation: a pair once, all or none, coefficients that nobody deletes meanwhile', async () => {
  const [{ id }] = (await anna.ok(api.directoryRelations.ofDirectory, { params: { id: types } })).relations;
  const params = { id };
  const { id: set } = await anna.ok(api.coefficients.createSet, { body: { name: 'Set' } });
  const { id: coefficient } = await anna.ok(api.coefficients.create, { body: { set_id: set, name: 'K', target: 'cost', all: 1.1 } });
  const made = await anna.ok(api.directoryRelations.updateRows, {
    params,
    body: {
      add: [
        { row_a_id: 1, row_b_id: 2, quantity: '0,25', coefficient_ids: [coefficient] },
        { row_a_id: 1, row_b_id: 1 },
      ],
    },
  });
  expect(await rowsOf(id)).toEqual({
    total: 2,
    rows: [
      expect.objectContaining({
        id: made.ids[1],
        row_a: { id: 1, code: 'W1', name: 'W1', unit: 'm2' },
        row_b: { id: 1, code: 'N1', name: 'N1', unit: '100 m2' },
        quantity: 1,
      }),
      expect.objectContaining({ id: made.ids[0], quantity: 0.25, coefficient_ids: [coefficient], options: { note: '', optional: false } }),
    ],
  });
  for (const add of [[{ row_a_id: 1, row_b_id: 1 }], [1, 2].map(() => ({ row_a_id: 2, row_b_id: 2 }))])
    expect(await anna.refused(api.directoryRelations.updateRows, { params, body: { add } })).toMatchObject({
      status: 409,
      code: 'directory_relation.pair_exists',
    });
  expect(await anna.refused(api.directoryRelations.updateRows, { params, body: { add: [{ row_a_id: 1, row_b_id: 77 }] } })).toMatchObject({
    code: 'directory_relation.row_of_other_directory',
  });
  const half = { add: [{ row_a_id: 2, row_b_id: 1 }], update: [{ id: 9999, quantity: 2 }] };
  expect(await anna.refused(api.directoryRelations.updateRows, { params, body: half })).toMatchObject({ status: 404 });
  expect((await rowsOf(id)).total).toBe(2);
  expect(await anna.refused(api.coefficients.remove, { params: { id: coefficient } })).toMatchObject({ code: 'coefficient.in_use' });
  expect(await anna.refused(api.coefficients.removeSet, { params: { id: set } })).toMatchObject({ code: 'coefficient.in_use' });
  await anna.ok(api.directoryRelations.updateRows, {
    params,
    body: { update: [{ id: made.ids[0], quantity: 3, coefficient_ids: [], options: { note: 'by hand', optional: true } }] },
  });
  await anna.ok(api.coefficients.remove, { params: { id: coefficient } });
  expect((await rowsOf(id, { search: 'n2' })).rows).toMatchObject([{ quantity: 3, options: { note: 'by hand', optional: true } }]);
  expect((await rowsOf(id, { row_a_ids: [2] })).total).toBe(0);
  expect((await anna.ok(api.directoryRelations.removeRows, { params, body: { ids: [made.ids[0]] } })).removed).toBe(1);
  expect((await anna.ok(api.directoryRelations.removeRows, { params, query: { ids: String(made.ids[1]) } })).removed).toBe(1);
  expect(await anna.refused(api.directoryRelations.removeRows, { params, body: { ids: made.ids } })).toMatchObject({ status: 404 });
});

test('options are set, a relation is renamed and deleted', async () => {
  const [{ id, options }] = (await anna.ok(api.directoryRelations.ofDirectory, { params: { id: resources } })).relations;
  await anna.ok(api.directoryRelations.updateOptions, { body: { id, name: 'Crews', options: { ...options, duration_rule: 'output' } } });
  expect((await anna.ok(api.directoryRelations.ofDirectory, { params: { id: resources } })).relations).toMatchObject([
    { name: 'Crews', options: { duration_rule: 'output' } },
  ]);
  const unknown = { body: { id, options: { ...options, coefficient_ids: [9999] } } };
  expect(await anna.refused(api.directoryRelations.updateOptions, unknown)).toMatchObject({ code: 'coefficient.not_found' });
  await anna.ok(api.directoryRelations.remove, { params: { id } });
  expect(await anna.refused(api.directoryRelations.remove, { params: { id } })).toMatchObject({ code: 'directory_relation.not_found' });
});

test('a hundred thousand rows come by pages', async () => {
  const many = await makeDirectory(world, anna, node, {
    name: 'Many',
    rows: Array.from({ length: 1000 }, (_, index) => ({ code: `M${index}` })),
  });
  const others = await makeDirectory(world, anna, node, {
    name: 'Others',
    rows: Array.from({ length: 100 }, (_, index) => ({ code: `O${index}` })),
  });
  const { id } = await anna.ok(api.directoryRelations.create, relate(many, others));
  await world.sql(
    `insert into directory_relation_row (space_id, relation_id, row_a_id, row_b_id, quantity, options)
     select $1, $2, a, b, 1, '{"note":"","optional":false}' from generate_series(1, 1000) a, generate_series(1, 100) b`,
    [anna.spaceId, id],
  );
  await world.sql('analyze directory_row, directory_relation_row');
  const page = await rowsOf(id, { offset: 99_990, limit: 100 });
  expect(page.total).toBe(100_000);
  expect(page.rows.map(({ row_a, row_b }) => `${row_a.code} ${row_b.code}`)).toHaveLength(10);
  expect((await rowsOf(id, { row_a_ids: [7], limit: 1000 })).total).toBe(100);
  expect((await rowsOf(id, { search: 'M999' })).total).toBe(100);
  const context = await world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });
  const relation = { id, fromId: many, toId: others };
  const read = (offset: number, most: number) =>
    context.read((db) => listPairs(db, anna.spaceId, relation, { search: '', offset, limit: 150 }, most));
  for (const offset of [0, 50_020]) expect(await read(offset, 0)).toEqual(await read(offset, 1_000_000));
  const plan = await context.read((db) => sql`explain ${pairsInOrder(anna.spaceId, relation, { offset: 0, limit: 1000 })}`.execute(db));
  // The order of the rows of the first directory is that of the index: a page sorts the pairs of a row alone.
  expect(JSON.stringify(plan.rows)).toMatch(/Incremental Sort.*directory_row_by_code/s);
});

test('who may only look does not change; who is elsewhere sees nothing', async () => {
  const [{ id }] = (await anna.ok(api.directoryRelations.all)).relations;
  expect((await vera.ok(api.directoryRelations.all)).relations.length).toBeGreaterThan(0);
  expect((await stranger.ok(api.directoryRelations.all)).relations).toEqual([]);
  expect(await stranger.refused(api.directoryRelations.ofDirectory, { params: { id: types } })).toMatchObject({ status: 404 });
  expect(await stranger.refused(api.directoryRelations.dependent, { body: { directory_id: types } })).toMatchObject({ status: 404 });
  expect(await stranger.refused(api.directoryRelations.rows, { body: { relation_id: id } })).toMatchObject({ status: 404 });
  for (const [person, expected] of [
    [vera, { status: 403 }],
    [stranger, { status: 404 }],
  ] as const)
    for (const refusal of [
      await person.refused(api.directoryRelations.create, relate(types, resources)),
      await person.refused(api.directoryRelations.updateOptions, { body: { id, name: 'X' } }),
      await person.refused(api.directoryRelations.updateRows, { params: { id }, body: { add: [{ row_a_id: 1, row_b_id: 1 }] } }),
      await person.refused(api.directoryRelations.removeRows, { params: { id }, body: { ids: [1] } }),
      await person.refused(api.directoryRelations.remove, { params: { id } }),
    ])
      expect(refusal).toMatchObject(expected);
});

test('pairs are counted for lists alone', async () => {
  const context = await world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });
  const [{ id }] = (await anna.ok(api.directoryRelations.all)).relations;
  const sent = await statementsOf(async () => {
    await context.read((db) => readDirectoryCatalog(db, anna.spaceId, new Map([[types, new Set([1])]])));
    await nameOfRelation(context, id);
    await anna.ok(api.directoryRelations.dependent, { body: { directory_id: types } });
    await anna.ok(api.directoryRelations.updateOptions, { body: { id, name: 'Renamed' } });
  });
  expect(sent.filter((text) => text.includes('from directory_relation r')).length).toBeGreaterThan(3);
  expect(sent.filter((text) => text.includes('count('))).toEqual([]);
});
