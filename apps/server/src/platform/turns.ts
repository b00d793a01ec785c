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
