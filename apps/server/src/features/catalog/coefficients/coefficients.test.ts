import { api } from '@gantry/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDirectory } from '../../../testing/directories.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let vera: Person;
let stranger: Person;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  vera = await world.person('vera');
  stranger = await world.person('stranger');
  await anna.space();
  await stranger.space();
  await world.join(vera, anna, 'viewer');
});
afterAll(() => world.close());

const sets = async (person = anna) => (await person.ok(api.coefficients.list)).sets;

test('sets hold coefficients in the order in which they are applied; a comma is a decimal sign', async () => {
  const { id: set } = await anna.ok(api.coefficients.createSet, { body: { name: 'Winter', source: 'Our own' } });
  const add = (name: string, labour: number | string, target: 'cost' | 'consumption' = 'consumption') =>
    anna.ok(api.coefficients.create, { body: { set_id: set, name, code: name.slice(0, 1), target, labour } });
  const first = await add('Frost', '1,04');
  const second = await add('Height', ' 1.15 ');
  const third = await add('Price level', 1.2, 'cost');
  await anna.ok(api.coefficients.update, { params: { id: third.id }, body: { position: 1 } });
  await anna.ok(api.coefficients.update, { params: { id: first.id }, body: { all: '0,5', labour: null } });
  const [stored] = await sets();
  expect(stored).toMatchObject({ id: set, name: 'Winter', source: 'Our own' });
  expect(stored.coefficients.map(({ id, labour, all, target }) => [id, labour, all, target])).toEqual([
    [third.id, 1.2, null, 'cost'],
    [first.id, null, 0.5, 'consumption'],
    [second.id, 1.15, null, 'consumption'],
  ]);
  await anna.ok(api.coefficients.remove, { params: { id: second.id } });
  await anna.ok(api.coefficients.updateSet, { params: { id: set }, body: { name: 'Winter works' } });
  expect((await sets())[0]).toMatchObject({ name: 'Winter works', coefficients: [{}, {}] });
});

test('refused: names and codes twice, numbers that are none, what is not there', async () => {
  const { id: set } = await anna.ok(api.coefficients.createSet, { body: { name: 'Refused' } });
  expect(await anna.refused(api.coefficients.createSet, { body: { name: 'REFUSED' } })).toMatchObject({
    status: 409,
    code: 'coefficient.set_name_taken',
  });
  const body = { set_id: set, name: 'A', code: 'k1', target: 'cost' as const };
  await anna.ok(api.coefficients.create, { body });
  expect(await anna.refused(api.coefficients.create, { body: { ...body, code: 'K1' } })).toMatchObject({ code: 'coefficient.code_taken' });
  for (const all of ['1.2.3', '', 'much', -1, '-0,5', null, 'NaN'].filter((value) => value !== null))
    expect(await anna.refused(api.coefficients.create, { body: { ...body, code: '', all } })).toMatchObject({ status: 400 });
  expect(await anna.refused(api.coefficients.create, { body: { ...body, set_id: 9999 } })).toMatchObject({
    status: 404,
    code: 'coefficient.set_not_found',
  });
  expect(await anna.refused(api.coefficients.update, { params: { id: 9999 }, body: { name: 'X' } })).toMatchObject({ status: 404 });
  await anna.ok(api.coefficients.removeSet, { params: { id: set } });
  expect((await sets()).map(({ name }) => name)).not.toContain('Refused');
});

test('who may only look does not change; who is elsewhere sees nothing', async () => {
  const { id: set } = await anna.ok(api.coefficients.createSet, { body: { name: 'Seen' } });
  const { id } = await anna.ok(api.coefficients.create, { body: { set_id: set, name: 'One', target: 'cost' } });
  expect((await sets(vera)).some((one) => one.id === set)).toBe(true);
  expect(await sets(stranger)).toEqual([]);
  const body = { set_id: set, name: 'Two', target: 'cost' as const };
  for (const [person, expected] of [
    [vera, { status: 403 }],
    [stranger, { status: 404 }],
  ] as const)
    for (const refusal of [
      await person.refused(api.coefficients.create, { body }),
      await person.refused(api.coefficients.update, { params: { id }, body: { name: 'X' } }),
      await person.refused(api.coefficients.remove, { params: { id } }),
      await person.refused(api.coefficients.updateSet, { params: { id: set }, body: { name: 'X' } }),
      await person.refused(api.coefficients.removeSet, { params: { id: set } }),
    ])
      expect(refusal).toMatchObject(expected);
});

test('uses of the coefficients of a set are counted, of no others where one is deleted', async () => {
  const { id: set } = await anna.ok(api.coefficients.createSet, { body: { name: 'Counted' } });
  const add = async (name: string) => (await anna.ok(api.coefficients.create, { body: { set_id: set, name, target: 'cost' } })).id;
  const [often, once, never] = [await add('Often'), await add('Once'), await add('Never')];
  const node = await anna.schedule();
  const [from_id, to_id] = [
    await makeDirectory(world, anna, node, { name: 'From', rows: [{ code: 'F' }] }),
    await makeDirectory(world, anna, node, { name: 'To', rows: [{ code: 'A' }, { code: 'B' }, { code: 'C' }] }),
  ];
  const { id } = await anna.ok(api.directoryRelations.create, { body: { name: 'Relation', from_id, to_id } });
  const pair = (row_b_id: number, coefficient_ids: number[]) => ({ row_a_id: 1, row_b_id, coefficient_ids });
  await anna.ok(api.directoryRelations.updateRows, {
    params: { id },
    body: { add: [pair(1, [often]), pair(2, [often]), pair(3, [often, once])] },
  });
  const counted = (await sets()).find((one) => one.id === set)?.coefficients;
  expect(counted?.map((one) => [one.id, one.uses])).toEqual([
    [often, 3],
    [once, 1],
    [never, 0],
  ]);
  const refusal = await anna.refused(api.coefficients.remove, { params: { id: often } });
  expect(refusal).toMatchObject({ code: 'coefficient.in_use', parameters: { name: 'Often', count: 3 } });
  const sent = await statementsOf(() => anna.ok(api.coefficients.remove, { params: { id: never } }));
  const pairs = sent.filter((text) => text.includes('from directory_relation_row'));
  expect(pairs).toHaveLength(1);
  expect(pairs[0]).toContain('coefficient_ids &&');
  const context = await world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });
  const plan = await context.read(async (db) => {
    for (const way of ['enable_seqscan', 'enable_bitmapscan', 'enable_sort']) await sql`set local ${sql.raw(way)} = off`.execute(db);
    return sql`explain select coefficient_ids, count(*) from directory_relation_row
      where space_id = ${anna.spaceId} and coefficient_ids <> '{}' group by coefficient_ids`.execute(db);
  });
  expect(JSON.stringify(plan.rows)).toContain('directory_relation_row_coefficients');
});
