import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describeError, type Log } from '../log.ts';
import { THREAD_MEMORY } from './workers.ts';

const RESTART_MS = 1000;

/** A thread that lives beside the server. */
export type SideThread = {
  /** Asks the thread to finish, by one message, and waits for its end. */
  close(): Promise<void>;
};

/** Runs a module in a thread of its own, and again when it falls: it never takes the server with it. */
export function keepThread(module: URL, workerData: unknown, log: Log): SideThread {
  let closing = false;
  let worker: Worker;
  let timer: NodeJS.Timeout | undefined;
  const start = (): void => {
    worker = new Worker(module, { workerData, resourceLimits: THREAD_MEMORY });
    worker.on('error', (error) => log.error('thread.fell', { module: module.pathname.split('/').at(-1), ...describeError(error) }));
    worker.once('exit', () => {
      if (!closing) timer = setTimeout(start, RESTART_MS);
    });
  };
  start();
  return {
    async close() {
      closing = true;
      clearTimeout(timer);
      if (worker.threadId < 0) return;
      const ended = once(worker, 'exit');
      worker.postMessage('close');
      await ended;
    },
  };
}
