import { describe, expect, test } from 'vitest';
import { closedDay, openFrom } from './day-values.rules.ts';

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
