import type { FastifyReply } from 'fastify';
import { setImmediate } from 'node:timers/promises';
import { Refused } from '../fail.ts';

/** The last piece of work per key. */
const tails = new Map<string, Promise<unknown>>();
/** How much waits per key, what is under way counted in. */
const waiting = new Map<string, number>();
/** More than this behind one another would wait longer than their callers do. */
export const MOST_IN_TURN = 200;

/**
 * Serializes work with the same key. Waiting work holds no database connection; without this, everybody who waits for the lock
 * of one row would hold one. Refused where too much waits already.
 */
export function inTurn<R>(key: string, work: () => Promise<R>): Promise<R> {
  const before = waiting.get(key) ?? 0;
  if (before >= MOST_IN_TURN) return Promise.reject(new Refused('server.busy'));
  waiting.set(key, before + 1);
  const mine = (tails.get(key) ?? Promise.resolve()).then(work);
  const tail = mine
    .catch(() => undefined)
    .finally(() => {
      if (tails.get(key) === tail) tails.delete(key);
      const left = (waiting.get(key) ?? 1) - 1;
      if (left) waiting.set(key, left);
      else waiting.delete(key);
    });
  tails.set(key, tail);
  return mine;
}

/**
 * Runs at most `count` pieces of work at once, first come, first served. The signal ends only the wait of its piece. Refused where
 * `mostWaiting` wait already.
 */
export function atMost(count: number, mostWaiting = Infinity): <R>(work: () => Promise<R>, signal?: AbortSignal) => Promise<R> {
  let active = 0;
  const queue: (() => void)[] = [];
  const turn = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const begin = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        queue.splice(queue.indexOf(begin), 1);
        reject(signal?.reason as Error);
      };
      queue.push(begin);
      signal?.addEventListener('abort', leave, { once: true });
    });
  return async (work, signal) => {
    signal?.throwIfAborted();
    if (active < count) active += 1;
    else if (queue.length >= mostWaiting) throw new Refused('server.busy');
    else await turn(signal);
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else active -= 1;
    }
  };
}

/** Ends when the caller goes before the answer: who is gone needs no turn. */
export function signalOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort(new Refused('server.busy'));
  });
  return gone.signal;
}

/** Who is in the last stage per key. */
const lasts = new Map<string, Promise<void>>();

/**
 * The same in two stages: what comes before `enter` is done while the one before is still in its last stage, which ends with the work or
 * when it calls `leave`. So few pieces of work of a key hold a connection. Work that restarts keeps its place, unless it has called `leave`.
 */
export function inStages<R>(key: string, work: (enter: () => Promise<void>, leave: () => void) => Promise<R>): Promise<R> {
  return new Promise<R>((resolve, reject) => {
    const first = inTurn(
      key,
      () =>
        new Promise<void>((next) => {
          let out: (() => void) | null = null;
          const leave = (): void => {
            out?.();
            out = null;
          };
          const enter = async (): Promise<void> => {
            if (out) return;
            const before = lasts.get(key);
            const { promise: mine, resolve: left } = Promise.withResolvers<void>();
            lasts.set(key, mine);
            out = () => {
              left();
              if (lasts.get(key) === mine) lasts.delete(key);
            };
            await before;
            next();
          };
          void work(enter, leave)
            .then(resolve, reject)
            .finally(() => {
              leave();
              next();
            });
        }),
    );
    first.catch(reject);
  });
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
