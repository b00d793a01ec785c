import { getPriority } from 'node:os';
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
