import { Worker } from 'node:worker_threads';

type Answer = { id: number; result?: unknown; error?: string; progress?: unknown };
type Waiting = { resolve(result: unknown): void; reject(error: Error): void; progress?(value: unknown): void };

/** A thread that does one kind of heavy work, one piece after another; it starts with the first piece. */
export type Thread<Input, Result> = {
  run(input: Input, options?: { signal?: AbortSignal; progress?: (value: unknown) => void; transfer?: ArrayBuffer[] }): Promise<Result>;
  close(): Promise<void>;
};

const MEMORY_MB = 2048;

/** Opens a thread on a module that calls `serveThread`. A thread that dies refuses its work and is started anew with the next piece. */
export function openThread<Input, Result>(module: URL): Thread<Input, Result> {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let lastId = 0;

  function lose(error: Error): void {
    worker = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function started(): Worker {
    if (worker) return worker;
    const next = new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
    next.on('message', (answer: Answer) => {
      const job = waiting.get(answer.id);
      if (answer.progress !== undefined) return job?.progress?.(answer.progress);
      waiting.delete(answer.id);
      if (answer.error === undefined) job?.resolve(answer.result);
      else job?.reject(new Error(answer.error));
    });
    next.on('error', (error) => worker === next && lose(error as Error));
    next.on('exit', () => worker === next && lose(new Error('the thread ended')));
    next.unref();
    worker = next;
    return next;
  }

  return {
    run(input, { signal, progress, transfer = [] } = {}) {
      signal?.throwIfAborted();
      const id = ++lastId;
      return new Promise<Result>((resolve, reject) => {
        const abort = () => {
          void worker?.terminate();
          lose(signal?.reason instanceof Error ? signal.reason : new DOMException('stopped', 'AbortError'));
        };
        const ended = <T>(then: (value: T) => void) => (value: T) => {
          signal?.removeEventListener('abort', abort);
          then(value);
        };
        waiting.set(id, { resolve: ended((result: unknown) => resolve(result as Result)), reject: ended(reject), progress });
        signal?.addEventListener('abort', abort, { once: true });
        started().postMessage({ id, input }, transfer);
      });
    },
    async close() {
      await worker?.terminate();
    },
  };
}
