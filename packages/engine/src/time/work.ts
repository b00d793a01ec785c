import { MINUTES_PER_DAY, type Minute } from '@gantry/domain';
import { DAY_WIDTH, reachDay, reachWork, WORKDAY_WIDTH, type CompiledCalendar } from './calendar.ts';

// What a module declares is a constant in the compiled code; what it imports is read from memory each time.
const MINUTES = MINUTES_PER_DAY;
const WIDTH = DAY_WIDTH;
const NEXT = WORKDAY_WIDTH;

/** Work minutes of the calendar from 1990-01-01 to the moment; negative before that day. */
export function workBefore(calendar: CompiledCalendar, moment: Minute): number {
  const minute = moment - calendar.firstMinute;
  if (minute < 0 || minute >= calendar.minuteCount) return workOutside(calendar, moment);
  const day = ((minute / MINUTES) | 0) * WIDTH;
  const { days } = calendar;
  return days[day] + calendar.workAt[days[day + 1] + moment];
}

/** Whether no work lies between two moments; most that are far apart are answered without the tables. */
export function isSameWork(calendar: CompiledCalendar, moment: Minute, later: Minute): boolean {
  if (moment === later) return true;
  return !isFarBefore(calendar, moment, later) && workBefore(calendar, moment) === workBefore(calendar, later);
}

/** Whether a moment lies so far before another that there is work between them. */
export function isFarBefore(calendar: CompiledCalendar, moment: Minute, later: Minute): boolean {
  const isInside = moment >= calendar.firstMinute && later - calendar.firstMinute < calendar.minuteCount;
  return isInside && later - moment > calendar.longestPause;
}

/** The moment at which the work minute starts: at the end of a working period it is the start of the next one. */
export function startOfWork(calendar: CompiledCalendar, work: number): Minute {
  if (work < calendar.firstWork || work >= calendar.endWork) return startOutside(calendar, work);
  const { workdays } = calendar;
  let day = calendar.bucketDay[(work - calendar.firstWork) >>> calendar.bucketShift];
  while (workdays[day + NEXT] <= work) day += NEXT;
  return workdays[day + 2] + calendar.startAt[workdays[day + 1] + work];
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

/** The same beyond the tables: they grow to hold the moment; where they cannot, it has the work of their edge. */
function workOutside(calendar: CompiledCalendar, moment: Minute): number {
  if (reachDay(calendar, Math.floor(moment / MINUTES_PER_DAY))) return workBefore(calendar, moment);
  return moment < 0 ? calendar.firstWork : calendar.endWork;
}

function startOutside(calendar: CompiledCalendar, work: number): Minute {
  if (reachWork(calendar, work)) return startOfWork(calendar, work);
  return calendar.firstMinute + (work < calendar.firstWork ? 0 : calendar.minuteCount);
}
