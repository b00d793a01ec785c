import { api } from '@gantry/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../testing/world.ts';
import type { Database } from './postgres/database.ts';
import { childrenFirst, eraseRows } from './space-rows.ts';

let world: World;
let anna: Person;
let boris: Person;

beforeAll(async () => {
  world = await createWorld();
  [anna, boris] = [await world.person('anna'), await world.person('boris')];
  for (const person of [anna, boris]) {
    await person.space();
    const node = await person.schedule();
    await world.sql(
      `insert into comment (space_id, node_id, text, client_key, created_by)
       select $1, $2, 'Text', gen_random_uuid(), $3 from generate_series(1, 12)`,
      [person.spaceId, node, person.id],
    );
  }
});
afterAll(() => world.close());

test('tables stand before those that they refer to, and those that stand alone are the last', () => {
  const tables = [
    { name: 'change', refersTo: [] },
    { name: 'comment', refersTo: ['node', 'space'] },
    { name: 'mark', refersTo: ['comment'] },
    { name: 'node', refersTo: ['person'] },
    { name: 'person', refersTo: ['space'] },
    // Each of them refers to the other.
    { name: 'work', refersTo: ['node', 'draft'] },
    { name: 'draft', refersTo: ['work'] },
  ];
  const order = childrenFirst(tables);
  expect(order.toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
  const before = (one: string, other: string) => order.indexOf(one) < order.indexOf(other);
  expect([before('mark', 'comment'), before('comment', 'node'), before('work', 'node'), before('node', 'person')]).not.toContain(false);
  expect(order.slice(-2)).toEqual(['person', 'change']);
});

test('the rows of one space go a few in a transaction, but for those who may ask for its deletion and files that are still to be removed', async () => {
  const { database } = world.app.services;
  let most = 0;
  const write: Database['write'] = (scope, work) =>
    database.write(scope, async (tx) => {
      const count = async () => (await tx.selectFrom('comment').select('id').where('space_id', '=', anna.spaceId).execute()).length;
      const before = await count();
      const done = await work(tx);
      most = Math.max(most, before - (await count()));
      return done;
    });
  await world.sql(`insert into bim_discarded_file (space_id, file_key) values ($1, gen_random_uuid()::text)`, [anna.spaceId]);
  expect(await eraseRows({ database: { ...database, write } }, anna.spaceId, 5)).toBeGreaterThan(12);
  expect(most).toBe(5);
  const left = async (table: string, { spaceId }: Person) =>
    (await world.sql(`select 1 from ${table} where space_id = $1`, [spaceId])).length;
  for (const table of ['comment', 'eps_node', 'audit', 'search_change']) expect(await left(table, anna)).toBe(0);
  expect(await left('space_user', anna)).toBe(1);
  // What is still to be removed from the storage is known after the space has gone.
  expect(await left('bim_discarded_file', anna)).toBe(1);
  expect([await left('comment', boris), (await left('eps_node', boris)) > 0]).toEqual([12, true]);
  await anna.ok(api.spaces.remove, { params: { id: anna.spaceId } });
  await expect.poll(async () => (await world.sql('select 1 from space where id = $1', [anna.spaceId])).length, { timeout: 15_000 }).toBe(0);
});
