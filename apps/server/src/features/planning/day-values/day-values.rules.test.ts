import type { VersionRow } from '@gantry/domain';
import { describe, expect, test } from 'vitest';
import { closedDay, openFrom, progressByDays, withDays } from './day-values.rules.ts';

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

describe('progress by values of days', () => {
  const series = (measure: 'volume' | 'labour' | 'cost', mode: 'plan' | 'fact' | 'approved_plan', ...values: (number | null)[]) =>
    ({ id: 1, itemId: 1, resourceId: null, measure, mode, firstDay: 0, values }) as VersionRow<'daySeries'>;
  test.each([
    ['facts over plan', [series('volume', 'plan', 4, 4), series('volume', 'fact', 2)], 0.25],
    ['no more than all', [series('volume', 'plan', 4), series('volume', 'fact', 9)], 1],
    ['none done', [series('volume', 'plan', 4), series('volume', 'fact', 0)], 0],
    ['labour where volume has no facts', [series('volume', 'plan', 4), series('labour', 'plan', 10), series('labour', 'fact', 5)], 0.5],
    ['cost where nothing else has a plan', [series('volume', 'fact', 4), series('cost', 'plan', 100), series('cost', 'fact', 10)], 0.1],
    ['nothing by an approved plan', [series('volume', 'approved_plan', 4), series('volume', 'fact', 2)], null],
    ['nothing by a plan alone', [series('volume', 'plan', 4, null)], null],
  ] as const)('is %s', (_what, rows, expected) => expect(progressByDays(rows)).toBe(expected));
});
