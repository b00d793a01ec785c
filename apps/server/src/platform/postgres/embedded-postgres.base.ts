/**
 * Copies of a whole installation with the built-in database: bases (the folder of the cluster, copied while it runs), the log of changes
 * since them (WAL, which PostgreSQL brings itself), uploaded files and keys. A base with the log restores any moment behind it.
 *
 *     FOLDER/base/2026-03-02T03-00-00.000Z/   wal/   files/   keys/
 */

import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { BESIDE } from '../files/copy-beside.ts';
import { postgresPrograms, postgresUser, type RunAs } from './embedded-postgres.binaries.ts';
import { canEnter, socketFolder, SUPERUSER } from './embedded-postgres.cluster.ts';
import { startPostmaster } from './embedded-postgres.postmaster.ts';
import { GIVEN_UP } from './settings.ts';

/** Where the programs of the cluster are reached, and its folder. */
export type RunningCluster = { socket: string; cluster: string };

/** A base that is there whole: the moments between which it was copied, and the pieces of the log that it begins and ends in. */
export type Base = { name: string; began: Date; ended: Date; first: number; last: number };

const DONE = 'gantry-base.json';
/** What belongs to the running server alone, or comes with the log. */
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'pg_internal.init']);
const EMPTIED = new Set(['pg_wal', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans', 'pg_replslot']);

export const walFolder = (folder: string): string => path.join(folder, 'wal');

/** Makes the folder that PostgreSQL brings its log to, as the user that it runs as. */
export async function prepareArchive(folder: string): Promise<void> {
  // Entered by PostgreSQL's user, read by nobody: what lies in it has locks of its own.
  await fs.mkdir(folder, { recursive: true, mode: 0o711 });
  await fs.mkdir(walFolder(folder), { recursive: true, mode: 0o700 });
  const user = postgresUser();
  if ('uid' in user) await fs.chown(walFolder(folder), user.uid, user.gid);
  if (!canEnter(walFolder(folder), user))
    throw new Error(`PostgreSQL does not run as root and cannot reach ${folder}: choose a folder for copies outside private folders.`);
}

/** Has a running server bring its log to a folder; what is archived stays with the folder. */
export async function startArchiving(socket: string, folder: string): Promise<void> {
  await asSuperuser(socket, async (client) => {
    await client.query(`load 'basic_archive'`);
    await client.query(`alter system set basic_archive.archive_directory = ${pg.escapeLiteral(path.resolve(walFolder(folder)))}`);
    await client.query(`alter system set archive_command = ''`);
    await client.query(`alter system set archive_library = 'basic_archive'`);
    await client.query('select pg_reload_conf()');
  });
}

/** Lets the server discard its log where nothing archives it: a full disk would stop it. */
export async function stopArchiving(socket: string): Promise<void> {
  await asSuperuser(socket, async (client) => {
    await client.query(`alter system set archive_library = ''`);
    await client.query(`alter system set archive_command = '${GIVEN_UP}'`);
    await client.query('select pg_reload_conf()');
  });
}

export type ArchiveState = { archivedAt: Date | null; failing: boolean; failures: number; waitingBytes: number };

/** How the log of a running server is brought away. */
export async function archiveState(socket: string): Promise<ArchiveState> {
  return asSuperuser(socket, async (client) => {
    const { rows } = await client.query<{ at: Date | null; failing: boolean; failures: string; bytes: string }>(`
      select last_archived_time as at, coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failing,
        failed_count as failures, (select coalesce(sum(size), 0) from pg_ls_waldir()) as bytes from pg_stat_archiver`);
    const [{ at, failing, failures, bytes }] = rows;
    return { archivedAt: at, failing, failures: Number(failures), waitingBytes: Number(bytes) };
  });
}

async function asSuperuser<T>(socket: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ host: socket, user: SUPERUSER, database: 'postgres' });
  // A server that ends meanwhile fails the query that waits for it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Copies the cluster while it runs. It holds all of the log that it needs to be whole by itself; named last, it is never half there. */
export async function makeBase({ socket, cluster }: RunningCluster, folder: string, now: () => Date = () => new Date()): Promise<Base> {
  const began = now();
  const name = began.toISOString().replaceAll(':', '-');
  const unfinished = path.join(folder, 'base', `${name}.unfinished`);
  let [first, last] = ['', ''];
  await fs.mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    await asSuperuser(socket, async (client) => {
      await client.query(`select pg_backup_start('gantry', true)`);
      await copyTree(cluster, unfinished, (entry) => !LEFT_OUT.has(path.basename(entry)) && !EMPTIED.has(path.dirname(entry)));
      const { rows } = await client.query<{ labelfile: string; spcmapfile: string; segment: string }>(
        'select labelfile, spcmapfile, pg_walfile_name(lsn) as segment from pg_backup_stop(false)',
      );
      const [{ labelfile, spcmapfile, segment }] = rows;
      last = segment;
      await fs.writeFile(path.join(unfinished, 'backup_label'), labelfile);
      if (spcmapfile) await fs.writeFile(path.join(unfinished, 'tablespace_map'), spcmapfile);
      await client.query('select pg_switch_wal()');
      await copyTree(path.join(cluster, 'pg_wal'), path.join(unfinished, 'pg_wal'), (entry) => /^[0-9A-F]{24}$/.test(entry));
      first = SEGMENT_OF_LABEL.exec(labelfile)?.[1] ?? '';
      if (!(await exists(path.join(unfinished, 'pg_wal', first))))
        throw new Error('The database changed faster than it was copied: try again when less is going on.');
    });
    const ended = now();
    await fs.writeFile(path.join(unfinished, DONE), JSON.stringify({ began, ended, last }));
    await fs.rename(unfinished, path.join(folder, 'base', name));
    return { name, began, ended, first: positionOf(first), last: positionOf(last) };
  } catch (error) {
    await fs.rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

const SEGMENT = /^[0-9A-F]{24}$/;
const SEGMENT_OF_LABEL = /file ([0-9A-F]{24})/;
const SEGMENTS_OF_A_LOG = 256;
/** Counts the pieces of the log: after the eight digits of the timeline, eight of the log and eight of the piece of 16 MB within it. */
const positionOf = (segment: string): number =>
  Number.parseInt(segment.slice(8, 16), 16) * SEGMENTS_OF_A_LOG + Number.parseInt(segment.slice(16), 16);

/** Bases that are there whole, the oldest first: by the log, for clocks jump. */
export async function listBases(folder: string): Promise<Base[]> {
  const bases: Base[] = [];
  for (const name of await fs.readdir(path.join(folder, 'base')).catch(() => [])) {
    const read = (file: string) => fs.readFile(path.join(folder, 'base', name, file), 'utf8').catch(() => null);
    const [done, label] = [await read(DONE), await read('backup_label')];
    const first = SEGMENT_OF_LABEL.exec(label ?? '')?.[1];
    if (done === null || !first || name.endsWith('.unfinished')) continue;
    const { began, ended, last } = JSON.parse(done) as { began: string; ended: string; last?: string };
    bases.push({ name, began: new Date(began), ended: new Date(ended), first: positionOf(first), last: positionOf(last ?? first) });
  }
  return bases.toSorted((a, b) => a.first - b.first || (a.name < b.name ? -1 : 1));
}

/**
 * What a folder of copies protects, read from what lies in it: the oldest base from which the log leads to its end without a gap, the newest
 * one, whether a gap follows that, and when the last piece of the log arrived.
 */
export async function describeCopies(
  folder: string,
): Promise<{ oldest: Base | null; newest: Base | null; gap: boolean; archivedAt: Date | null }> {
  const segments = (await fs.readdir(walFolder(folder)).catch(() => [])).filter((name) => SEGMENT.test(name));
  const there = new Set(segments.map(positionOf));
  const end = Math.max(-1, ...there);
  const leadsToEnd = ({ last }: Base): boolean => {
    for (let at = last + 1; at <= end; at++) if (!there.has(at)) return false;
    return true;
  };
  const bases = await listBases(folder);
  const newest = bases.at(-1) ?? null;
  const arrived = await Promise.all(
    segments.map((name) =>
      fs.stat(path.join(walFolder(folder), name)).then(
        ({ mtime }) => mtime.getTime(),
        () => 0,
      ),
    ),
  );
  return {
    oldest: bases.find(leadsToEnd) ?? null,
    newest,
    gap: newest !== null && !leadsToEnd(newest),
    archivedAt: segments.length ? new Date(Math.max(...arrived)) : null,
  };
}

/** Deletes all but the newest bases, and the log before the oldest of them. */
export async function pruneBases(folder: string, kept: number): Promise<void> {
  const bases = await listBases(folder);
  for (const { name } of bases.slice(0, -kept)) await fs.rm(path.join(folder, 'base', name), { recursive: true, force: true });
  const oldest = bases.at(-kept) ?? bases[0];
  if (!oldest) return;
  for (const segment of await fs.readdir(walFolder(folder)).catch(() => []))
    if (SEGMENT.test(segment) && positionOf(segment) < oldest.first) await fs.rm(path.join(walFolder(folder), segment));
}

/**
 * Makes a new data folder of a copy, as the installation was at a moment, or as late as the copy knows. The folder is there whole or not
 * at all. Answers the last change that it holds.
 */
export async function restoreInstallation(folder: string, into: string, at: Date | null): Promise<{ base: Base; until: Date | null }> {
  if (await exists(into)) throw new Error(`${into} is there already: name a new folder.`);
  const bases = await listBases(folder);
  const base = bases.findLast(({ ended }) => at === null || ended <= at);
  if (!base) throw new Error(bases.length ? `The oldest copy is of ${bases[0].ended.toISOString()}.` : `There is no copy in ${folder}.`);
  const unfinished = `${path.resolve(into)}.unfinished`;
  await fs.rm(unfinished, { recursive: true, force: true });
  const user = postgresUser();
  try {
    const cluster = path.join(unfinished, 'pg18');
    await fs.mkdir(cluster, { recursive: true, mode: 0o711 });
    await copyTree(path.join(folder, 'base', base.name), cluster, (entry) => entry !== DONE);
    await fs.rm(path.join(cluster, 'postgresql.auto.conf'), { force: true });
    await fs.writeFile(path.join(cluster, 'postgresql.auto.conf'), '');
    await fs.writeFile(path.join(cluster, 'recovery.signal'), '');
    for (const part of BESIDE)
      await copyTree(path.join(folder, part), path.join(unfinished, part), (entry) => !entry.endsWith('.unfinished')).catch(
        () => undefined,
      );
    await fs.chmod(cluster, 0o700);
    if ('uid' in user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, cluster]);
    const until = await recover(unfinished, user, folder, at);
    await fs.rename(unfinished, into);
    return { base, until };
  } catch (error) {
    await fs.rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

const EARLY_END = /recovery ended before configured recovery target/;

async function recover(dataDir: string, user: RunAs, folder: string, at: Date | null): Promise<Date | null> {
  const programs = postgresPrograms(dataDir, user);
  const cluster = path.join(dataDir, 'pg18');
  const place = { path: cluster, argument: '/proc/self/cwd', cwd: cluster, reachable: false };
  const socket = socketFolder(dataDir, place, user);
  const wal = path.resolve(walFolder(folder));
  // PostgreSQL's user may lack access to the folder of the log: the files it needs are copied to one that it can read.
  const needed = path.join(cluster, 'gantry-restored-wal');
  await copyTree(wal, needed, (entry) => !entry.includes('.')).catch(() => undefined);
  await fs.mkdir(needed, { recursive: true });
  if ('uid' in user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, needed]);
  const settings = {
    restore_command: 'cp gantry-restored-wal/%f "%p"',
    recovery_target_action: 'promote',
    archive_mode: 'off',
    ...(at ? { recovery_target_time: at.toISOString().replace('T', ' ').replace('Z', '+00') } : {}),
  };
  let early = false;
  // Where the end comes after readers were let in, they hear of something else.
  const onLogLine = (line: string) => void (early ||= EARLY_END.test(line));
  try {
    const options = { programs, cluster: place, socketDir: socket.folder, user, disposable: false, onLogLine, settings };
    const postmaster = await startPostmaster(options);
    try {
      return await asSuperuser(socket.folder, async (client) => {
        for (;;) {
          const { rows } = await client.query<{ recovering: boolean; until: Date | null }>(
            'select pg_is_in_recovery() as recovering, pg_last_xact_replay_timestamp() as until',
          );
          if (!rows[0].recovering) {
            await client.query('checkpoint');
            return rows[0].until;
          }
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      });
    } finally {
      await postmaster.stop();
    }
  } catch (error) {
    if (early || (error instanceof Error && EARLY_END.test(error.message)))
      throw new Error(`The copy ends before ${at?.toISOString()}: leave the moment out for the latest state that it holds.`, {
        cause: error,
      });
    throw error;
  } finally {
    socket.remove();
    await fs.rm(needed, { recursive: true, force: true });
  }
}

const exists = (name: string): Promise<boolean> =>
  fs.access(name).then(
    () => true,
    () => false,
  );

/** Copies a folder; entries are named from its top. What vanishes meanwhile is left out, as PostgreSQL lets one. */
async function copyTree(from: string, to: string, wanted: (entry: string) => boolean, under = ''): Promise<void> {
  await fs.mkdir(path.join(to, under), { recursive: true, mode: 0o700 });
  for (const entry of await fs.readdir(path.join(from, under), { withFileTypes: true })) {
    const name = path.join(under, entry.name);
    if (!wanted(name)) continue;
    if (entry.isDirectory()) await copyTree(from, to, wanted, name);
    else if (entry.isFile())
      await fs.copyFile(path.join(from, name), path.join(to, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
  }
}
