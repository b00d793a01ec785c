import { Worker } from 'node:worker_threads';
import { Refused } from '../fail.ts';
import { ownPriority, type Priority } from './priority.ts';
import { priorityArgument } from './workers.thread.ts';

type Answer = { result?: unknown; refused?: Pick<Refused, 'code' | 'parameters'>; error?: string; progress?: unknown };
type Piece = {
  input: unknown;
  withinMs: number | undefined;
  resolve(result: unknown): void;
  reject(error: Error): void;
  progress?(value: unknown): void;
};
/** `withinMs`: how long the thread may work on the piece; the wait for those before it does not count. */
type RunOptions = { signal?: AbortSignal; progress?: (value: unknown) => void; withinMs?: number };

/** A thread that does one kind of heavy work, one piece after another; it starts with the first piece. */
export type Thread<Input, Result> = {
  run(input: Input, options?: RunOptions): Promise<Result>;
  /** Starts the thread before its first piece arrives. */
  start(): void;
  close(): Promise<void>;
};

/** Beyond the old space a thread falls alone. Both bounds also keep V8 from letting garbage lie: the usual ones cost 200 MB at 100,000 rows. */
export const THREAD_MEMORY = { maxOldGenerationSizeMb: 1536, maxYoungGenerationSizeMb: 8 };

/** Of threads that read whole versions: rows that are read stay, and with little room for new objects they are copied over and over. */
export const READING_MEMORY = { maxYoungGenerationSizeMb: 64 };

/** Pieces that wait for one thread; more are refused, since their callers would not wait for them. */
export const MOST_PIECES = 1000;

/**
 * Opens a thread on a module that calls `serveThread`. The thread holds one piece at a time: one that is aborted or that
 * brings the thread down takes no other with it, the next is done by a new thread.
 */
export function openThread<Input, Result>(
  module: URL,
  memory: Partial<typeof THREAD_MEMORY> = {},
  workerData: unknown = null,
  /** That of the thread that starts it, unless it is named. */
  priority?: Priority,
): Thread<Input, Result> {
  const queue: Piece[] = [];
  let current: Piece | null = null;
  let worker: Worker | null = null;
  let limit: NodeJS.Timeout | undefined;

  function started(): Worker {
    if (worker) return worker;
    const argv = [priorityArgument(priority ?? ownPriority())];
    const next = new Worker(module, { argv, resourceLimits: { ...THREAD_MEMORY, ...memory }, workerData });
    next.on('message', ({ result, refused, error, progress }: Answer) => {
      if (worker !== next) return;
      if (progress !== undefined) return current?.progress?.(progress);
      if (refused) return finish((piece) => piece.reject(new Refused(refused.code, refused.parameters)));
      finish((piece) => (error === undefined ? piece.resolve(result) : piece.reject(new Error(error))));
    });
    const lose = (error: Error) => {
      if (worker !== next) return;
      worker = null;
      finish((piece) => piece.reject(error));
    };
    next.on('error', lose);
    next.on('exit', () => lose(new Error('the thread ended')));
    next.unref();
    worker = next;
    return next;
  }

  function finish(notify: (piece: Piece) => void): void {
    const piece = current;
    current = null;
    clearTimeout(limit);
    if (piece) notify(piece);
    take();
  }

  function take(): void {
    if (current) return;
    const next = queue.shift();
    if (!next) return;
    current = next;
    started().postMessage({ input: next.input });
    if (next.withinMs !== undefined)
      limit = setTimeout(() => drop(next, new DOMException('the piece took too long', 'TimeoutError')), next.withinMs).unref();
  }

  function drop(piece: Piece, reason: Error): void {
    const at = queue.indexOf(piece);
    if (at >= 0) {
      queue.splice(at, 1);
      piece.reject(reason);
    } else if (current === piece) {
      const running = worker;
      worker = null;
      void running?.terminate();
      finish(() => piece.reject(reason));
    }
  }

  return {
    run(input, { signal, progress, withinMs } = {}) {
      signal?.throwIfAborted();
      if (queue.length >= MOST_PIECES) return Promise.reject(new Refused('server.busy'));
      return new Promise<Result>((resolve, reject) => {
        const abort = () => drop(piece, signal?.reason instanceof Error ? signal.reason : new DOMException('stopped', 'AbortError'));
        const ended =
          <T>(then: (value: T) => void) =>
          (value: T) => {
            signal?.removeEventListener('abort', abort);
            then(value);
          };
        const piece: Piece = {
          input,
          withinMs,
          resolve: ended((result: unknown) => resolve(result as Result)),
          reject: ended(reject),
          progress,
        };
        signal?.addEventListener('abort', abort, { once: true });
        queue.push(piece);
        take();
      });
    },
    start: () => void started(),
    async close() {
      await worker?.terminate();
    },
  };
}
