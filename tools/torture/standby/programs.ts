import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, openSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Debian's packages patroni, etcd-server, haproxy and postgresql-15. */
export const PROGRAMS = {
  patroni: '/usr/bin/patroni',
  etcd: '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  postgres: '/usr/lib/postgresql/15/bin/postgres',
};
export const missingPrograms = (): string[] => Object.values(PROGRAMS).filter((file) => !existsSync(file));

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** Lets the programs, which run as nobody where this process is root's, write in a folder. */
export function giveFolder(folder: string): void {
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
}

/** A program of the run with all processes that it has started. */
export type Program = { pids(): number[]; signal(name: NodeJS.Signals): void; kill(): Promise<void> };

/**
 * Starts a program; what it prints goes to `NAME.log` of the folder. A daemon of its that leaves its family is found by the file that its id
 * stands in.
 */
export function startProgram(folder: string, name: string, file: string, args: string[], pidFile?: string): Program {
  const log = openSync(join(folder, `${name}.log`), 'a');
  const child = spawn(file, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', HOME: folder },
    stdio: ['ignore', log, log],
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  });
  const pids = () => [...(child.pid === undefined ? [] : withDescendants(child.pid)), ...(pidFile ? withDescendants(idIn(pidFile)) : [])];
  const signal = (which: NodeJS.Signals): void => {
    for (const pid of pids()) {
      try {
        process.kill(pid, which);
      } catch {
        // It has ended by itself.
      }
    }
  };
  return {
    pids,
    signal,
    async kill() {
      if (!isRunning(child)) return;
      const ended = once(child, 'exit');
      signal('SIGKILL');
      await ended;
    },
  };
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

/** The process that a file names, where it still runs; 0: none. */
function idIn(pidFile: string): number {
  if (!existsSync(pidFile)) return 0;
  const id = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  return existsSync(`/proc/${id}`) ? id : 0;
}

/** A process and all below it, by what the kernel says of parents. */
export function withDescendants(root: number): number[] {
  if (!root) return [];
  const parents = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
      parents.set(Number(parent), [...(parents.get(Number(parent)) ?? []), Number(name)]);
    } catch {
      // It has ended meanwhile.
    }
  }
  const found = [root];
  for (const pid of found) found.push(...(parents.get(pid) ?? []));
  return found;
}
