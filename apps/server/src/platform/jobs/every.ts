import { describeError, type Log } from '../log.ts';

/** Does a piece of work now and at intervals; a failure is logged under a name. The returned function stops it. */
export function startEvery(log: Log, name: string, intervalMs: number, work: () => Promise<unknown>): () => void {
  const once = () => void work().catch((error: unknown) => log.warn(name, describeError(error)));
  const timer = setInterval(once, intervalMs);
  timer.unref();
  once();
  return () => clearInterval(timer);
}
