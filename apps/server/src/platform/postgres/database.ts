import { oncePer } from '@gantry/domain';
import { CompiledQuery, type DatabaseConnection, Kysely, PostgresDialect, sql, Transaction } from 'kysely';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Schema } from '../../database/schema.generated.ts';
import { errorCode, sqlState } from '../errors.ts';
import { standBackend } from '../jobs/priority.ts';
import { createStatementNames, nameStatements } from './named-statements.ts';
import { setForTransaction, setLocal } from './settings.ts';
import { traceStatements } from '../traces/traces.ts';

/** A handle that only reads: its transaction is read only. */
export type Db = Pick<Transaction<Schema>, 'selectFrom' | 'with' | 'fn' | 'getExecutor' | 'dynamic'> & { readonly isTransaction: true };

/** A handle that reads and writes, inside a transaction. */
export type Tx = Transaction<Schema>;

/** Nodes of the hierarchy that somebody may see with all below them, spelled out, and those above of which they see that they are there. */
export type Reach = { nodes: readonly number[]; paths: readonly number[] };

/** Whose rows a transaction sees: a space for a person, the part of it in their reach (null: all of it), or the installation itself. */
export type Scope = { spaceId: number | null; userId: number | null; system?: boolean; reach?: Reach | null };

/** Ids as the database reads them, those that follow each other as ranges: a reach of thousands of nodes goes with every transaction of a call. */
const idList = oncePer((ids: readonly number[]): string => {
  // An id that no row has: an empty reach must not be read as a full one.
  if (!ids.length) return '0';
  const ranges: [from: number, to: number][] = [];
  for (const id of [...ids].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && id <= last[1] + 1) last[1] = id;
    else ranges.push([id, id]);
  }
  return ranges.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join(',');
});

export type Database = {
  read<T>(scope: Scope, work: (db: Db) => Promise<T>): Promise<T>;
  write<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Tells of every transaction how long it took, in seconds; one observer. */
  watch(observer: (kind: 'read' | 'write', seconds: number) => void): void;
  /** Whether the database answers within two seconds. */
  answers(): Promise<boolean>;
  pool: pg.Pool;
  close(): Promise<void>;
};

/** A transaction: what is done while and once it is committed, how it begins, and the connection and the answer of the database to that. */
type Open = {
  pool: pg.Pool;
  open: boolean;
  committing: (() => void)[];
  committed: (() => void)[];
  beginning: string;
  begun: Promise<unknown>;
  connection?: DatabaseConnection;
};

/** The transaction that the current code runs in. */
const current = new AsyncLocalStorage<Open | null>();

/**
 * Runs work that must be committed before the transaction around it ends, such as the progress of a job, on a connection of its own.
 * Only where the number of callers is bounded: each holds two connections.
 */
export const besideTransaction = <T>(work: () => Promise<T>): Promise<T> => current.run(null, work);

/** Does something once the transaction that the caller stands in is committed, in the order of the commits of this process; a rollback drops it. */
export const afterCommit = (work: () => void): void => void opened().committed.push(work);

/** Calls `work` when the commit of the current transaction has been sent, before the database answers: the commit may still fail. */
export const atCommit = (work: () => void): void => void opened().committing.push(work);

function opened(): Open {
  const around = current.getStore();
  if (!around?.open) throw new Error('no transaction is open');
  return around;
}

/** Reads past the reach of the caller, in the transaction that is open. */
export async function pastReach<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ nodes: string; paths: string }>`
    select current_setting('app.nodes') as nodes, current_setting('app.paths') as paths`.execute(db);
  const [{ nodes, paths }] = rows;
  if (!nodes) return work();
  const reach = (some: string, above: string) => setForTransaction(db, { 'app.nodes': some, 'app.paths': above });
  await reach('', '');
  try {
    return await work();
  } finally {
    // A transaction that the database has aborted takes no more statements, and reads nothing either.
    await reach(nodes, paths).catch(() => undefined);
  }
}

