import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { errorCode } from '../errors.ts';

const STATE = 0;
const STARTED = 19;

/** What Linux says of a thread, from its state on: its name stands before, in brackets, and may hold any sign. */
function readThread(pid: number, thread: number): string[] {
  const line = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
  return line.slice(line.lastIndexOf(')') + 2).split(' ');
}

/** One boot of one machine, as far as processes there see each other and their clocks; null where the system does not say it. */
function readPlace(): string | null {
  try {
    const namespaces = ['pid', 'time'].map((name) => readlinkSync(`/proc/self/ns/${name}`));
    return [hostname(), readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), ...namespaces].join('/');
  } catch {
    return null;
  }
}

/** Names the calling thread, so that others of this machine can tell whether it lives; null where they cannot. */
export function holderOfThread(): string | null {
  const place = readPlace();
  if (place === null) return null;
  try {
    const [pid, , thread] = readlinkSync('/proc/thread-self').split('/').map(Number);
    return pid === process.pid ? [place, pid, thread, readThread(pid, thread)[STARTED]].join(' ') : null;
  } catch {
    return null;
  }
}

/**
 * Whether a holder is known to have ended. One of another machine, of another container or that may not be looked at is not: a lease tells
 * of it. A frozen one has not ended.
 */
export function hasEnded(holder: string): boolean {
  const [place, pid, thread, started] = holder.split(' ');
  if (place !== readPlace()) return false;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
  try {
    readThread(Number(pid), Number(pid));
  } catch {
    return false;
  }
  try {
    const found = readThread(Number(pid), Number(thread));
    return found[STARTED] !== started || 'ZX'.includes(found[STATE]);
  } catch (error) {
    return ['ENOENT', 'ESRCH'].includes(errorCode(error) ?? '');
  }
}
