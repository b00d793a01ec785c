import { type AnyRow, parseMinute } from '@gantry/domain';
import type { AmountTables } from '@gantry/plan-view';
import { describe, expect, test } from 'vitest';
import { promisedBy, USUAL_CONVENTIONS } from './analytics.conventions.rules.ts';
import { factsOf } from './analytics.facts.rules.ts';

const at = (text: string) => parseMinute(text) as number;
const dayAt = (text: string) => Math.floor(at(`${text}T00:00`) / 1440);
const WEEK = Array.from({ length: 7 }, (_, index) => (index < 5 ? [{ start: 540, finish: 1020 }] : []));
const CALENDAR = { id: 1, name: 'Five days', week: WEEK, exceptions: [], baseId: null, minutesPerDay: 480, isDefault: true };

const work = (id: number, code: string, more: object = {}): AnyRow => ({
  id,
  parentId: null,
  type: 'work',
  code,
  name: `Work ${code}`,
  schedulingKind: 'task',
  status: 'in_progress',
  calendarId: 1,
  progress: 0.7,
  start: at('2025-03-03T09:00'),
  finish: at('2025-03-07T17:00'),
  actualStart: at('2025-03-03T09:00'),
  ...more,
});
/** A thousand in money, and fifty cubic metres of which twenty were done on three days: the vector of earned value by days. */
const tablesOf = (row: AnyRow, cost = 1000): AmountTables => ({
  wbs: [row],
  assignment: [{ id: 1, itemId: row.id, resourceId: 1, plannedCost: cost, actualCost: 0, remainingCost: cost, lagMinutes: 0, curve: null }],
  resource: [{ id: 1, kind: 'labour', calendarId: null }],
  calendar: [CALENDAR],
  daySeries: [
    { id: 1, itemId: row.id, resourceId: null, measure: 'volume', mode: 'plan', days: [{ day: dayAt('2025-03-03'), value: 50 }] },
    {
      id: 2,
      itemId: row.id,
      resourceId: null,
      measure: 'volume',
      mode: 'fact',
      days: ['2025-03-03', '2025-03-04', '2025-03-10'].map((day, index) => ({ day: dayAt(day), value: [5, 10, 5][index] })),
    },
  ],
  settings: [],
});
const DATE = at('2025-03-11T00:00');

describe('earned value of a thousand by technique', () => {
  const earned = (technique: Parameters<typeof factsOf>[2] & object, status = 'in_progress') => {
    const { head, week } = factsOf(tablesOf(work(1, 'A', { status })), DATE, technique);
    return { ev: head.cost.earned / 100, weeks: week['cost_earned']?.units.map((value) => value / 100), done: head.done };
  };
  const by = (technique: 'progress' | 'volume' | '0_100' | '50_50') => ({ ...USUAL_CONVENTIONS, technique });

  test('by volume it is earned on the days on which volume was done', () =>
    expect(earned(by('volume'))).toEqual({ ev: 400, weeks: [300, 100], done: 0.4 }));
  test('by beginning and end', () => {
    expect(earned(by('0_100'))).toMatchObject({ ev: 0, done: 0 });
    expect(earned(by('50_50'))).toMatchObject({ ev: 500, done: 0.5 });
    expect(earned(by('0_100'), 'completed')).toMatchObject({ ev: 1000, done: 1 });
  });
  test('by progress', () => expect(earned(by('progress'))).toMatchObject({ ev: 700, done: 0.7 }));
});

describe('a version against its baseline', () => {
  const here = work(7, 'A', { finish: at('2025-03-14T17:00') });
  const baseline = { tables: tablesOf(work(3, 'A'), 800), shared: 0 };

  test('pairs rows by codes where ids are not shared; rows of no promise keep their target dates', () => {
    const own = work(8, 'B', { targetFinish: 5 });
    const { rows, hereOf } = promisedBy([here, own], { rows: baseline.tables.wbs, shared: 0 });
    expect(rows.map((row) => row['targetFinish'])).toEqual([at('2025-03-07T17:00'), 5]);
    expect([...hereOf]).toEqual([[3, 7]]);
  });

  test.each([
    ['baseline', 80_000],
    ['current', 100_000],
  ] as const)('takes the budget of the %s over the dates of the promise', (budget, cents) => {
    const { head, month } = factsOf(tablesOf(here), DATE, { ...USUAL_CONVENTIONS, baseline: { ...baseline, budget } });
    expect(head.cost).toMatchObject({ budget: cents, planned: cents, earned: cents * 0.7 });
    expect(month['cost_target']?.units).toEqual([cents]);
    expect(head).toMatchObject({ late_against_target: 1, without_target: 0 });
  });

  test('is against nothing as before', () => {
    expect(factsOf(tablesOf(here), DATE).head).toMatchObject({ without_target: 1, cost: { budget: 100_000 } });
  });
});
