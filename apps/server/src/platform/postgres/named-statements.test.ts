import { sql } from 'kysely';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementsOf } from '../../testing/statements.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-databases.ts';
import { type Database, openDatabase } from './database.ts';
import { AS_VALUES, BY_KEY, byFewKeys } from './named-statements.ts';

let own: TestDatabase;
let database: Database;
const nobody = { spaceId: null, userId: null };

beforeAll(async () => {
  own = await createTestDatabase();
  // All transactions of these tests take turns on one connection, which keeps names: no pooler does.
  database = openDatabase({ ...own.connection, max: 1, pooler: undefined }, () => undefined);
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

/** Statements that the connection keeps. */
const kept = () =>
  database.read(
    nobody,
    async (db) => (await sql<{ name: string }>`select name from pg_prepared_statements order by name`.execute(db)).rows.length,
  );
const loginOf = (id: number) =>
  database.read(nobody, async (db) => {
    const { rows } = await sql<{ login: string }>`select * from app_user where id = ${id} ${BY_KEY}`.execute(db);
    return rows[0]?.login ?? null;
  });
const alter = async (change: string) => {
  const client = new pg.Client(own.connection);
  await client.connect();
  await client.query(change);
  await client.end();
};

test('a statement by key is kept by its connection, once for all its values; others are not', async () => {
  const before = await kept();
  for (const id of [7, 8, 9]) expect(await loginOf(id)).toBeNull();
  await database.read(nobody, (db) => sql`select * from app_user where id = ${7}`.execute(db));
  expect(await kept()).toBe(before + 1);
  const few = (ids: number[]) =>
    database.read(nobody, (db) => sql`select login from app_user where id = any(${ids}) ${byFewKeys(ids)}`.execute(db));
  await few([1, 2]);
  await few([3]);
  await few(Array.from({ length: 51 }, (_, id) => id));
  expect(await kept()).toBe(before + 2);
});

test('rows as values come in the order of their columns, whatever these are called', async () => {
  const { rows } = await database.read(nobody, (db) => sql`select 2 as b, 'x' as a, 3 as b, null ${AS_VALUES}`.execute(db));
  expect(rows).toEqual([[2, 'x', 3, null]]);
});

test('a table that gets another column is read on', async () => {
  expect(await loginOf(7)).toBeNull();
  await alter('alter table app_user add column seen_by_test int');
  expect(await loginOf(7)).toBeNull();
  await alter('alter table app_user drop column seen_by_test');
  expect(await loginOf(7)).toBeNull();
});

test('the beginning of a transaction travels with its first statement, and nobody waits for the end of a read', async () => {
  const order: string[] = [];
  const sent = await statementsOf(async () => {
    await database.read(nobody, async (db) => {
      await sql`select 1 as first`.execute(db);
      order.push('answered');
    });
    order.push('read');
  });
  expect(sent.map((text) => text.slice(0, 17))).toEqual(['start transaction', 'select 1 as first', 'commit']);
  expect(order).toEqual(['answered', 'read']);
  const client = await database.pool.connect();
  const status = client.getTransactionStatus();
  client.release();
  // Still inside: the commit is on its way.
  expect(status).not.toBe('I');
});

test('a transaction that cannot begin is refused with the reason, whatever its work made of it', async () => {
  const { query } = pg.Client.prototype;
  const failing = function (this: pg.Client, ...sent: unknown[]) {
    const isBeginning = typeof sent[0] === 'string' && sent[0].startsWith('start transaction');
    return Reflect.apply(query, this, isBeginning ? ['start nonsense', ...sent.slice(1)] : sent) as unknown;
  };
  Object.assign(pg.Client.prototype, { query: failing });
  try {
    await expect(database.read(nobody, async () => 'done')).rejects.toThrow('syntax error');
    await expect(database.read(nobody, () => Promise.reject(new Error('not found')))).rejects.toThrow('syntax error');
  } finally {
    Object.assign(pg.Client.prototype, { query });
  }
  expect(await database.read(nobody, async () => 'done')).toBe('done');
});

test('where connections know no names, as behind a pooler, statements go without', async () => {
  expect(await loginOf(7)).toBeNull();
  await database.read(nobody, (db) => sql`deallocate all`.execute(db));
  expect(await loginOf(7)).toBeNull();
  expect(await loginOf(8)).toBeNull();
  expect(await kept()).toBe(0);
});

test('rows of a loop of statements live no longer than the loop needs them', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (how: { type: 'minor' | 'major' }) => void;
  const settle = async (type: 'minor' | 'major') => {
    for (let at = 0; at < 4; at++) {
      await new Promise(setImmediate);
      collect({ type });
    }
    return process.memoryUsage().heapUsed;
  };
  const read = () => database.read(nobody, (db) => sql`select repeat('x', 1000) as text from generate_series(1, 100)`.execute(db));
  const statements = 200;
  await settle('major');
  for (let at = 0; at < statements; at++) {
    const answer = read();
    // Collections amid a statement bring it to the old generation.
    if (at % 50 === 0) for (let times = 0; times < 3; times++) collect({ type: 'minor' });
    await answer;
  }
  const left = (await settle('minor')) - (await settle('major'));
  expect(left / statements).toBeLessThan(20_000);
});

test('a refused statement throws with the place that sent it in its stack, and the connection goes on', async () => {
  const sent = () => database.read(nobody, (db) => sql`select nonsense`.execute(db));
  const refused = await sent().catch((error: unknown) => error as pg.DatabaseError);
  expect(refused).toMatchObject({ code: '42703', severity: 'ERROR' });
  expect((refused as Error).stack).toContain('named-statements.test.ts');
  expect((await database.read(nobody, (db) => sql<{ one: number }>`select 1 as one`.execute(db))).rows).toEqual([{ one: 1 }]);
});
