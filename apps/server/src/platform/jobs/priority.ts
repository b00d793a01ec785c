import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

/** The nice value: under contention what stands back gets a third of the time of what is usual. */
const STEPS_BACK = 5;

/**
 * How a thread shares the processor. `low`: it has less of it than others. `idle`: it has what nobody else wants, and none while others want
 * all: for work that holds no lock and no lease.
 */
export type Priority = 'usual' | 'low' | 'idle';

/** Linux names the calling thread by this link, and has a priority for each; elsewhere the thread stays as it is. */
const ownThread = (): number => Number(basename(readlinkSync('/proc/thread-self')));

let isBack = false;

export function standBack(): void {
  isBack = true;
  tryTo(() => setPriority(ownThread(), STEPS_BACK));
}

/** What threads have that this one starts: they stand back where it does. */
export const ownPriority = (): Priority => (isBack ? 'low' : 'usual');

/**
 * Gives way as soon as anybody else wants the processor. A thread of a lower priority ends its slice first, and an edit that wakes up ten
 * times meets ten of them. Where the program for it is missing the thread stands back.
 */
export function standIdle(): void {
  standBack();
  tryTo(() => execFileSync('chrt', ['--idle', '--pid', '0', String(ownThread())], { stdio: 'ignore', timeout: 2000 }));
}

/**
 * Lets the helpers of V8 stand back, which collect the garbage of all threads beside them: what a thread that counts leaves behind would take
 * both cores of a small machine at the usual priority. A thread that must not wait collects its own garbage itself as far as they do not.
 */
export function standHelpersBack(): void {
  tryTo(() => {
    for (const id of readdirSync('/proc/self/task'))
      if (readFileSync(`/proc/self/task/${id}/comm`, 'utf8').trim() === HELPER) setPriority(Number(id), STEPS_BACK);
  });
}
/** How Node names them. */
const HELPER = 'V8Worker';

/**
 * Lets the process of a database connection stand back where it runs beside this one: as the built-in database does. The name that it gives
 * itself is asked for first: a number of another machine may be that of any process here.
 */
export function standBackend(pid: number): void {
  tryTo(() => {
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('postgres: ')) setPriority(pid, STEPS_BACK);
  });
}

/** Results do not depend on a priority, and the system may refuse to change it. */
function tryTo(work: () => void): void {
  try {
    work();
  } catch {
    // It stays as it is.
  }
}
