/** One run of PostgreSQL's main process: started, waited for, stopped. */

import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import pg from 'pg';
import type { RunAs } from './embedded-postgres.binaries.ts';
import { type ClusterFolder, SUPERUSER } from './embedded-postgres.cluster.ts';
import { clusterName } from './embedded-postgres.orphans.ts';

/** What a start needs to know. */
export interface PostmasterOptions {
  programs: string;
  cluster: ClusterFolder;
  socketDir: string;
  user: RunAs;
  /** For tests alone: no wait for the disk, nothing survives a power cut. */
  disposable: boolean;
  onLogLine(line: string): void;
  /** Beside those of every start. */
  settings?: Record<string, string>;
}

/** A running main process, our direct child, so that its end is seen at once and it never lingers as a zombie. */
export interface Postmaster {
  pid: number;
  ended: Promise<void>;
  stop(): Promise<void>;
}

const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 20_000;

/** Starts PostgreSQL and resolves when it accepts connections; rejects with its last log lines when it exits first. */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { programs, cluster, socketDir, user } = options;
  const settings = {
    listen_addresses: '',
    unix_socket_permissions: '0700',
    cluster_name: clusterName(cluster.path),
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    max_connections: '200',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '',
    // Above ERROR: a refused statement is the caller's to log, and its text may hold personal data.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...options.settings,
    ...(options.disposable ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '64MB' } : {}),
  };
  const parameters = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(path.join(programs, 'bin/postgres'), ['-D', cluster.argument, '-k', socketDir, ...parameters], {
    ...user,
    cwd: cluster.cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
    // A process group of its own: Ctrl+C in a terminal must reach Gantry first, which still has work to store.
    detached: true,
  });
  const lastLines: string[] = [];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n').filter(Boolean)) {
      lastLines.push(line);
      if (lastLines.length > 40) lastLines.shift();
      options.onLogLine(line);
    }
  });
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      lastLines.push(error.message);
      resolve();
    });
    child.once('close', () => resolve());
  });
  const postmaster = { pid: child.pid ?? 0, ended, stop: () => stop(child, ended) };
  let failed = false;
  void ended.then(() => (failed = true));
  for (const from = Date.now(); !(await answers(socketDir)); await new Promise((resolve) => setTimeout(resolve, 15))) {
    if (!failed && Date.now() - from < START_LIMIT_MS) continue;
    if (!failed) await postmaster.stop();
    throw new Error(lastLines.join('\n') || `PostgreSQL did not answer within ${START_LIMIT_MS / 1000} seconds.`);
  }
  return postmaster;
}

async function answers(socketDir: string): Promise<boolean> {
  const client = new pg.Client({ host: socketDir, user: SUPERUSER, database: 'postgres' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A fast shutdown: open transactions are rolled back, everything committed is written out. */
async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGINT');
  const impatience = setTimeout(() => child.kill('SIGQUIT'), STOP_LIMIT_MS);
  await ended;
  clearTimeout(impatience);
}
