import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

/** The nice value: under contention what stands back gets a third of the time of what is usual. */
const STEPS_BACK = 5;

/** Linux has a priority for each thread, and names the calling one by this link; elsewhere the thread stays as it is. */
export function standBack(): void {
  tryTo(() => setPriority(Number(basename(readlinkSync('/proc/thread-self'))), STEPS_BACK));
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
