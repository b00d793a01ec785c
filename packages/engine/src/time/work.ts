import { MINUTES_PER_DAY, type Minute } from '@gantry/domain';
import { MINUTE_ROW, reachDay, reachWork, type CompiledCalendar } from './calendar.ts';

/** Work minutes of the calendar from 1990-01-01 to the moment; negative before that day. */
export function workBefore(calendar: CompiledCalendar, moment: Minute): number {
  let index = Math.floor(moment / MINUTES_PER_DAY) - calendar.firstDay;
  if (index < 0 || index >= calendar.dayCount) {
    const day = index + calendar.firstDay;
    if (!reachDay(calendar, day)) return moment < 0 ? workAtEdge(calendar, -1) : workAtEdge(calendar, 1);
    index = day - calendar.firstDay;
  }
  const minute = moment - (index + calendar.firstDay) * MINUTES_PER_DAY;
  return calendar.cumulative[index] + calendar.workAt[calendar.patternOf[index] * MINUTE_ROW + minute];
}

/** The moment at which the work minute starts: at the end of a working period it is the start of the next one. */
export function startOfWork(calendar: CompiledCalendar, work: number): Minute {
  const { cumulative } = calendar;
  if ((work < cumulative[0] || work >= cumulative[calendar.dayCount]) && !reachWork(calendar, work)) return edge(calendar, work);
  return startInside(calendar, work);
}

/** The moment at which so much work ends: at the start of a working period it is the end of the one before. */
export function endOfWork(calendar: CompiledCalendar, work: number): Minute {
  return startOfWork(calendar, work - 1) + 1;
}

/** The moment at which so many work minutes after (or before, when negative) the given one have passed. */
export function addWork(calendar: CompiledCalendar, from: Minute, minutes: number): Minute {
  if (minutes === 0) return from;
  const work = workBefore(calendar, from) + minutes;
  return minutes > 0 ? endOfWork(calendar, work) : startOfWork(calendar, work);
}

/** Work minutes between two moments; negative when the second lies before the first. */
export function workBetween(calendar: CompiledCalendar, from: Minute, to: Minute): number {
  return workBefore(calendar, to) - workBefore(calendar, from);
}

function startInside(calendar: CompiledCalendar, work: number): Minute {
  const { cumulative } = calendar;
  let index = calendar.bucketDay[(work - cumulative[0]) >> calendar.bucketShift];
  while (cumulative[index + 1] <= work) index++;
  const minute = calendar.startAt[calendar.patternOf[index] * MINUTE_ROW + work - cumulative[index]];
  return (index + calendar.firstDay) * MINUTES_PER_DAY + minute;
}

function workAtEdge(calendar: CompiledCalendar, side: number): number {
  return side < 0 ? calendar.cumulative[0] : calendar.cumulative[calendar.dayCount];
}

function edge(calendar: CompiledCalendar, work: number): Minute {
  const day = work < calendar.cumulative[0] ? calendar.firstDay : calendar.firstDay + calendar.dayCount;
  return day * MINUTES_PER_DAY;
}
