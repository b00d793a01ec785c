import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { clusterName, processesOf } from './embedded-postgres.orphans.ts';
import { type EmbeddedConnection, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

const isRoot = process.getuid?.() === 0;
const log = { info() {}, warn() {}, error() {} };
const cleanUp: (() => void | Promise<void>)[] = [];

afterEach(async () => {
  for (const undo of cleanUp.splice(0).reverse()) await undo();
});

describe('the built-in database', () => {
  test('serves a role that row-level security binds', async () => {
    const db = await start(newFolder());
    const [role] = await query(
      db.connection,
      'select current_user as name, rolsuper, rolbypassrls from pg_roles where rolname = current_user',
    );
    expect(role).toEqual({ name: 'gantry', rolsuper: false, rolbypassrls: false });
    await query(db.connection, 'create table item (space_id int); insert into item values (1), (2)');
    await query(db.connection, 'alter table item enable row level security; alter table item force row level security');
    expect(await query(db.connection, 'select * from item')).toEqual([]);
  });

  test('finds Cyrillic by trigrams, sorts it as Russian does and keeps checksums', async () => {
    const db = await start(newFolder());
    await query(db.connection, 'create extension pg_trgm');
    expect(await query(db.connection, "select similarity('монтаж', 'монтажа') > 0.5 as alike")).toEqual([{ alike: true }]);
    const sorted = await query(db.connection, `select w from unnest(array['ж','Ё','е']) w order by w collate "und-x-icu"`);
    expect(sorted.map((row) => row['w'])).toEqual(['е', 'Ё', 'ж']);
    expect(await query(db.connection, 'show data_checksums')).toEqual([{ data_checksums: 'on' }]);
  });

  test('listens on no network port', async () => {
    const db = await start(newFolder());
    expect(await query(db.connection, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
  });

  test('keeps what was stored over a stop and a start', async () => {
    const folder = newFolder();
    const first = await start(folder);
    await query(first.connection, 'create table kept as select 7 as value');
    await first.stop();
    expect(processesOf(clusterName(path.join(folder, 'pg18')))).toEqual([]);
    const second = await start(folder);
    expect(await query(second.connection, 'select value from kept')).toEqual([{ value: 7 }]);
  });

  test('refuses a second server on the same folder and leaves the first one alone', async () => {
    const folder = newFolder();
    const first = await start(folder);
    await expect(startEmbeddedPostgres(folder, log)).rejects.toThrow(`Gantry already runs on this data folder (process ${process.pid}).`);
    expect(await query(first.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('gives the folder to exactly one of five servers started at once, also over the lock of a dead one', async () => {
    const folder = newFolder();
    const { child } = await startInChild(folder);
    await killHard(child);
    const attempts = await Promise.allSettled(Array.from({ length: 5 }, () => startInChild(folder)));
    expect(attempts.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    for (const one of attempts)
      if (one.status === 'rejected') expect(String(one.reason)).toContain('Gantry already runs on this data folder');
  });
});

describe('after a crash', () => {
  test('a killed server leaves its database running; the next server takes over and finds every committed row', async () => {
    const folder = newFolder();
    const { child, connection } = await startInChild(folder);
    await query(connection, 'create table kept as select generate_series(1, 1000) as id');
    await killHard(child);
    expect(processesOf(clusterName(path.join(folder, 'pg18'))).length).toBeGreaterThan(0);
    const next = await start(folder);
    expect(await query(next.connection, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }]);
  });

  test.each([
    { name: 'the main process', onlyPostmaster: true, below: '' },
    { name: 'every process', onlyPostmaster: false, below: '' },
    { name: 'the main process, with its socket in a short folder,', onlyPostmaster: true, below: 'a-long-folder-name'.repeat(9) },
  ])('$name of the database killed: it is started again and the pool reconnects', async ({ onlyPostmaster, below }) => {
    const folder = path.join(newFolder(), below);
    const db = await start(folder);
    const pool = new pg.Pool(db.connection);
    pool.on('error', () => undefined);
    cleanUp.push(() => pool.end());
    await pool.query('create table kept (id int)');
    await pool.query('insert into kept values (1)');
    const before = db.pid;
    for (const one of processesOf(clusterName(path.join(folder, 'pg18')))) {
      if (one.isPostmaster || !onlyPostmaster) process.kill(one.pid, 'SIGKILL');
    }
    const rows = await eventually(
      async () => (await pool.query('select id from kept')).rows,
      () => db.pid !== before,
    );
    expect(rows).toEqual([{ id: 1 }]);
  });

  test('a stale postmaster.pid that names a living process of the same user does not stop the start', async () => {
    const folder = newFolder();
    await (await start(folder)).stop();
    const stranger = spawn('sleep', ['60'], isRoot ? { uid: 65534, gid: 65534, cwd: '/' } : {});
    cleanUp.push(() => void stranger.kill());
    fs.writeFileSync(
      path.join(folder, 'pg18/postmaster.pid'),
      `${stranger.pid}\n${folder}/pg18\n1700000000\n5432\n\n\n  2146449 4\nready\n`,
    );
    const db = await start(folder);
    expect(await query(db.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(stranger.exitCode).toBeNull();
  });

  test('a cluster half made by a killed first start is thrown away', async () => {
    const folder = newFolder();
    fs.mkdirSync(path.join(folder, 'pg18.unfinished/base'), { recursive: true });
    const db = await start(folder);
    expect(await query(db.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('in an odd place', () => {
  test('a folder deeper than a socket path may be', async () => {
    const deep = path.join(newFolder(), 'a-long-folder-name'.repeat(5), 'and-one-more-of-them'.repeat(4));
    const db = await start(deep);
    expect(db.connection.host.length).toBeLessThan(60);
    expect(await query(db.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    await db.stop();
    expect(fs.existsSync(db.connection.host)).toBe(false);
  });

  test('the short folder of a killed server goes with the next start', async () => {
    const deep = path.join(newFolder(), 'a-long-folder-name'.repeat(9));
    const { child, connection } = await startInChild(deep);
    await killHard(child);
    await start(deep);
    expect(fs.existsSync(connection.host)).toBe(false);
  });

  test.skipIf(!isRoot)('as root, under a folder that only root may enter: runs as nobody', async () => {
    const hidden = newFolder();
    fs.chmodSync(hidden, 0o700);
    const db = await start(path.join(hidden, 'data'));
    expect(fs.statSync(`/proc/${db.pid}`).uid).toBe(65534);
    expect(await query(db.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(fs.existsSync(path.join(hidden, 'data/pg18/PG_VERSION'))).toBe(true);
  });

  test.skipIf(!canMount())('a full disk and a read-only one: one sentence each', async () => {
    const disk = newFolder();
    mountSmallDisk(disk);
    cleanUp.push(() => void execFileSync('umount', ['-l', disk]));
    await expect(startEmbeddedPostgres(path.join(disk, 'data'), log)).rejects.toThrow(
      `The disk that holds ${disk}/data is full: free some space and start Gantry again.`,
    );
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    await expect(startEmbeddedPostgres(path.join(disk, 'data'), log)).rejects.toThrow(
      `Gantry cannot write to its data folder ${disk}/data`,
    );
  });

  test('a file where the folder should be: one sentence', async () => {
    const file = path.join(newFolder(), 'data');
    fs.writeFileSync(file, '');
    await expect(startEmbeddedPostgres(file, log)).rejects.toThrow(`The data folder ${file} is not a folder`);
  });
});

function newFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gantry-test-'));
  // As a folder made by mkdir would be; mkdtemp makes it private.
  fs.chmodSync(folder, 0o755);
  cleanUp.push(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function mountSmallDisk(folder: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'none', folder], { stdio: 'ignore' });
}

/** A container may forbid it even to root. */
function canMount(): boolean {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gantry-test-'));
  try {
    mountSmallDisk(folder);
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    fs.rmdirSync(folder);
  }
}

async function start(folder: string): Promise<EmbeddedPostgres> {
  const db = await startEmbeddedPostgres(folder, log);
  cleanUp.push(() => db.stop());
  return db;
}

async function startInChild(folder: string): Promise<{ child: ChildProcess; connection: EmbeddedConnection }> {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(path.join(import.meta.dirname, 'embedded-postgres.ts'))};
    const log = { info() {}, warn() {}, error() {} };
    try {
      const db = await startEmbeddedPostgres(${JSON.stringify(folder)}, log);
      process.on('SIGTERM', () => void db.stop().then(() => process.exit()));
      console.log(JSON.stringify(db.connection));
      setInterval(() => {}, 60_000);
    } catch (error) { console.error(error.message); process.exit(1); }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  cleanUp.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  let complaint = '';
  child.stderr.on('data', (text) => (complaint += String(text)));
  const [line] = await Promise.race([once(child.stdout, 'data'), once(child, 'close').then(() => [undefined])]);
  if (line === undefined) throw new Error(complaint);
  return { child, connection: JSON.parse(String(line)) as EmbeddedConnection };
}

async function killHard(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function query(connection: EmbeddedConnection, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Tries until it works and `isReady` says so; the last failure comes out when it never does. */
async function eventually<T>(attempt: () => Promise<T>, isReady: () => boolean): Promise<T> {
  const limit = Date.now() + 30_000;
  for (;;) {
    try {
      if (isReady()) return await attempt();
    } catch (error) {
      if (Date.now() > limit) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
