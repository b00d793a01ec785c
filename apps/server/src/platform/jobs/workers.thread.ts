import { isMainThread, parentPort } from 'node:worker_threads';
import type { Refused } from '../fail.ts';
import { type Priority, standBack, standIdle } from './priority.ts';

/** The argument that tells a thread its priority. */
export const priorityArgument = (priority: Priority): string => `--priority=${priority}`;

/** The other side of `openThread`: answers each piece of work with what `work` returns. */
export function serveThread<Input, Result>(work: (input: Input, progress: (value: unknown) => void) => Result | Promise<Result>): void {
  if (!isMainThread && process.argv.includes(priorityArgument('low'))) standBack();
  if (!isMainThread && process.argv.includes(priorityArgument('idle'))) standIdle();
  parentPort?.on('message', async ({ input }: { input: Input }) => {
    try {
      const result = await work(input, (progress) => parentPort?.postMessage({ progress }));
      parentPort?.postMessage({ result });
    } catch (error) {
      if (isRefused(error)) parentPort?.postMessage({ refused: { code: error.code, parameters: error.parameters } });
      else parentPort?.postMessage({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
}

/** By its name: the class brings the whole contract into each thread. */
const isRefused = (error: unknown): error is Refused => error instanceof Error && error.name === ('Refused' satisfies Refused['name']);
