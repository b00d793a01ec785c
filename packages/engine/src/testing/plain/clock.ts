import type { Minute, PlanCalendar } from '@gantry/domain';
import { CHART_START } from '../chart-calendars.ts';

/** A calendar as the bare list of its working minutes around the days of charts: slow, and nothing in it to go wrong. */
export type Clock = Int32Array;

const DAY = 1440;
const FIRST_DAY = CHART_START / DAY - 150;
const DAYS = 900;

/** Lists the working minutes of a calendar. */
export function clockOf(calendar: Pick<PlanCalendar, 'week' | 'exceptions'>): Clock {
  const minutes: number[] = [];
  for (let day = FIRST_DAY; day < FIRST_DAY + DAYS; day++) {
    const exception = calendar.exceptions.find((one) => one.day === day);
    const shifts = exception ? exception.shifts : calendar.week[day % 7];
    for (let minute = 0; minute < DAY; minute++)
      if (shifts.some((shift) => shift.start <= minute && minute < shift.finish)) minutes.push(day * DAY + minute);
  }
  return Int32Array.from(minutes);
}

/** w(t): how many working minutes lie before the moment. */
export function workBy(clock: Clock, moment: Minute): number {
  let [low, high] = [0, clock.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (clock[middle] < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** tS(w): where the working minute starts. */
export function startsAt(clock: Clock, work: number): Minute {
  return clock[work];
}

/** tF(w): where so much work ends. */
export function endsAt(clock: Clock, work: number): Minute {
  return clock[work - 1] + 1;
}