const INT8 = 20;
const TIMESTAMP = 1114;
pg.types.setTypeParser(INT8, Number);
pg.types.setTypeParser(TIMESTAMP, (text) => `${text.slice(0, 10)}T${text.slice(11, 16)}`);

/** Statements that take longer have lost their caller. A connection that is silent for `silenceMs` amid a statement leads nowhere. */
const LIMITS_MS = { statement_timeout: 10 * 60_000, idle_in_transaction_session_timeout: 2 * 60_000, silenceMs: 11 * 60_000 };

/** The same for calls, which people wait for: a frozen server or a cut wire holds nobody longer. */
export const CALL_LIMITS_MS = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
  silenceMs: 35_000,
};

/**
 * How the server connects to the database. With a pooler, each transaction may get another connection, so no session state survives it.
 * LISTEN and migrations bypass the pooler. `standsBack`: the database answers others first. `role` is the role that a superuser's transactions switch to.
 */
export type Connection = pg.PoolConfig & {
  silenceMs?: number;
  standsBack?: boolean;
  pooler?: { connectionString: string; role: string | null };
};

/** Session settings that a pooler refuses, or leaves set for the next client of the connection. */
const OF_SESSION = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'] as const;

/** What every transaction through a pooler begins with. */
function settingsOfTransaction({ pooler, ...settings }: Connection): string {
  if (!pooler) return '';
  const role = pooler.role === null ? [] : [`set local role ${pg.escapeIdentifier(pooler.role)}`];
  const limits = OF_SESSION.flatMap((name) => (settings[name] ? [`set local ${name} = ${settings[name]}`] : []));
  return [...role, ...limits].map((one) => `${one}; `).join('');
}

/** What a pool is opened with: of a pooler, its address and nothing of a session. */
function poolOf({ pooler, ...settings }: pg.PoolConfig & Pick<Connection, 'pooler'>): pg.PoolConfig {
  if (!pooler) return settings;
  const { max, application_name } = settings;
  return { max, application_name, connectionString: pooler.connectionString };
}

/** Opens the pool. Every transaction names its space, which row-level security filters on. */
export function openDatabase(connection: Connection, onError: (error: Error) => void): Database {
  const { silenceMs, standsBack, ...settings } = { ...LIMITS_MS, ...connection };
  const ofTransaction = settingsOfTransaction(settings);
  // `pipeline`: a statement is sent without waiting for the answer to the one before it, where its sender does not wait either.
  const pool = new pg.Pool({
    max: 16,
    connectionTimeoutMillis: 10_000,
    application_name: 'gantry',
    keepAlive: true,
    pipeline: true,
    // A new connection knows no table yet: for people who pause between two clicks the former one stays.
    idleTimeoutMillis: 60_000,
    ...poolOf(settings),
  });
  pool.on('error', onError);
  const names = createStatementNames(!connection.pooler);
  pool.on('connect', (client) => {
    nameStatements(client, names);
    traceStatements(client);
    client.on('error', (error) => {
      losses.add(error);
      onError(error);
    });
    if (standsBack && !connection.pooler) standBackOf(client);
    const stream = streamOf(client);
    stream.on('timeout', () => stream.destroy());
  });
  // A connection that nobody holds has nothing to say.
  pool.on('acquire', (client) => streamOf(client).setTimeout(silenceMs));
  pool.on('release', (_error, client) => streamOf(client).setTimeout(0));
  let observer: Parameters<Database['watch']>[0] | undefined;
  const dialect = dialectOf(pool);
  const kysely = new Kysely<Schema>({ dialect });

  async function run<T>(scope: Scope, readOnly: boolean, work: (tx: Tx) => Promise<T>): Promise<T> {
    const around = current.getStore();
    if (around?.open && around.pool === pool) reportNesting(onError);
    const mine: Open = {
      pool,
      open: true,
      committing: [],
      committed: [],
      beginning: beginning(scope, readOnly, ofTransaction),
      begun: Promise.resolve(),
    };
    const began = performance.now();
    const once = () => {
      mine.committing = [];
      mine.committed = [];
      return transact(mine, readOnly, work);
    };
    return current
      .run(mine, () => withRetries(once, names.areToBlame))
      .then((result) => {
        mine.open = false;
        for (const one of mine.committed) one();
        return result;
      })
      .finally(() => {
        mine.open = false;
        observer?.(readOnly ? 'read' : 'write', (performance.now() - began) / 1000);
      });
  }

  /** Statements of a transaction travel at once where their senders do not wait for each other: Kysely's own transaction sends one at a time. */
  async function transact<T>(mine: Open, readOnly: boolean, work: (tx: Tx) => Promise<T>): Promise<T> {
    const transaction = kysely.transaction().setAccessMode(readOnly ? 'read only' : 'read write');
    return transaction.execute(async (tx) => {
      const executor = tx
        .getExecutor()
        .withConnectionProvider({ provideConnection: (consumer) => consumer(mine.connection as DatabaseConnection) });
      try {
        return await work(new Transaction({ config: { dialect }, dialect, driver: dialect.createDriver(), executor }));
      } finally {
        // Where the transaction did not begin, that is the error, whatever the work made of it.
        await mine.begun;
      }
    });
  }

  return {
    pool,
    read: (scope, work) => run(scope, true, (tx) => work(tx as Db)),
    write: (scope, work) => run(scope, false, work),
    watch: (reported) => void (observer = reported),
    answers: () => answersWithin(pool, 2000),
    close: () => kysely.destroy(),
  };
}

