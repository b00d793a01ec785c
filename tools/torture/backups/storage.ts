import { api } from '@gantry/contract';
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import {
  archiveState,
  makeBase,
  restoreInstallation,
  startArchiving,
  stopArchiving,
} from '../../../apps/server/src/platform/postgres/embedded-postgres.base.ts';
import { startEmbeddedPostgres } from '../../../apps/server/src/platform/postgres/embedded-postgres.ts';
import type { Installation } from './installation.ts';

const PAGE_BYTES = 8192;
const silent = { info() {}, warn() {}, error() {} };

/** Damages every page of a table, backs up, and mends them. Answers what was not as it must be. */
export async function damagePages(installation: Installation): Promise<string[]> {
  const { query, list, make, endOf, asOwner, kill, cluster, folder } = installation;
  const broken: string[] = [];
  const [former] = (await list()).filter(({ state }) => state === 'proven');
  const [{ path }] = await query<{ path: string }>(`select pg_relation_filepath('wbs_item') as path`);
  await query('checkpoint');
  const file = join(cluster, path);
  const whole = readFileSync(file);
  const damaged = Buffer.from(whole);
  for (let at = 0; at < damaged.length; at += PAGE_BYTES) damaged[at + 100] ^= 1;
  const letters = (): number => readdirSync(join(folder, 'mail')).length;
  mkdirSync(join(folder, 'mail'), { recursive: true });
  const before = letters();
  writeFileSync(file, damaged);
  // What it holds in memory is whole.
  await kill('database');
  await query('select 1');
  const { status, result } = await endOf(await make());
  const [newest] = await list();
  if (status !== 'done' || result?.['proven'] !== false) broken.push(`the backup of a damaged table: ${status} ${JSON.stringify(result)}`);
  if (newest.state !== 'broken' || newest.findings[0]?.parameters['table'] !== 'wbs_item')
    broken.push(`no table is named: ${newest.state} ${JSON.stringify(newest.findings)}`);
  for (let tries = 0; tries < 50 && letters() === before; tries++) await setTimeout(200);
  if (letters() === before) broken.push('no letter was written');
  writeFileSync(file, whole);
  await kill('database');
  const { job_id: job } = await asOwner((caller, params) =>
    caller.call(api.backups.restore, { params: { ...params, backupId: former.id }, body: { mode: 'new_space', name: 'After the damage' } }),
  );
  if ((await endOf(job)).status !== 'done') broken.push('the former backup does not restore');
  if ((await endOf(await make())).result?.['proven'] !== true) broken.push('the next backup is not proven');
  return broken;
}

/**
 * Fills the disk that the log of changes is brought to, while people write, and frees it. Answers what was not as it must be, or null where
 * this machine lets nobody mount a small disk.
 */
export async function fillArchive(folder: string): Promise<string[] | null> {
  const copies = join(folder, 'small-disk');
  mkdirSync(copies, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=40m,mode=711', 'tmpfs', copies], { stdio: 'ignore' });
  } catch {
    return null;
  }
  const broken: string[] = [];
  chmodSync(folder, 0o711);
  const place = join(folder, 'archived');
  const cluster = await startEmbeddedPostgres(place, silent, { archive: copies });
  const socket = cluster.administration.host;
  const client = new pg.Client({ ...cluster.administration });
  await client.connect();
  const write = async (): Promise<void> => {
    await client.query(`insert into noted select generate_series(1, 20000), repeat('x', 400)`);
    await client.query('select pg_switch_wal()');
  };
  try {
    await client.query('create table noted (id bigint, text text)');
    let failing = false;
    for (let tries = 0; tries < 40 && !failing; tries++) {
      await write();
      await setTimeout(300);
      ({ failing } = await archiveState(socket));
    }
    if (!failing) broken.push('a full disk of the archive is not seen');
    await write();
    await stopArchiving(socket);
    await client.query('checkpoint');
    await write();
    const { rows } = await client.query<{ count: string }>('select count(*) as count from noted');
    // More room: a base that no longer needs the former log, and the log from there.
    execFileSync('mount', ['-o', 'remount,size=3g', copies]);
    await startArchiving(socket, copies);
    await makeBase({ socket, cluster: cluster.cluster }, copies);
    await write();
    await client.query('select pg_switch_wal()');
    await setTimeout(3000);
    const into = join(folder, 'brought-back');
    await restoreInstallation(copies, into, null);
    const restored = await startEmbeddedPostgres(into, silent);
    const reader = new pg.Client({ ...restored.administration });
    await reader.connect();
    const { rows: back } = await reader.query<{ count: string }>('select count(*) as count from noted');
    if (Number(back[0].count) < Number(rows[0].count)) broken.push(`rows are lost: ${back[0].count} of ${rows[0].count}`);
    await reader.end();
    await restored.stop();
  } catch (error) {
    broken.push(String(error));
  } finally {
    await client.end().catch(() => undefined);
    await cluster.stop();
    for (const name of ['archived', 'brought-back']) rmSync(join(folder, name), { recursive: true, force: true });
    execFileSync('umount', ['--lazy', copies], { stdio: 'ignore' });
  }
  return broken;
}

/**
 * Fills the disk of the database's own log while people write, and frees it. Answers what was not as it must be, or null where this machine
 * lets nobody mount a small disk. No database writes without its log: what was acknowledged must be there once it comes back by itself.
 */
export async function fillLog(folder: string): Promise<string[] | null> {
  const place = join(folder, 'small-log');
  chmodSync(folder, 0o711);
  const first = await startEmbeddedPostgres(place, silent);
  const log = join(first.cluster, 'pg_wal');
  await first.stop();
  const { uid, gid } = statSync(log);
  const kept = join(folder, 'log-before');
  cpSync(log, kept, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=96m,mode=700,uid=${uid},gid=${gid}`, 'tmpfs', log], { stdio: 'ignore' });
  } catch {
    return null;
  }
  const broken: string[] = [];
  execFileSync('cp', ['-R', `${kept}/.`, log]);
  execFileSync('chown', ['-R', `${uid}:${gid}`, log]);
  const cluster = await startEmbeddedPostgres(place, silent);
  const pool = new pg.Pool({ ...cluster.administration, max: 1 });
  pool.on('error', () => undefined);
  let acknowledged = 0;
  try {
    await pool.query('create table noted (id bigint, text text)');
    let full = false;
    for (let tries = 0; tries < 200 && !full; tries++) {
      full = await pool.query(`insert into noted select ${tries}, repeat('x', 400) from generate_series(1, 20000)`).then(
        () => false,
        () => true,
      );
      if (!full) acknowledged += 20_000;
    }
    if (!full) broken.push('a full disk of the log is not met');
    await setTimeout(1000);
    execFileSync('mount', ['-o', 'remount,size=3g', log]);
    const count = async (): Promise<number> =>
      Number((await pool.query<{ count: string }>('select count(*) as count from noted')).rows[0].count);
    let rows = -1;
    for (let tries = 0; tries < 150 && rows < 0; tries++) {
      rows = await count().catch(() => -1);
      if (rows < 0) await setTimeout(200);
    }
    if (rows < acknowledged) broken.push(`${rows} rows of ${acknowledged} that were acknowledged`);
    await pool.query(`insert into noted values (0, 'after')`).catch((error: unknown) => broken.push(`no row after it: ${String(error)}`));
  } finally {
    await pool.end().catch(() => undefined);
    await cluster.stop();
    execFileSync('umount', ['--lazy', log], { stdio: 'ignore' });
    for (const path of [place, kept]) rmSync(path, { recursive: true, force: true });
  }
  return broken;
}
