import { describe, expect, test } from 'vitest';
import { daysOfMonth, isOpen, mayWriteDays, monthAfter, monthOf, valuesOf } from './day-values.model.ts';
import type { DayValues } from './day-values.queries.ts';

const one = (measure: 'volume' | 'cost', mode: 'plan' | 'fact', values: Record<string, number>, resource_id: number | null = null) => ({
  measure,
  mode,
  resource_id,
  total: 0,
  values: Object.entries(values).map(([from, value]) => ({ from, value })),
});
const OPEN = { days: null, from: null };

test('a month has its days, the next and the last one are told over the turn of the year', () => {
  expect(daysOfMonth({ year: 2028, month: 2 })).toHaveLength(29);
  expect(daysOfMonth({ year: 2026, month: 12 }).at(-1)).toBe('2026-12-31');
  expect(monthAfter({ year: 2026, month: 12 }, 1)).toEqual({ year: 2027, month: 1 });
  expect(monthAfter({ year: 2026, month: 1 }, -1)).toEqual({ year: 2025, month: 12 });
  expect(monthOf('2026-03-02T09:00', '2030-01-01T00:00')).toEqual({ year: 2026, month: 3 });
  expect(monthOf(null, '2030-01-01T00:00')).toEqual({ year: 2030, month: 1 });
});

test('values of resources are added to those of the row, other measures stay apart', () => {
  const series = [
    one('volume', 'plan', { '2026-03-02': 1 }),
    one('volume', 'plan', { '2026-03-02': 2 }, 7),
    one('cost', 'plan', { '2026-03-02': 9 }),
  ];
  const values = valuesOf(series, 'volume');
  expect([...values.plan]).toEqual([['2026-03-02', 3]]);
  expect(values.fact.size).toBe(0);
});

describe('a day is open', () => {
  const limits: DayValues['limits'] = { plan: OPEN, fact: { days: 3, from: '2026-03-07', late: false } };
  test.each([
    ['plan', '2026-03-01', false, true],
    ['approved_plan', '2026-03-01', false, true],
    ['fact', '2026-03-06', false, false],
    ['fact', '2026-03-07', false, true],
    ['fact', '2026-03-06', true, true],
  ] as const)('for %s on %s where late facts count is %s: %s', (mode, day, late, open) => {
    expect(isOpen({ limits: { ...limits, fact: { ...limits.fact, late } } }, mode, day)).toBe(open);
  });
});

test('facts are written by who reports on the row, approved plans by its curator, all by planners', () => {
  const may =
    (...rights: string[]) =>
    (right: string) =>
      rights.includes(right);
  const executor = may('plan.report', 'plan.approve');
  expect(mayWriteDays(executor, 1, [{ executorId: 1, curatorId: 2 }])).toEqual({ plan: false, fact: true, approved_plan: false });
  const above = [
    { executorId: null, curatorId: 1 },
    { executorId: 1, curatorId: null },
  ];
  expect(mayWriteDays(executor, 1, above)).toEqual({ plan: false, fact: true, approved_plan: true });
  expect(mayWriteDays(may('plan.edit'), 3, above)).toEqual({ plan: true, fact: true, approved_plan: true });
  expect(mayWriteDays(may(), 1, above)).toEqual({ plan: false, fact: false, approved_plan: false });
});
