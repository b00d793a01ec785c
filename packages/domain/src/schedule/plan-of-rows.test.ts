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
