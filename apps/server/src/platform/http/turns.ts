import { setImmediate } from 'node:timers/promises';

/** The last piece of work per key. */
const tails = new Map<string, Promise<unknown>>();

/**
 * Serializes work with the same key. Waiting work holds no database connection; without this, everybody who waits for the lock
 * of one row would hold one.
 */
export function inTurn<R>(key: string, work: () => Promise<R>): Promise<R> {
  const mine = (tails.get(key) ?? Promise.resolve()).then(work);
  const tail = mine
    .catch(() => undefined)
    .finally(() => {
      if (tails.get(key) === tail) tails.delete(key);
    });
  tails.set(key, tail);
  return mine;
}

const SLICE_MS = 5;

/** Drives long work that pauses now and then; other calls are answered between two slices of it. */
export async function unhurried<R>(steps: Generator<void, R, void>): Promise<R> {
  let until = performance.now() + SLICE_MS;
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    if (performance.now() < until) continue;
    await setImmediate();
    until = performance.now() + SLICE_MS;
  }
}
