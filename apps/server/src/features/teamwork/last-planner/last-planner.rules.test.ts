import { expect, test } from 'vitest';
import { byWeeks, isDue, mondayOf, sundayOf, weeksAfter } from './last-planner.rules.ts';

test('weeks begin on Mondays', () => {
  expect(['2025-03-10', '2025-03-12', '2025-03-16'].map(mondayOf)).toEqual(['2025-03-10', '2025-03-10', '2025-03-10']);
  expect(sundayOf('2025-03-10')).toBe('2025-03-16');
  expect(weeksAfter('2025-03-10', 2)).toBe('2025-03-24');
});

test('days are added up by weeks; a week without any has nothing, which is not 0', () => {
  expect(byWeeks([1, null, 2, null, null, null, null, null, null, null, null, null, null, null, 0], 3)).toEqual([3, null, 0]);
});

test('a work is due in a week that it has begun by, however late it is', () => {
  const work = { start: '2025-03-12T09:00', finish: '2025-03-13T17:00' };
  expect([weeksAfter('2025-03-10', -1), '2025-03-10', '2025-03-17'].map((week) => isDue(work, week))).toEqual([false, true, true]);
  expect(isDue({ start: null, finish: null }, '2025-03-10')).toBe(false);
});
