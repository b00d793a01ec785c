import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { isMainThread, parentPort } from 'node:worker_threads';

/** The argument of a thread that lets others have the processor first. */
export const STANDS_BACK = '--stands-back';
/** The nice value: under contention such a thread gets a third of the time of a usual one. */
const STEPS_BACK = 5;

/** Linux has a priority for each thread, and names the calling one by this link; elsewhere the thread stays as it is. */
function standBack(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), STEPS_BACK);
  } catch {
    // Results do not depend on the priority.
  }
}

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
