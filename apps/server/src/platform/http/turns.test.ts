import { expect, test } from 'vitest';
import { unhurried } from './turns.ts';

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
