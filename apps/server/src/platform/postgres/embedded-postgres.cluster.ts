/** The folders of a database cluster: made once, reached by PostgreSQL's user wherever they lie. */

import { execFile, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { RunAs } from './embedded-postgres.binaries.ts';
import { SHORT_SOCKET_FOLDER } from './embedded-postgres.orphans.ts';

/** The bootstrap superuser; the product itself connects as a role that row-level security binds. */
export const SUPERUSER = 'postgres';

/** The path of a Unix socket holds 107 bytes on Linux and 103 on macOS; PostgreSQL adds this name and a `.lock`. */
const SOCKET_PATH_LIMIT = 103 - '/.s.PGSQL.5432.lock'.length;

/** How to hand a cluster's folder to PostgreSQL's programs. */
export interface ClusterFolder {
  path: string;
  /** The folder as the programs get it, and their working directory. */
  argument: string;
  cwd: string;
  reachable: boolean;
}

/** Makes the cluster with initdb unless it is there. A cluster half made by a killed start is thrown away. */
export async function openCluster(dataDir: string, programs: string, user: RunAs): Promise<ClusterFolder> {
  const cluster = path.join(dataDir, 'pg18');
  if (!fs.existsSync(path.join(cluster, 'PG_VERSION'))) {
    const unfinished = `${cluster}.unfinished`;
    fs.rmSync(unfinished, { recursive: true, force: true });
    fs.mkdirSync(unfinished, { mode: 0o700 });
    own(unfinished, user);
    const { argument, cwd } = reach(unfinished, user);
    // The built-in C.UTF-8 is the same on every machine; with plain C, trigram search finds nothing in Cyrillic.
    const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C.UTF-8', '--encoding=UTF8'];
    const options = ['-D', argument, '-U', SUPERUSER, '-A', 'trust', ...locale, '--data-checksums', '--no-instructions'];
    await promisify(execFile)(path.join(programs, 'bin/initdb'), options, { ...user, cwd });
    fs.renameSync(unfinished, cluster);
  }
  return reach(cluster, user);
}

/**
 * Under a private folder of root (0700), PostgreSQL's user cannot walk to its own folder by name. The process is then
 * started inside and told the folder by the link to its own current folder, which the kernel follows without a walk.
 */
function reach(folder: string, user: RunAs): ClusterFolder {
  const reachable = canEnter(folder, user);
  if (!reachable && process.platform !== 'linux')
    throw new Error(`PostgreSQL cannot reach ${folder}: choose a data folder outside private folders.`);
  return { path: folder, argument: reachable ? folder : '/proc/self/cwd', cwd: folder, reachable };
}

/** Whether a user can walk to a folder. */
export function canEnter(folder: string, user: RunAs): boolean {
  if (!('uid' in user)) return true;
  try {
    execFileSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...user, cwd: '/', stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A folder for the Unix socket: beside the cluster, or a short private one where that path is too long or out of reach. */
export function socketFolder(dataDir: string, cluster: ClusterFolder, user: RunAs): { folder: string; remove(): void } {
  const beside = path.join(dataDir, 'run');
  if (cluster.reachable && Buffer.byteLength(beside) <= SOCKET_PATH_LIMIT) {
    fs.mkdirSync(beside, { recursive: true, mode: 0o700 });
    own(beside, user);
    return { folder: beside, remove: () => fs.rmSync(beside, { recursive: true, force: true }) };
  }
  const folder = fs.mkdtempSync(SHORT_SOCKET_FOLDER);
  own(folder, user);
  return { folder, remove: () => fs.rmSync(folder, { recursive: true, force: true }) };
}

function own(folder: string, user: RunAs): void {
  if ('uid' in user) fs.chownSync(folder, user.uid, user.gid);
}
