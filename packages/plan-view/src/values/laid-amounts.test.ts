import { minuteAt, MINUTES_PER_DAY } from '@gantry/domain';
import { expect, test } from 'vitest';
import { type AmountTables, layOutAmounts, layOutEach } from './laid-amounts.ts';
import type { LaidSeries } from './laid-dates.ts';

const march = (day: number): number => minuteAt('2025-03-01T00:00') / MINUTES_PER_DAY + day - 1;
const shift = [{ start: 540, finish: 1020 }];
const calendar = { id: 1, week: [shift, shift, shift, shift, shift, [], []], exceptions: [] };
const work = { id: 1, calendarId: 1, actualStart: minuteAt('2025-03-03T09:00'), start: null, finish: null };

/** Facts of the work by days of March, with the resource that each amount is of. */
function factsOf(resourceId: number | null, actualUnits: number, kind: 'material' | 'labour' = 'material') {
  const measure = kind === 'material' ? ('volume' as const) : ('labour' as const);
  const days = [11, 12].map((day) => ({ day: march(day), value: 10 }));
  const tables = {
    wbs: [work],
    resource: [{ id: 7, kind, unit: 'm3', calendarId: null }],
    assignment: [{ id: 5, itemId: 1, resourceId: 7, plannedUnits: 1000, actualUnits, extra: { carriesVolume: true } }],
    calendar: [calendar],
    daySeries: [{ id: 9, itemId: 1, resourceId, measure, mode: 'fact', days }],
    settings: [],
  } as unknown as AmountTables;
  const laid = layOutAmounts(tables, { measure, series: 'fact', dataDate: minuteAt('2025-03-14T00:00') });
  const byDay: Record<number, number> = {};
  for (const { spread } of laid)
    for (const [at, units] of spread.units.entries())
      if (units) byDay[spread.firstDay + at - march(0)] = (byDay[spread.firstDay + at - march(0)] ?? 0) + units / 1000;
  return { byDay, of: new Set(laid.map((one) => one.resourceId)) };
}

test.each([
  ['of the work', null, 'material'],
  ['of its resource', 7, 'material'],
  ['of people', 7, 'labour'],
] as const)('an amount that was known before the first day with a fact lies before it: %s (fault F6)', (_whose, resourceId, kind) => {
  expect(factsOf(resourceId, 320, kind)).toEqual({
    byDay: { 3: 50, 4: 50, 5: 50, 6: 50, 7: 50, 10: 50, 11: 10, 12: 10 },
    of: new Set([resourceId]),
  });
  expect(factsOf(resourceId, 20, kind).byDay).toEqual({ 11: 10, 12: 10 });
});

/** Works with one of all dates, some of them the same, amounts of people and material, and days of a plan of one of them. */
function manyTables(): AmountTables {
  const at = (day: number) => march(day) * MINUTES_PER_DAY + 600;
  const wbs = [1, 2, 3, 4].map((id) => ({
    id,
    calendarId: 1,
    start: at(id),
    finish: at(id + 9),
    targetStart: id === 3 ? null : at(2 * id),
    targetFinish: at(2 * id + 5),
    earlyStart: at(id === 2 ? 9 : id),
    earlyFinish: at(id === 2 ? 19 : id + 9),
    lateStart: at(id + 3),
    lateFinish: at(id + 30),
    actualStart: id % 2 ? at(id) : null,
    actualFinish: null,
  }));
  const assignment = wbs.flatMap(({ id }) =>
    [7, 8].map((resourceId) => ({
      id: id * 10 + resourceId,
      itemId: id,
      resourceId,
      plannedUnits: 100.01 * id,
      actualUnits: 33.3,
      remainingUnits: 66.7,
      plannedCost: 1000.07,
      actualCost: id % 2 ? 400.03 : 0,
      remainingCost: 600.04,
      lagMinutes: id === 4 ? 960 : 0,
    })),
  );
  const resource = [
    { id: 7, kind: 'labour', calendarId: null },
    { id: 8, kind: 'material', unit: 'm3', calendarId: null },
  ];
  const days = [3, 4, 5].map((day) => ({ day: march(day), value: day }));
  const daySeries = [{ id: 1, itemId: 1, resourceId: 7, measure: 'labour', mode: 'plan', days }];
  return { wbs, assignment, resource, calendar: [calendar], daySeries, settings: [] };
}

test('what is lent to sums has the days of what is laid by itself, in whatever order it is asked for', () => {
  const tables = manyTables();
  const dataDate = minuteAt('2025-03-06T00:00');
  const all: LaidSeries[] = ['plan', 'fact', 'early', 'remaining', 'target', 'late', 'plan'];
  const asked = all.flatMap((series) => (['cost', 'labour', 'volume'] as const).map((measure) => ({ measure, series })));
  for (const questions of [asked, asked.toReversed(), asked.toSorted((one, other) => one.measure.localeCompare(other.measure))]) {
    const lent = new Map(questions.map((question) => [question, [] as unknown[]]));
    layOutEach(tables, { questions, dataDate, lent: true }, (question, itemId, resourceId, { firstDay, units, decimals }) =>
      lent.get(question)?.push({ itemId, resourceId, spread: { firstDay, units: units.slice(), decimals } }),
    );
    for (const [question, laid] of lent) {
      expect(laid.length).toBeGreaterThan(0);
      expect(laid).toEqual(layOutAmounts(tables, { ...question, dataDate }));
    }
  }
});
