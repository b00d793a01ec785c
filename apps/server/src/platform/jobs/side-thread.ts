import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type MessagePort, Worker } from 'node:worker_threads';
import { describeError, type Log } from '../log.ts';
import { THREAD_MEMORY } from './workers.ts';

const RESTART_MS = 1000;

/** What a thread tells of itself now and then: at which moment, and the 99th percentile of the delay of its event loop, in seconds. */
export type Heartbeat = { at: number; loopDelayP99: number };
const BEAT_MS = 5000;

/** Tells the server that this thread lives, until the returned function is called. */
export function beat(port: MessagePort | null): () => void {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const notify = () => {
    port?.postMessage({ at: Date.now(), loopDelayP99: delay.percentile(99) / 1e9 } satisfies Heartbeat);
    delay.reset();
  };
  notify();
  const timer = setInterval(notify, BEAT_MS).unref();
  return () => {
    clearInterval(timer);
    delay.disable();
  };
}

/** A thread that lives beside the server. */
export type SideThread = {
  /** The last that it told of itself; null before the first word of a thread that has just begun. */
  lastHeartbeat(): Heartbeat | null;
  /** Asks the thread to finish, by one message, and waits for its end. */
  close(): Promise<void>;
};

/** Runs a module in a thread of its own, and again when it falls: it never takes the server with it. */
export function keepThread(module: URL, workerData: unknown, log: Log): SideThread {
  let closing = false;
  let worker: Worker;
  let timer: NodeJS.Timeout | undefined;
  let heartbeat: Heartbeat | null = null;
  const start = (): void => {
    worker = new Worker(module, { workerData, resourceLimits: THREAD_MEMORY });
    heartbeat = null;
    worker.on('message', (reported: Heartbeat) => (heartbeat = reported));
    worker.on('error', (error) => log.error('thread.fell', { module: module.pathname.split('/').at(-1), ...describeError(error) }));
    worker.once('exit', () => {
      if (!closing) timer = setTimeout(start, RESTART_MS);
    });
  };
  start();
  return {
    lastHeartbeat: () => heartbeat,
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
