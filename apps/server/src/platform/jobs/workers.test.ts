import { execFile } from 'node:child_process';
import { getPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { openThread } from './workers.ts';

const own = openThread<null, number>(new URL('./testing/priority.thread.ts', import.meta.url));
const ofJobs = openThread<null, number>(new URL('./testing/jobs-like.thread.ts', import.meta.url));
afterAll(() => Promise.all([own.close(), ofJobs.close()]));

test.skipIf(process.platform !== 'linux')('a thread that a job starts has the processor behind those that answer people', async () => {
  const usual = getPriority();
  expect(await own.run(null)).toBe(usual);
  expect(await ofJobs.run(null)).toBeGreaterThan(usual);
});

test.skipIf(process.platform !== 'linux')('helpers of V8 have the processor behind the threads that they help', async () => {
  const program = new URL('./testing/v8-threads.process.ts', import.meta.url);
  const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(program)]);
  const { own, helpers } = JSON.parse(stdout) as { own: number; helpers: number[] };
  expect(own).toBe(getPriority());
  expect(helpers.length).toBeGreaterThan(0);
  for (const helper of helpers) expect(helper).toBeGreaterThan(own);
});
