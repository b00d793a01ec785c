import { parentPort } from 'node:worker_threads';

/** The other side of `openThread`: answers each piece of work with what `work` returns. */
export function serveThread<Input, Result>(work: (input: Input, progress: (value: unknown) => void) => Result | Promise<Result>): void {
  parentPort?.on('message', async ({ id, input }: { id: number; input: Input }) => {
    try {
      const result = await work(input, (progress) => parentPort?.postMessage({ id, progress }));
      parentPort?.postMessage({ id, result });
    } catch (error) {
      parentPort?.postMessage({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
}
