/** Database processes left behind by a server that was killed: found, stopped, waited for. */

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { errorCode } from '../errors.ts';

/** How folders begin that are made for a socket whose path beside the cluster would be too long. */
export const SHORT_SOCKET_FOLDER = '/tmp/gantry-socket-';

interface FoundProcess {
  pid: number;
  isPostmaster: boolean;
}

/**
 * The name under which every process of this cluster shows in the process list. By inode: a copy of the folder is another
 * cluster whose processes must be left alone, a folder that was moved is the same one.
 */
export function clusterName(cluster: string): string {
  const { dev, ino } = fs.statSync(cluster, { bigint: true });
  return `gantry-${dev.toString(36)}-${ino.toString(36)}`;
}

/** Stops what still runs on this cluster, so that a new postmaster may open it; of its sockets the folder stays that the new one takes. */
export async function stopOrphans(cluster: string, kept?: string): Promise<number> {
  const name = clusterName(cluster);
  const found = processesOf(name);
  const socketFolder = recordedSocketFolder(cluster);
  // First as the user would; then as PostgreSQL's manual says for a postmaster that does not come down, or children without one.
  for (const { signal, waitMs } of [
    { signal: 'SIGINT', waitMs: 15_000 },
    { signal: 'SIGQUIT', waitMs: 5_000 },
    { signal: 'SIGKILL', waitMs: 5_000 },
  ] as const) {
    const left = processesOf(name);
    const postmaster = left.filter((one) => one.isPostmaster);
    if (left.length === 0) break;
    if (signal === 'SIGINT' && postmaster.length === 0) {
      // Children leave by themselves within moments of the postmaster's death.
      await untilGone(name, 2_000);
      continue;
    }
    for (const { pid } of postmaster.length > 0 && signal !== 'SIGKILL' ? postmaster : left) kill(pid, signal);
    await untilGone(name, waitMs);
  }
  if (processesOf(name).length > 0) return found.length;
  forgetStalePid(cluster);
  if (socketFolder?.startsWith(SHORT_SOCKET_FOLDER) && socketFolder !== kept) fs.rmSync(socketFolder, { recursive: true, force: true });
  return found.length;
}

/** The fifth line of postmaster.pid. */
function recordedSocketFolder(cluster: string): string | undefined {
  try {
    return fs.readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[4];
  } catch {
    return undefined;
  }
}

/** PostgreSQL takes a stale postmaster.pid for a live one when its number was given to another process of the same user. */
function forgetStalePid(cluster: string): void {
  if (process.platform === 'linux') fs.rmSync(path.join(cluster, 'postmaster.pid'), { force: true });
}

async function untilGone(name: string, waitMs: number): Promise<void> {
  for (let waited = 0; waited < waitMs && processesOf(name).length > 0; waited += 20)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

/** The processes of a cluster, found by their titles: those can be read even where a container forbids more. */
export function processesOf(name: string): FoundProcess[] {
  const found: FoundProcess[] = [];
  for (const { pid, command } of process.platform === 'linux' ? linuxProcesses() : otherProcesses()) {
    const isPostmaster = command.includes(`cluster_name=${name} `) && /^\S*postgres /.test(command);
    if (isPostmaster || command.startsWith(`postgres: ${name}: `)) found.push({ pid, isPostmaster });
  }
  return found;
}

function linuxProcesses(): { pid: number; command: string }[] {
  const all: { pid: number; command: string }[] = [];
  for (const entry of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      all.push({ pid: Number(entry), command: fs.readFileSync(`/proc/${entry}/cmdline`, 'latin1').replaceAll('\0', ' ') });
    } catch {
      // The process exited meanwhile.
    }
  }
  return all;
}

function otherProcesses(): { pid: number; command: string }[] {
  const lines = execFileSync('ps', ['-axo', 'pid=,command='], { encoding: 'latin1', maxBuffer: 64 << 20 }).split('\n');
  return lines.map((line) => {
    const [, pid, command] = /^\s*(\d+)\s(.*)$/.exec(line) ?? [];
    return { pid: Number(pid ?? 0), command: `${command ?? ''} ` };
  });
}
