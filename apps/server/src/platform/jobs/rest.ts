import { setTimeout } from 'node:timers/promises';

/** Work that is over within that time lets nobody wait. */
const AT_ONCE_MS = 1000;
/** A rest that is shorter costs more than it gives. */
const LEAST_MS = 5;
/** A rest is so much of the work before it: a third of the time is people's alone. */
const SHARE = 1 / 2;
/** After a single long statement nobody needs a rest as long as it. */
const MOST_MS = 2000;

/** Called between two pieces of work. */
export type Rest = {
  (): Promise<void>;
  /** Returns work that is done beside the pieces. A rest begins when it has ended, so that nothing is done in a rest. */
  beside<T>(work: Promise<T>): Promise<T>;
};

export const noRest: Rest = Object.assign(async () => undefined, { beside: <T>(work: Promise<T>) => work });

/**
 * Leaves a third of the time of the processor and the disk to people: each call waits half as long as the work since the
 * call before took. Nothing waits in the first second (`atOnceMs`).
 */
export function resting(atOnceMs = AT_ONCE_MS): Rest {
  const begun = performance.now();
  const underWay = new Set<Promise<unknown>>();
  let from = begun;
  const rest = async (): Promise<void> => {
    if (performance.now() - begun < atOnceMs) {
      from = performance.now();
      return;
    }
    await Promise.allSettled(underWay);
    const wait = Math.min(MOST_MS, (performance.now() - from) * SHARE);
    if (wait < LEAST_MS) return;
    await setTimeout(wait);
    from = performance.now();
  };
  const beside = <T>(work: Promise<T>): Promise<T> => {
    underWay.add(work);
    const end = (): void => void underWay.delete(work);
    work.then(end, end);
    return work;
  };
  return Object.assign(rest, { beside });
}