const streamOf = (client: pg.PoolClient): Socket => (client as pg.PoolClient & { connection: { stream: Socket } }).connection.stream;

/** Over a socket of this machine the number of the connection's process is one of this machine. */
function standBackOf(client: pg.PoolClient): void {
  const { host, processID } = client as pg.PoolClient & { host: string; processID: number | null };
  if (host.startsWith('/') && processID) standBackend(processID);
}

/**
 * PostgreSQL, where a transaction begins in its scope, and waits for no answer that nothing depends on: what begins it travels with the
 * first statement of the work, and the commit of one that only reads with the first statement of the next user of the connection.
 */
function dialectOf(pool: pg.Pool): PostgresDialect {
  const dialect = new PostgresDialect({ pool });
  const driver = dialect.createDriver();
  const reading = new WeakSet<DatabaseConnection>();
  const commit = driver.commitTransaction.bind(driver);
  const acquire = driver.acquireConnection.bind(driver);
  driver.acquireConnection = (options) =>
    acquire(options).catch((error: Error) => {
      losses.add(error);
      throw error;
    });
  driver.beginTransaction = async (connection, { accessMode }) => {
    if (accessMode === 'read only') reading.add(connection);
    else reading.delete(connection);
    const mine = current.getStore();
    if (!mine) throw new Error('a transaction without a scope');
    mine.connection = connection;
    mine.begun = connection.executeQuery(CompiledQuery.raw(mine.beginning));
    // Its transaction waits for it in the end.
    mine.begun.catch(() => undefined);
  };
  driver.commitTransaction = async (connection) => {
    if (!reading.has(connection)) {
      const done = commit(connection);
      for (const one of current.getStore()?.committing ?? []) one();
      return done;
    }
    // A connection that breaks here is found out by its next user.
    connection.executeQuery(CompiledQuery.raw('commit')).catch(() => undefined);
  };
  dialect.createDriver = () => driver;
  return dialect;
}

/** Begins a transaction in its scope, in one message to the database: every call opens some. */
function beginning({ spaceId, userId, system, reach }: Scope, readOnly: boolean, ofTransaction: string): string {
  const settings = {
    'app.space_id': String(spaceId ?? ''),
    'app.user_id': String(userId ?? ''),
    'app.system': system ? 'on' : 'off',
    'app.nodes': reach ? idList(reach.nodes) : '',
    'app.paths': reach ? idList(reach.paths) : '',
  };
  for (const [name, value] of Object.entries(settings)) if (!/^(on|off|[\d,-]*)$/.test(value)) throw new RangeError(`${name} is no id`);
  const mode = readOnly ? 'repeatable read read only' : 'read committed read write';
  return `start transaction isolation level ${mode}; ${ofTransaction}${setLocal(settings)}`;
}

