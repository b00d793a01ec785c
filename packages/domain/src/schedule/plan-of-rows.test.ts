import { expect, test } from 'vitest';
import type { ProgressItem } from './plan.ts';
import { blankRecord, PLAN_TABLES, planOfRecords } from './plan-of-rows.ts';

/** The plan of one begun work by a scenario, and how often its days were read. */
function planOf(progressScenario: number, status = 'in_progress') {
  let reads = 0;
  const days = {
    firstDay: 10,
    get values() {
      reads += 1;
      return [10, null, 20];
    },
  };
  const series = { ...blankRecord('daySeries'), itemId: 1, measure: 'volume', mode: 'plan', total: 30, lastDay: 12, days };
  const records = Object.fromEntries(PLAN_TABLES.map((table) => [table, []]));
  const work = { ...blankRecord('wbs'), id: 1, status, progressScenario };
  const [item] = planOfRecords({ ...records, wbs: [work], daySeries: [series] } as never, 0).items as ProgressItem[];
  return { dailyPlan: [...(item.dailyPlan ?? [])], reads };
}

test('days are read of begun works whose scenario goes by single days alone; the others have their total on the last day (fault F2)', () => {
  for (const scenario of [5, 6, 8]) expect(planOf(scenario)).toEqual({ dailyPlan: [[12, 30]], reads: 0 });
  expect(planOf(15)).toMatchObject({
    dailyPlan: [
      [10, 10],
      [12, 20],
    ],
  });
  expect(planOf(16).reads).toBeGreaterThan(0);
  expect(planOf(15, 'not_started')).toEqual({ dailyPlan: [], reads: 0 });
});

test('beside the carrier of the volume no other resource counts by days: bricks are not the wall (fault F7)', () => {
  const [WALL, BRICKS] = [7, 8];
  const days = (value: number) => ({ firstDay: 10, values: [value] });
  const series = [null, WALL, BRICKS].map((resourceId, at) => {
    const one = { itemId: 1, resourceId, measure: 'volume', mode: 'fact', total: 10 ** at, lastDay: 10, days: days(10 ** at) };
    return { ...blankRecord('daySeries'), ...one };
  });
  const work = { ...blankRecord('wbs'), id: 1, status: 'in_progress', progressScenario: 16 };
  const factsOf = (extra: object | null) => {
    const assignment = [WALL, BRICKS].map((resourceId) => ({
      ...blankRecord('assignment'),
      itemId: 1,
      resourceId,
      plannedUnits: 100,
      extra: resourceId === WALL ? extra : null,
    }));
    const records = { ...Object.fromEntries(PLAN_TABLES.map((table) => [table, []])), wbs: [work], assignment, daySeries: series };
    const [item] = planOfRecords(records as never, 0).items as ProgressItem[];
    return [...(item.dailyFact ?? [])];
  };
  expect(factsOf({ carriesVolume: true })).toEqual([[10, 11]]);
  expect(factsOf(null)).toEqual([[10, 111]]);
});
