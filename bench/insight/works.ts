/** Works that count: what a version of some of them holds. */
import { type AnyRow, minuteOf, MINUTES_PER_DAY } from '@gantry/domain';
import { WORK_WEEK } from '../plans/work-week.ts';

export const start = minuteOf(2026, 1, 5);

/** The tables of a version of so many works of some executors; `variant` tells its dates and costs from those of others. */
export function tablesOfWorks(works: number, variant: number, executors: number) {
  const wbs = Array.from({ length: works }, (_, at): AnyRow => ({
    id: at + 1,
    parentId: null,
    type: 'task',
    schedulingKind: 'task',
    status: (at + 1) % 4 === 0 ? 'in_progress' : 'not_started',
    critical: (at + 1) % 3 === 0,
    nearCritical: false,
    code: `W${at}`,
    name: `Work ${at} of the level`,
    totalFloatMinutes: (at % 9) * 480,
    calendarId: 1,
    progress: 0,
    executorId: (at + 1) % executors,
    start: start + 540 + ((at % 60) * 7 + variant) * MINUTES_PER_DAY,
    finish: start + 1020 + ((at % 60) * 7 + 4 + variant) * MINUTES_PER_DAY,
  }));
  const assignment = wbs.map(({ id }): AnyRow => ({
    id,
    itemId: id,
    resourceId: 1,
    plannedUnits: 40,
    actualUnits: 0,
    remainingUnits: 40,
    plannedCost: 800 + id + variant,
    actualCost: 0,
    remainingCost: 800 + id + variant,
    lagMinutes: 0,
    curve: null,
    extra: null,
    driving: true,
    remainingMinutes: null,
  }));
  const resource = [{ id: 1, kind: 'labour', calendarId: null, pricePerUnit: 1, rates: [] } as unknown as AnyRow];
  return { wbs, assignment, resource, calendar: [WORK_WEEK as unknown as AnyRow], daySeries: [], settings: [] };
}
