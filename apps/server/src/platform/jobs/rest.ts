import { setTimeout } from 'node:timers/promises';

/** Work that is over within that time lets nobody wait. */
const AT_ONCE_MS = 1000;
/** A rest that is shorter costs more than it gives. */
const LEAST_MS = 5;
/** After a single long statement nobody needs a rest as long as it. */
const MOST_MS = 2000;

/** Called between two pieces of work. */
export type Rest = () => Promise<void>;

export const noRest: Rest = async () => undefined;

/**
 * Leaves half of the time of the processor and the disk to people: each call waits as long as it is since the end of the one before.
 * Nothing waits in the first second.
 */
export function resting(): Rest {
  const begun = performance.now();
  let from = begun;
  return async () => {
    const now = performance.now();
    const wait = Math.min(MOST_MS, now - from);
    if (now - begun < AT_ONCE_MS) from = now;
    if (now - begun < AT_ONCE_MS || wait < LEAST_MS) return;
    await setTimeout(wait);
    from = performance.now();
  };
}
