import { MINUTES_PER_DAY } from '@gantry/domain';
import type { Minute } from '@gantry/domain';
import { addWork, startOfWork, workBefore, workBetween } from '../time/work.ts';
import type { Scenario } from './scenario.ts';
import { intensity, isDivisor } from './scenario.ts';
import { endOfWorkingDay, planAhead, startOfWorkingDay } from './started-work.ts';
import type { ProgressOptions, ResumedWork } from './started-work.ts';

/** Rounding of 0.1 + 0.2 must not send a plan that covers the rest exactly into the tail. */
const TOLERANCE = 1e-9;

/** Eats the rest day by day; after the last planned day it goes on at the intensity of scenario 6. */
function finishByPlan(work: ResumedWork, volume: number, options: ProgressOptions): Minute | null {
  let rest = volume - (work.volumeFact ?? 0);
  let tailFrom = work.resume;
  for (const { day, value, from, minutes } of planAhead(work)) {
    if (rest <= value * (1 + TOLERANCE)) {
      const share = Math.round(minutes * Math.min(1, rest / value));
      return minutes > 0
        ? addWork(work.calendar, startOfWork(work.calendar, workBefore(work.calendar, from)), share)
        : endOfWorkingDay(work.calendar, day);
    }
    rest -= value;
    tailFrom = (day + 1) * MINUTES_PER_DAY;
  }
  const rate = intensity(work, volume, work.volumeFact, options);
  return rate === null ? null : addWork(work.calendar, tailFrom, Math.round(rest / rate));
}

/** 15. Starts on the first day of the daily plan; finishes in the day in which the plan uses up the rest. */
export const startByDailyPlan: Scenario = {
  name: 'start_by_daily_plan',
  family: 'volume',
  fallback: 6,
  forecast: (work, options) => {
    const planned = [...(work.dailyPlan ?? [])].filter((entry) => entry[1] > 0).map((entry) => entry[0]);
    if (!isDivisor(work.volume) || planned.length === 0) return null;
    const start = startOfWorkingDay(
      work.calendar,
      planned.reduce((first, day) => Math.min(first, day)),
    );
    if ((work.volumeFact ?? 0) >= work.volume) return { remainingMinutes: 0, start };
    const finish = finishByPlan(work, work.volume, options);
    if (finish === null) return null;
    return { remainingMinutes: Math.max(0, workBetween(work.calendar, work.resume, finish)), finish, start };
  },
};
