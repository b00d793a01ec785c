import { sql } from 'kysely';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-databases.ts';
import { type Database, openDatabase, type Tx } from './database.ts';
import { columnsNamed, insertions, Unstorable } from './insertions.ts';
import { lockInSpace, tryLockInSpace } from './locks.ts';

let own: TestDatabase;
let database: Database;
let administration: pg.Client;
let spaceId: number;
let otherId: number;

beforeAll(async () => {
  own = await createTestDatabase();
  database = openDatabase(own.connection, () => undefined);
  administration = new pg.Client(own.administration);
  await administration.connect();
  // Nobody made these spaces.
  await administration.query('set session_replication_role = replica');
  const { rows } = await administration.query(
    `insert into space (name, kind, created_by) values ('a', 'regular', 1), ('b', 'regular', 1) returning id`,
  );
  [spaceId, otherId] = rows.map(({ id }) => Number(id));
});
afterAll(async () => {
  await administration.end();
  await database.close();
  await own.drop();
});

const inSpace = <T>(id: number, work: (tx: Tx) => Promise<T>) => database.write({ spaceId: id, userId: null }, work);

/** Locks within a transaction that stays open until it is ended. */
async function held(id: number, lock: (tx: Tx) => Promise<unknown>) {
  const [taken, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done = inSpace(id, async (tx) => {
    await lock(tx);
    taken.resolve();
    await end.promise;
  });
  await Promise.race([taken.promise, done]);
  return async () => {
    end.resolve();
    await done;
  };
}

/** Whether a lock waits for another transaction. */
async function waits(id: number, lock: (tx: Tx) => Promise<unknown>): Promise<boolean> {
  const refused = inSpace(id, async (tx) => {
    await sql`set local lock_timeout = '150ms'`.execute(tx);
    await lock(tx);
    return false;
  });
  return refused.catch((error: { code?: string }) => error.code === '55P03' || Promise.reject(error));
}

// The first run finds no row, the second one does.
test.each(['a new name', 'a known name'])('a lock of a space excludes who it has to: %s', async () => {
  const alone = (name: string) => (tx: Tx) => lockInSpace(tx, spaceId, name);
  const together = (tx: Tx) => lockInSpace(tx, spaceId, "relations of 'x'", 'together');
  let free = await held(spaceId, alone("relations of 'x'"));
  expect(await waits(spaceId, alone("relations of 'x'"))).toBe(true);
  expect(await waits(spaceId, together)).toBe(true);
  expect(await waits(spaceId, alone('another'))).toBe(false);
  expect(await waits(otherId, (tx) => lockInSpace(tx, otherId, "relations of 'x'"))).toBe(false);
  await free();
  free = await held(spaceId, together);
  expect(await waits(spaceId, together)).toBe(false);
  expect(await waits(spaceId, alone("relations of 'x'"))).toBe(true);
  await free();
  expect(await waits(spaceId, alone("relations of 'x'"))).toBe(false);
});

test('a lock that is held is not waited for where it is only tried, and nothing is written to take a known one', async () => {
  expect(await inSpace(spaceId, (tx) => tryLockInSpace(tx, spaceId, 'search'))).toBe(true);
  const free = await held(spaceId, (tx) => tryLockInSpace(tx, spaceId, 'search'));
  expect(await inSpace(spaceId, (tx) => tryLockInSpace(tx, spaceId, 'search'))).toBe(false);
  await free();
  const version = async () => (await administration.query(`select xmin::text, ctid::text from space_lock where name = 'search'`)).rows;
  const before = await version();
  for (let times = 0; times < 3; times++) await inSpace(spaceId, (tx) => lockInSpace(tx, spaceId, 'search'));
  await setTimeout(1);
  expect(await version()).toEqual(before);
});

test('rows of any number are inserted in blocks, with what their columns can hold', async () => {
  await administration.query(
    'create table brought (space_id bigint, id int, name text default $$none$$, seen jsonb, ids int[], days bytea)',
  );
  await administration.query('alter table brought owner to gantry_app');
  const columns = columnsNamed(['id', 'name', 'seen', 'ids', 'days'], ['seen']);
  const insert = (rows: readonly object[], lossy = false) =>
    inSpace(spaceId, async (tx) => {
      let blocks = 0;
      for (const insertion of insertions('brought', columns, rows, { place: { space_id: spaceId }, lossy })) {
        await insertion.execute(tx);
        blocks++;
      }
      return blocks;
    });
  expect(await insert(Array.from({ length: 2500 }, (_, id) => ({ id, ids: [id, id + 1], seen: [id] })))).toBe(3);
  const { rows } = await administration.query(
    'select count(*)::int, sum(id)::int, min(name) as name, sum(ids[2])::int as ids from brought',
  );
  expect(rows).toEqual([{ count: 2500, sum: (2499 * 2500) / 2, name: 'none', ids: (2500 * 2501) / 2 }]);
  await expect(insert([{ id: 1, name: 'half \ud800' }])).rejects.toThrow(Unstorable);
  await expect(insert([{ id: 1, name: 'zero \0' }])).rejects.toMatchObject({ code: '22021' });
  await administration.query('truncate brought');
  await insert([{ id: 1, name: 'half \ud800 zero \0', seen: { a: null }, days: Uint8Array.of(0, 255) }, { id: Number.NaN }], true);
  expect((await administration.query('select id, name, seen, days from brought order by id')).rows).toEqual([
    { id: 1, name: 'half \ufffd zero \ufffd', seen: { a: null }, days: Buffer.from([0, 255]) },
    { id: null, name: null, seen: null, days: null },
  ]);
});
