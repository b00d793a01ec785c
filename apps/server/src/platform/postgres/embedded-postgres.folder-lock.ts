/** Locks a data folder: two servers on one database folder would destroy it. */

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { errorCode } from '../errors.ts';

/** The lock held on a data folder. */
export interface FolderLock {
  release(): void;
}

/** The folder belongs to a server that lives: start elsewhere, or stop that one. */
export class FolderInUse extends Error {}

interface Holder {
  /** The kernel and the process namespace: only inside the same one does a process number mean anything. */
  machine: string;
  pid: number;
  /** Distinguishes a process from a later one with the same id. */
  started: string;
}

const HEARTBEAT_MS = 5_000;
const SILENCE_MS = 3 * HEARTBEAT_MS;

/** Takes the folder for this process, or throws FolderInUse naming the process that has it. */
export async function lockFolder(dataDir: string): Promise<FolderLock> {
  const file = path.join(dataDir, 'gantry.lock');
  const own = JSON.stringify(describe(process.pid));
  for (;;) {
    if (createExclusively(file, own)) break;
    const text = readIfThere(file);
    if (text === undefined) continue;
    if (await isAlive(file, text)) throw new FolderInUse(inUse(text));
    if (replaceStale(file, text, own)) break;
  }
  const heartbeat = setInterval(() => touch(file), HEARTBEAT_MS);
  heartbeat.unref();
  return {
    release() {
      clearInterval(heartbeat);
      if (readIfThere(file) === own) fs.rmSync(file, { force: true });
    },
  };
}

async function isAlive(file: string, text: string): Promise<boolean> {
  const holder = parse(text);
  if (holder === undefined) return false;
  if (holder.machine === describe(process.pid).machine) return describe(holder.pid).started === holder.started;
  // Another machine or container on a shared disk: its processes cannot be seen from here, only its heartbeat.
  const seen = modified(file);
  for (let waited = 0; Date.now() - seen < SILENCE_MS && waited < SILENCE_MS; waited += 500) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    if (modified(file) !== seen) return true;
  }
  return false;
}

function inUse(text: string): string {
  return `Gantry already runs on this data folder (process ${parse(text)?.pid ?? 'unknown'}).`;
}

/** A second lock, held for an instant, so that of two processes that find the same dead holder only one takes over. */
function replaceStale(file: string, stale: string, own: string): boolean {
  const guard = `${file}.takeover`;
  if (!createExclusively(guard, '')) {
    if (Date.now() - modified(guard) > SILENCE_MS) fs.rmSync(guard, { force: true });
    return false;
  }
  try {
    if (readIfThere(file) !== stale) return false;
    fs.writeFileSync(file, own);
    return true;
  } finally {
    fs.rmSync(guard, { force: true });
  }
}

function createExclusively(file: string, text: string): boolean {
  try {
    fs.writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function modified(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function touch(file: string): void {
  try {
    const now = new Date();
    fs.utimesSync(file, now, now);
  } catch {
    // A lock file that somebody deleted is not worth stopping a working server for.
  }
}

function parse(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return undefined;
  }
}

function describe(pid: number): Holder {
  if (process.platform === 'linux') {
    const machine = `${fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fs.readlinkSync('/proc/self/ns/pid')}`;
    const stat = readIfThere(`/proc/${pid}/stat`);
    // The process name may hold blanks and brackets, so fields are counted after the last bracket: state first, start time 20th.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
    return { machine, pid, started: fields[0] === 'Z' ? '' : (fields[19] ?? '') };
  }
  try {
    return { machine: os.hostname(), pid, started: execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() };
  } catch {
    return { machine: os.hostname(), pid, started: '' };
  }
}
