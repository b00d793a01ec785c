/**
 * The built-in database: PostgreSQL from npm in the data folder, on a Unix socket, supervised. One data folder has one server at
 * a time; processes that a killed server left behind are stopped first; a database that exits is restarted.
 */

import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { postgresPrograms, postgresUser } from './embedded-postgres.binaries.ts';
import { openCluster, socketFolder, SUPERUSER } from './embedded-postgres.cluster.ts';
import { FolderInUse, lockFolder } from './embedded-postgres.folder-lock.ts';
import { prepareArchive, startArchiving } from './embedded-postgres.base.ts';
import { stopOrphans } from './embedded-postgres.orphans.ts';
import { type Postmaster, startPostmaster } from './embedded-postgres.postmaster.ts';
import type { Log } from '../log.ts';
import { errorCode, errorMessage } from '../errors.ts';

type LauncherLog = Pick<Log, 'info' | 'warn' | 'error'>;

/** Fields of pg.ClientConfig; no password, because the socket's folder lets nobody else in. */
export interface EmbeddedConnection {
  host: string;
  user: string;
  database: string;
}

/** A running built-in database. */
export interface EmbeddedPostgres {
  /** The product's own role: it owns its database, is no superuser, and row-level security binds it. */
  connection: EmbeddedConnection;
  /** The superuser, for making further databases. */
  administration: EmbeddedConnection;
  /** Where the folder of the cluster lies. */
  readonly cluster: string;
  /** The number of PostgreSQL's main process; another one after a restart. */
  readonly pid: number;
  stop(): Promise<void>;
}

/** Lines of PostgreSQL's log that are copied into ours; the rest is routine. */
const TROUBLE =
  /^PANIC|^FATAL(?!: +the database system is (?:starting up|shutting down|not yet))|terminated by signal|was not properly shut down|reinitializing|could not|corrupt|checksum/;

/** The database could not start; the message is one sentence for the operator. */
export class DatabaseStartError extends Error {}

/** Starts the database in `dataDir`, making it when there is none. Rejects with a DatabaseStartError. */
export async function startEmbeddedPostgres(
  dataDir: string,
  log: LauncherLog,
  options: { disposable?: boolean; archive?: string | null } = {},
): Promise<EmbeddedPostgres> {
  const folder = path.resolve(dataDir);
  try {
    return await start(folder, log, options.disposable ?? false, options.archive ?? null);
  } catch (error) {
    throw new DatabaseStartError(explain(folder, error as Error), { cause: error });
  }
}

async function start(dataDir: string, log: LauncherLog, disposable: boolean, archive: string | null): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') throw new Error('On Windows there is no built-in database yet: give a PostgreSQL by DATABASE_URL.');
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const lock = await lockFolder(dataDir);
  let removeSocket = () => {};
  try {
    const user = postgresUser();
    const programs = postgresPrograms(dataDir, user);
    const cluster = await openCluster(dataDir, programs, user);
    const orphans = await stopOrphans(cluster.path);
    if (orphans > 0) log.warn('database.orphans_stopped', { processes: orphans });
    const socket = socketFolder(dataDir, cluster, user);
    removeSocket = socket.remove;
    const onLogLine = (line: string) => {
      if (TROUBLE.test(line)) log.warn('database.says', { line });
    };
    if (archive) await prepareArchive(archive);
    // An hour of quiet is a minute's loss at most; where the log goes is said once the server runs.
    const settings: Record<string, string> = archive ? { archive_mode: 'on', archive_timeout: '60s' } : {};
    const begin = () => startPostmaster({ programs, cluster, socketDir: socket.folder, user, disposable, onLogLine, settings });
    const administration = { host: socket.folder, user: SUPERUSER, database: 'postgres' };
    const postmaster = await begin();
    const guard = supervise(postmaster, begin, { cluster: cluster.path, sockets: socket.folder }, log);
    try {
      await ensureRoleAndDatabase(administration);
      if (archive) await startArchiving(socket.folder, archive);
    } catch (error) {
      await guard.stop();
      throw error;
    }
    const release = () => {
      removeSocket();
      lock.release();
    };
    const onExit = () => {
      guard.stopNow();
      lock.release();
    };
    process.once('exit', onExit);
    return {
      connection: { host: socket.folder, user: 'gantry', database: 'gantry' },
      administration,
      cluster: cluster.path,
      get pid() {
        return guard.pid();
      },
      async stop() {
        await guard.stop();
        process.removeListener('exit', onExit);
        release();
      },
    };
  } catch (error) {
    removeSocket();
    lock.release();
    throw error;
  }
}

/** Restarts PostgreSQL whenever it exits unexpectedly; the pool reconnects by itself. */
function supervise(
  first: Postmaster,
  begin: () => Promise<Postmaster>,
  { cluster, sockets }: { cluster: string; sockets: string },
  log: LauncherLog,
) {
  let current = first;
  let stopping = false;
  const watch = async (): Promise<void> => {
    for (;;) {
      await current.ended;
      if (stopping) return;
      log.error('database.died', { pid: current.pid });
      for (let pause = 100; !stopping; pause = Math.min(2 * pause, 10_000)) {
        try {
          await stopOrphans(cluster, sockets);
          current = await begin();
          log.info('database.restarted', { pid: current.pid });
          break;
        } catch (error) {
          log.error('database.restart_failed', { reason: errorMessage(error) });
          await new Promise((resolve) => setTimeout(resolve, pause));
        }
      }
    }
  };
  const watching = watch();
  return {
    pid: () => current.pid,
    async stop() {
      stopping = true;
      await current.stop();
      await watching;
      // A restart may have been under way while we asked.
      await current.stop();
    },
    /** For the exit handler, which cannot await. */
    stopNow() {
      stopping = true;
      try {
        process.kill(current.pid, 'SIGINT');
      } catch {
        // The process has already exited.
      }
    },
  };
}

async function ensureRoleAndDatabase(administration: EmbeddedConnection): Promise<void> {
  const client = new pg.Client(administration);
  await client.connect();
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(`
      select exists (select from pg_roles where rolname = 'gantry') as role,
             exists (select from pg_database where datname = 'gantry') as database`);
    if (!rows[0]?.role) await client.query('create role gantry login nosuperuser nobypassrls');
    if (!rows[0]?.database) await client.query('create database gantry owner gantry');
  } finally {
    await client.end();
  }
}

function explain(dataDir: string, error: Error): string {
  const code = errorCode(error);
  const text = `${error.message}\n${(error as { stderr?: string }).stderr ?? ''}`;
  if (error instanceof FolderInUse) return error.message;
  if (code === 'ENOSPC' || code === 'EDQUOT' || /No space left on device|Disk quota exceeded|Check free disk space/.test(text)) {
    return `The disk that holds ${dataDir} is full: free some space and start Gantry again.`;
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `Gantry cannot write to its data folder ${dataDir}: give it the right to, or choose another by DATA_DIR.`;
  if (code === 'ENOTDIR' || code === 'EEXIST') return `The data folder ${dataDir} is not a folder: choose another by DATA_DIR.`;
  if (/incompatible with server|initialized by PostgreSQL version/.test(text))
    return `The database in ${dataDir} was made by another major version of PostgreSQL.`;
  const reason = /^(?:PANIC|FATAL): +(.*)$/m.exec(text)?.[1] ?? text.trim();
  return `The built-in database in ${dataDir} did not start: ${reason}`;
}
