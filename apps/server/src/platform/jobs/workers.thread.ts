import { isMainThread, parentPort } from 'node:worker_threads';
import { standBack } from './priority.ts';

/** The argument of a thread that lets others have the processor first. */
export const STANDS_BACK = '--stands-back';

/** The other side of `openThread`: answers each piece of work with what `work` returns. */
export function serveThread<Input, Result>(work: (input: Input, progress: (value: unknown) => void) => Result | Promise<Result>): void {
  if (!isMainThread && process.argv.includes(STANDS_BACK)) standBack();
  parentPort?.on('message', async ({ input }: { input: Input }) => {
    try {
      const result = await work(input, (progress) => parentPort?.postMessage({ progress }));
      parentPort?.postMessage({ result });
    } catch (error) {
      parentPort?.postMessage({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
}
