import { expect, test } from 'vitest';
import { inTurn, MOST_IN_TURN, unhurried } from './turns.ts';

test('long work lets others be answered between its slices', async () => {
  let others = 0;
  const answered = setInterval(() => (others += 1), 0);
  function* work(): Generator<void, string, void> {
    while (others < 3) yield;
    return 'done';
  }
  expect(await unhurried(work())).toBe('done');
  clearInterval(answered);
});

test('a queue has an end: more is refused at once, and what waits is done in order', async () => {
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const done: number[] = [];
  const all = Array.from({ length: MOST_IN_TURN }, (_, at) => inTurn('one', async () => void (await gate, done.push(at))));
  await expect(inTurn('one', async () => undefined)).rejects.toMatchObject({ code: 'server.busy', status: 503 });
  expect(await inTurn('another', async () => 'at once')).toBe('at once');
  open();
  await Promise.all(all);
  expect(done).toEqual(all.map((_, at) => at));
  expect(await inTurn('one', async () => 'again')).toBe('again');
});
