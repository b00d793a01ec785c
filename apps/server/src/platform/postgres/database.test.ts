import { sql } from 'kysely';
import { getPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementsOf } from '../../testing/statements.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-databases.ts';
import {
  afterCommit,
  atCommit,
  besideTransaction,
  Collision,
  type Database,
  isUnavailable,
  openDatabase,
  pastReach,
  type Tx,
} from './database.ts';

let own: TestDatabase;
let database: Database;
const nobody = { spaceId: null, userId: null };

beforeAll(async () => {
  own = await createTestDatabase();
  database = openDatabase(own.connection, () => undefined);
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const settingOf = async (db: Parameters<typeof pastReach>[0]) =>
  (await sql<{ nodes: string }>`select current_setting('app.nodes') as nodes`.execute(db)).rows[0].nodes;

test('a transaction inside another one is refused, one after it and one beside it are not', async () => {
  const one = () => database.read(nobody, async () => 1);
  await expect(database.write(nobody, one)).rejects.toThrow('inside another');
  expect(await database.write(nobody, () => besideTransaction(one))).toBe(1);
  const ended = Promise.withResolvers<void>();
  // Begun inside, gone on with after the end.
  const { later } = await database.read(nobody, async () => ({ later: ended.promise.then(one) }));
  ended.resolve();
  expect(await later).toBe(1);
});

test('statements of a transaction that nobody waits between travel at once, and fail together', async () => {
  const ask = (db: Parameters<typeof pastReach>[0], what: string) => sql`select ${sql.raw(what)} as found`.execute(db);
  let sentAtFirst: readonly string[] = [];
  await statementsOf((sent) =>
    database.read(nobody, (db) =>
      Promise.all([ask(db, "'first'").then(() => (sentAtFirst = [...sent])), ask(db, "'second'"), ask(db, "'third'")]),
    ),
  );
  expect(sentAtFirst.filter((text) => text.startsWith('select'))).toHaveLength(3);
  const failing = database.write(nobody, (tx) => Promise.all([ask(tx, '1'), ask(tx, '1 / 0'), ask(tx, '2')]));
  await expect(failing).rejects.toThrow('division by zero');
  // The connection is as good as before.
  expect(await database.read(nobody, async (db) => (await ask(db, '3')).rows)).toEqual([{ found: 3 }]);
});

test('a connection that says nothing leads nowhere amid a statement, and stays for the next one while nobody asks it', async () => {
  const errors: Error[] = [];
  const patient = openDatabase({ ...own.connection, max: 1, silenceMs: 300 }, (error) => errors.push(error));
  const ask = (what: string) =>
    patient.read(nobody, async (db) => (await sql<{ found: number }>`select ${sql.raw(what)} as found`.execute(db)).rows[0].found);
  try {
    const first = await ask('pg_backend_pid()');
    await pause(900);
    expect(await ask('pg_backend_pid()')).toBe(first);
    expect(errors).toEqual([]);
    await expect(ask('pg_sleep(20)')).rejects.toSatisfy(isUnavailable);
  } finally {
    await patient.close();
  }
});

test('what is done at the commit comes while it is under way, and a statement after the end is refused', async () => {
  const log: string[] = [];
  let left: Tx | undefined;
  await database.write(nobody, async (tx) => {
    left = tx;
    atCommit(() => log.push('sent'));
    afterCommit(() => log.push('done'));
    await sql`select 1`.execute(tx);
    log.push('worked');
  });
  expect(log).toEqual(['worked', 'sent', 'done']);
  await expect(sql`select 1`.execute(left as Tx)).rejects.toThrow('already committed');
});

test('a read past the reach of the caller has it back afterwards, whatever came of the read', async () => {
  const seen = await database.read({ spaceId: 1, userId: 1, reach: { nodes: [7, 8], paths: [3] } }, async (db) => {
    const inside = await pastReach(db, () => settingOf(db));
    await pastReach(db, () => Promise.reject(new Error('no'))).catch(() => undefined);
    return [inside, await settingOf(db)];
  });
  expect(seen).toEqual(['', '7-8']);
});

test('rows are compared with a reach by a hash, in every policy', async () => {
  const plan = await database.read({ spaceId: 1, userId: 1, reach: { nodes: [7, 9], paths: [3] } }, (db) =>
    sql<{ 'QUERY PLAN': string }>`explain select from version`.execute(db),
  );
  expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('hashed SubPlan');
  const { rows } = await database.read(nobody, (db) =>
    sql`select tablename, policyname from pg_policies where concat(qual, with_check) ~* 'any \\(\\( ?select app_ids'`.execute(db),
  );
  expect(rows).toEqual([]);
});

test('a reach takes as many bytes as it has gaps, and the database reads it back', async () => {
  const read = (nodes: readonly number[]) =>
    database.read({ spaceId: 1, userId: 1, reach: { nodes, paths: [] } }, async (db) => {
      const { rows } = await sql<{ text: string; ids: string[] | null; paths: string[] }>`
        select current_setting('app.nodes') as text, app_ids('app.nodes') as ids, app_ids('app.paths') as paths`.execute(db);
      return { ...rows[0], ids: rows[0].ids?.map(Number), paths: rows[0].paths.map(Number) };
    });
  const many = Array.from({ length: 20_000 }, (_, at) => 100_000 + at);
  expect(await read(many)).toEqual({ text: '100000-119999', ids: many, paths: [0] });
  expect(await read([9, 3, 4, 12, 5])).toMatchObject({ text: '3-5,9,12', ids: [3, 4, 5, 9, 12] });
  expect(await read([9, 3])).toMatchObject({ text: '3,9', ids: [3, 9] });
  expect(await read([])).toMatchObject({ text: '0', ids: [0] });
});

/** Locks two keys in this order, the second one when both transactions have their first. */
function crossing() {
  let tries = 0;
  let there = 0;
  const met = Promise.withResolvers<void>();
  const lock = (tx: Tx, key: number) => sql`select pg_advisory_xact_lock(${key}::int)`.execute(tx);
  const cross = (first: number, second: number) =>
    database.write(nobody, async (tx) => {
      tries++;
      await lock(tx, first);
      if (++there === 2) met.resolve();
      await met.promise;
      await lock(tx, second);
      return first;
    });
  return { cross, tries: () => tries };
}

test('of two transactions that wait for each other, the one that the database ends is done again', async () => {
  const { cross, tries } = crossing();
  expect(await Promise.all([cross(1, 2), cross(2, 1)])).toEqual([1, 2]);
  expect(tries()).toBe(3);
});

test('work that always collides is given up', async () => {
  let tries = 0;
  const work = async () => {
    tries++;
    throw new Collision('again');
  };
  await expect(database.write(nobody, work)).rejects.toThrow(Collision);
  expect(tries).toBe(4);
});

test.each([
  ['a server that has become a standby', { code: '25006' }],
  ['a server that is told to stop', { code: '57P01' }],
  ['a server whose disk does not answer', { code: '58030' }],
  ['a wire that was cut while something was written', { code: 'EPIPE', syscall: 'write' }],
  ['a wire on which nothing comes', { code: 'ETIMEDOUT', syscall: 'read' }],
  ['a host that nobody reaches', { code: 'EHOSTUNREACH', syscall: 'connect' }],
  ['a name that is not resolved for the moment', { code: 'EAI_AGAIN', syscall: 'getaddrinfo' }],
])('%s is away, and no defect', (_what, about) => {
  expect(isUnavailable(Object.assign(new Error('as it says'), about))).toBe(true);
});

test('a statement that the database does not understand is a defect', () => {
  expect(isUnavailable(Object.assign(new Error('EPIPE is no column'), { code: '42703' }))).toBe(false);
});

test.skipIf(process.platform !== 'linux')('the database answers what stands back after the others', async () => {
  const behind = openDatabase({ ...own.connection, standsBack: true, max: 1 }, () => undefined);
  const priorityOf = (of: Database) =>
    of.read(nobody, async (db) => getPriority((await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0].pid));
  try {
    const usual = await priorityOf(database);
    expect(await priorityOf(behind)).toBeGreaterThan(usual);
  } finally {
    await behind.close();
  }
});
