import { minuteAt, MINUTES_PER_DAY } from '@gantry/domain';
import { expect, test } from 'vitest';
import { type AmountTables, layOutAmounts } from './laid-amounts.ts';

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
