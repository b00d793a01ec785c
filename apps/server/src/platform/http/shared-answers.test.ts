import { expect, test } from 'vitest';
import { shareAnswers } from './shared-answers.ts';

test('what is asked under one name is made once, also by those who ask meanwhile', async () => {
  const shared = shareAnswers<number>(2);
  let made = 0;
  const make = async () => (made += 1);
  expect(await Promise.all([shared('a', make), shared('a', make)])).toEqual([1, 1]);
  expect(await shared('a', make)).toBe(1);
  // The one that was asked for longest ago goes.
  await shared('b', make);
  await shared('a', make);
  await shared('c', make);
  expect([await shared('a', make), await shared('b', make)]).toEqual([1, 4]);
});

test('of a call that failed nothing is taken over', async () => {
  const shared = shareAnswers<number>(2);
  const failed = shared('a', () => Promise.reject(new Error('gone')));
  const other = shared('a', async () => 7);
  await expect(failed).rejects.toThrow('gone');
  expect(await other).toBe(7);
  expect(await shared('a', async () => 8)).toBe(7);
});
