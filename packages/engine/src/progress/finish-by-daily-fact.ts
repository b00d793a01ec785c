import type { Scenario } from './scenario.ts';
import { isDivisor, restAtIntensity } from './scenario.ts';
import { endOfWorkingDay } from './started-work.ts';

/** 16. Closes at the end of the day on which the daily facts reach the total; until then as volume, with their sum as the fact. */
export const finishByDailyFact: Scenario = {
  name: 'finish_by_daily_fact',
  family: 'volume',
  fallback: 6,
  forecast: (work, options) => {
    if (!isDivisor(work.volume) || work.lastFactDay === null) return null;
    let sum = 0;
    for (const [day, value] of [...(work.dailyFact ?? [])].sort((a, b) => a[0] - b[0])) {
      sum += value;
      // The sum of many decimal facts may miss the total by the last binary digit.
      if (sum >= work.volume * (1 - 1e-12)) {
        return { remainingMinutes: 0, finish: Math.max(work.start, endOfWorkingDay(work.calendar, day)), isClosed: true };
      }
    }
    return restAtIntensity(work, work.volume, sum, options);
  },
};
