import { Worker } from 'node:worker_threads';
import { BOMBS } from './fuzz-bombs.ts';
import type { FuzzAnswer, FuzzOrder } from './fuzz-worker.ts';

/** How much is tried. */
export type FuzzPlan = { inputs: number; bombs: boolean; seed: number; onProgress?: (done: number) => void };

/** What came of it: `failures` name the input so that it can be tried again alone. */
export type FuzzReport = {
  tried: number;
  byFormat: Record<string, { read: number; refused: number }>;
  slowest: { input: string; milliseconds: number };
  peakMegabytes: number;
  failures: { input: string; trouble: string }[];
};

const LONGEST_MS = 5000;
const LONGEST_WAIT_MS = 30_000;
const MOST_MEGABYTES = 1536;
const HEAP_MEGABYTES = 1024;
const MOST_FAILURES = 50;

/** Tries all inputs in a worker that is watched: one that stands still or eats too much is stopped and counted. */
export async function fuzz({ inputs, bombs, seed, onProgress }: FuzzPlan): Promise<FuzzReport> {
  const report: FuzzReport = { tried: 0, byFormat: {}, slowest: { input: '', milliseconds: 0 }, peakMegabytes: 0, failures: [] };
  if (bombs) await tryAll('bombs', BOMBS.length);
  await tryAll('mutations', inputs);
  return report;

  async function tryAll(kind: FuzzOrder['kind'], to: number): Promise<void> {
    let from = 0;
    while (from < to && report.failures.length < MOST_FAILURES) from = await tryFrom(kind, from, to);
  }

  /** Runs a worker to its end or its failure; answers with the input to go on with. */
  function tryFrom(kind: FuzzOrder['kind'], from: number, to: number): Promise<number> {
    return new Promise((resolve) => {
      const clock = new SharedArrayBuffer(16);
      const watch = new Float64Array(clock);
      const name = (index: number): string => (kind === 'bombs' ? BOMBS[index].name : `seed ${seed}, input ${index}`);
      const order: FuzzOrder = { kind, seed, from, to, clock };
      const worker = new Worker(new URL('fuzz-worker.ts', import.meta.url), {
        workerData: order,
        resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
      });
      let isOver = false;
      let begun = 0;
      let burnt = 0;
      const end = (trouble: string | null): void => {
        if (isOver) return;
        isOver = true;
        clearInterval(timer);
        if (trouble) report.failures.push({ input: name(watch[0]), trouble });
        void worker.terminate().then(() => resolve(trouble ? watch[0] + 1 : to));
      };
      const timer = setInterval(() => {
        const megabytes = process.memoryUsage.rss() / 2 ** 20;
        report.peakMegabytes = Math.max(report.peakMegabytes, megabytes);
        if (megabytes > MOST_MEGABYTES) end(`${Math.round(megabytes)} MB of memory`);
        if (watch[1] !== begun) {
          begun = watch[1];
          burnt = processorMs();
        }
        const waited = begun > 0 ? Date.now() - begun : 0;
        // On a busy machine the clock runs on while the worker waits for a processor.
        if ((waited > LONGEST_MS && processorMs() - burnt > LONGEST_MS) || waited > LONGEST_WAIT_MS)
          end(`no answer within ${LONGEST_MS} ms`);
      }, 50);
      worker.on('message', (answers: FuzzAnswer[]) => {
        for (const { index, format, outcome, trouble, milliseconds } of answers) {
          report.tried++;
          const counts = (report.byFormat[format] ??= { read: 0, refused: 0 });
          counts[outcome]++;
          if (trouble) report.failures.push({ input: name(index), trouble });
          if (milliseconds > report.slowest.milliseconds) report.slowest = { input: name(index), milliseconds };
        }
        onProgress?.(report.tried);
      });
      worker.on('error', (error) => end(error instanceof Error ? error.message : String(error)));
      worker.on('exit', () => end(null));
    });
  }
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
