/** What goes on per key, and what waits behind it. */
const tails = new Map<string, Promise<unknown>>();

/**
 * Does pieces of work with the same key one after the other, those with different keys at the same time. Who waits holds
 * nothing meanwhile: without it, everybody who waits for the lock of one row holds a connection that others need.
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
