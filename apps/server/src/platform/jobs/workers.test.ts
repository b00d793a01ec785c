import { execFile } from 'node:child_process';
import { getPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import type { FoundPriority } from './testing/priority.thread.ts';
import { MOST_PIECES, openThread } from './workers.ts';

const module = new URL('./testing/priority.thread.ts', import.meta.url);
const own = openThread<null, FoundPriority>(module);
const ofJobs = openThread<null, FoundPriority>(new URL('./testing/jobs-like.thread.ts', import.meta.url));
const idle = openThread<null, FoundPriority>(module, {}, null, 'idle');
const gated = openThread<Int32Array, null>(new URL('./testing/gated.thread.ts', import.meta.url));
afterAll(() => Promise.all([own, ofJobs, idle, gated].map((thread) => thread.close())));

/** The policies of Linux, by the numbers of its scheduler. */
const [USUAL, IDLE] = [0, 5];

test.skipIf(process.platform !== 'linux')('a thread that a job starts has the processor behind those that answer people', async () => {
  const usual = getPriority();
  expect(await own.run(null)).toEqual({ nice: usual, policy: USUAL });
  const behind = await ofJobs.run(null);
  expect(behind.nice).toBeGreaterThan(usual);
  expect(behind.policy).toBe(USUAL);
});

test.skipIf(process.platform !== 'linux')('a thread whose work can wait has what others leave of the processor', async () => {
  expect(await idle.run(null)).toMatchObject({ policy: IDLE });
});

test.skipIf(process.platform !== 'linux')('helpers of V8 have the processor behind the threads that they help', async () => {
  const program = new URL('./testing/v8-threads.process.ts', import.meta.url);
  const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(program)]);
  const { own, helpers } = JSON.parse(stdout) as { own: number; helpers: number[] };
  expect(own).toBe(getPriority());
  expect(helpers.length).toBeGreaterThan(0);
  for (const helper of helpers) expect(helper).toBeGreaterThan(own);
});

test('the time of a piece begins when the thread takes it, not while it waits', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const start = () => {
    const gate = new Int32Array(new SharedArrayBuffer(4));
    const done = gated.run(gate, { withinMs: 1000 });
    const open = () => {
      Atomics.store(gate, 0, 1);
      Atomics.notify(gate, 0);
    };
    return { done, open };
  };
  const [first, second, third] = [start(), start(), start()];
  const tooLong = third.done.catch((error: unknown) => error);
  for (const { done, open } of [first, second]) {
    vi.advanceTimersByTime(600);
    open();
    expect(await done).toBeNull();
  }
  vi.advanceTimersByTime(999);
  const fourth = start();
  vi.advanceTimersByTime(1);
  expect(await tooLong).toMatchObject({ name: 'TimeoutError' });
  fourth.open();
  expect(await fourth.done).toBeNull();
});

test('what a thread refuses is refused with its code and what fills its text', async () => {
  const thread = openThread<number, never>(new URL('./testing/refusing.thread.ts', import.meta.url));
  onTestFinished(() => thread.close());
  await expect(thread.run(7)).rejects.toMatchObject({ name: 'Refused', code: 'version.not_found', parameters: { id: 7 }, status: 404 });
});

test('a thread for which too much waits takes no more, and takes again once that is done', async () => {
  const thread = openThread<Int32Array, null>(new URL('./testing/gated.thread.ts', import.meta.url));
  onTestFinished(() => thread.close());
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const done = Array.from({ length: MOST_PIECES + 1 }, () => thread.run(gate));
  await expect(thread.run(gate)).rejects.toMatchObject({ code: 'server.busy' });
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
  await Promise.all(done);
  expect(await thread.run(gate)).toBeNull();
});