/** Where every connection of the pool is held by a transaction that waits for a second one, none ever ends. A test fails by it; a server goes on and says so. */
function reportNesting(onError: (error: Error) => void): void {
  const error = new Error('A transaction was opened inside another one');
  if (process.env['NODE_ENV'] === 'test') throw error;
  onError(error);
}

/** The transaction met another one and is begun anew: what it decided on has changed meanwhile. */
export class Collision extends Error {
  readonly code = '40001';
}

/** A serialization failure, a deadlock: PostgreSQL has rolled everything back, and the same work succeeds when done again. */
const COLLISIONS = new Set(['40001', '40P01']);
const TRIES = 4;

/** Whether others came between so often that the retries ended. */
export const isCollision = (error: unknown): boolean => COLLISIONS.has(sqlState(error) ?? '');

/**
 * Does work again that collided with other transactions, after a pause of random length, so that the same ones do not meet again, or
 * that failed by the name of a statement.
 */
async function withRetries<T>(work: () => Promise<T>, byName: (error: unknown) => boolean): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await work();
    } catch (error) {
      if (tried === TRIES || !(isCollision(error) || byName(error))) throw error;
      await setTimeout(Math.random() * 20 * 2 ** tried);
    }
  }
}

async function answersWithin(pool: pg.Pool, ms: number): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => globalThis.setTimeout(() => resolve(false), ms).unref());
  const answer = pool.query('select 1').then(
    () => true,
    () => false,
  );
  return Promise.race([answer, late]);
}

/** SQLSTATEs of values that no column can store: out of range, NUL characters, lone surrogates. */
const UNSTORABLE = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05']);

/** Whether the database refused a value that the caller gave. */
export function isUnstorable(error: unknown): boolean {
  return UNSTORABLE.has(sqlState(error) ?? '');
}

/** Serializes JSON for a column; NUL characters and lone surrogates become U+FFFD. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => storablePart(part));
}

/** A value as `storableJson` writes it. */
export const storablePart = (part: unknown): unknown => (typeof part === 'string' ? part.toWellFormed().replaceAll('\0', '\ufffd') : part);

/** What connections broke by, or could not be made by: of a system's error alone nobody sees that it is one of the database. */
const losses = new WeakSet<Error>();
const LOST = /^(08...|57P..|53300|25006)$/;

/** Whether the database was lost, or has gone over to another one: its transaction is undone, or committed without an answer. */
export function hasLostDatabase(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return LOST.test(error.code ?? '');
  return error instanceof Error && (losses.has(error) || error.message.startsWith('Client has encountered a connection error'));
}

/**
 * Connection failures and shutdowns; too many connections; a server that has become a standby or whose disk fails; a lock that somebody
 * holds too long, a statement without an answer in time; collisions that retries did not end:
 * the same call may succeed a moment later.
 */
const UNAVAILABLE = /^(08...|57P..|57014|58030|53300|25006|25P03|55P03|40001|40P01)$/;

/** Whether an error says that the database is away or going away, so that the same call may succeed later. */
export function isUnavailable(error: unknown): boolean {
  const state = sqlState(error);
  if (state) return UNAVAILABLE.test(state);
  if (!(error instanceof Error)) return false;
  const code = errorCode(error) ?? '';
  // A missing socket, not a missing file.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
  return /ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|Connection terminated|Client has encountered a connection error|connection timeout|timeout exceeded when trying to connect/i.test(
    `${code} ${error.message}`,
  );
}

/** What a process remembers of one database, made when first asked for. */
export function perDatabase<T>(make: () => T): (services: { database: Database }) => T {
  const of = oncePer((_database: Database) => make());
  return ({ database }) => of(database);
}
