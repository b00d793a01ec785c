import { dayOf, type Plan } from '@gantry/domain';
import { MONDAY } from '../../leveling/testing/drawn-plan.ts';
import { calculate } from '../../timetable/calculate.ts';
import type { LoadPlan } from '../assignment-days.ts';
import { loadOf } from '../load.ts';

/** The first day of drawn plans. */
export const FIRST = dayOf(MONDAY);

/** The plan with the dates that its calculation gives. */
export function loaded(plan: Plan, more: Partial<LoadPlan> = {}): LoadPlan {
  const { start, finish, earlyStart, earlyFinish } = calculate(plan);
  const dates = (at: number) => ({ start: start[at], finish: finish[at], earlyStart: earlyStart[at], earlyFinish: earlyFinish[at] });
  const items = plan.items.map((item, at) => ({ ...item, ...dates(at) }));
  return { ...plan, items, dataDate: MONDAY, defaultCalendarId: 1, days: [], ...more };
}

/** The cells of the first resource; `starts` counts days from the first Monday. */
export function cells(plan: LoadPlan, period: Parameters<typeof loadOf>[1] = 'day', more: { from?: number; to?: number } = {}) {
  const load = loadOf(plan, period, { measure: 'units', ...more });
  const of = (list: ArrayLike<number>) => Array.from(list).slice(0, load.starts.length - 1);
  return {
    starts: Array.from(load.starts, (day) => day - FIRST),
    values: of(load.values),
    capacity: of(load.capacity),
    over: of(load.overDays),
  };
}
