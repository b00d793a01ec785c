/**
 * Loaded into a server by `--import`: how long its main loop stands still. At SIGUSR2 it writes p99 and the longest in milliseconds
 * since the signal before into the file that GANTRY_LOOP_FILE names.
 */
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const RESOLUTION_MS = 5;

const file = process.env['GANTRY_LOOP_FILE'];
if (isMainThread && file) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  process.on('SIGUSR2', () => {
    const ms = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
    writeFileSync(file, JSON.stringify({ p99: ms(delay.percentile(99)), longest: ms(delay.max) }));
    delay.reset();
  });
}
