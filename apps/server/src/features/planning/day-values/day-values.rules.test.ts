import { describe, expect, test } from 'vitest';
import { closedDay, openFrom, withDays } from './day-values.rules.ts';

describe('the editing period', () => {
  test.each([
    ['plan', { plan: 2, fact: null }, 98],
    ['approved_plan', { plan: 2, fact: 9 }, 98],
    ['fact', { plan: 2, fact: 0 }, 100],
    ['fact', { plan: 2, fact: null }, null],
  ] as const)('of %s with %j opens on day %j', (mode, period, day) => expect(openFrom(mode, 100, period)).toBe(day));

  test('names the first closed day', () => {
    expect(closedDay([9, 3, 4], 5)).toBe(3);
    expect(closedDay([5, 6], 5)).toBeNull();
    expect(closedDay([1], null)).toBeNull();
  });
});

test.each([
  [null, { 5: 1 }, { firstDay: 5, values: [1] }],
  [{ firstDay: 5, values: [1] }, { 8: 2 }, { firstDay: 5, values: [1, null, null, 2] }],
  [{ firstDay: 5, values: [1, null, 2] }, { 5: null }, { firstDay: 7, values: [2] }],
  [{ firstDay: 5, values: [1] }, { 5: null }, null],
  [{ firstDay: 5, values: [1] }, { 5: 0 }, { firstDay: 5, values: [0] }],
  [null, { 5: null }, null],
] as const)('days %j changed by %j are %j', (before, changes, after) => {
  const map = new Map(Object.entries(changes).map(([day, value]) => [Number(day), value]));
  expect(withDays(before && { ...before, values: [...before.values] }, map)).toEqual(after);
});
