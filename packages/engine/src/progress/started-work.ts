import { MINUTES_PER_DAY, dayOf } from '@gantry/domain';
import type { CalculationOptions, Day, Minute } from '@gantry/domain';
import type { CompiledCalendar } from '../time/calendar.ts';
import { addWork, endOfWork, startOfWork, workBefore, workBetween } from '../time/work.ts';

/** Volume by calendar day; days without an entry are empty. */
export type DailySeries = ReadonlyMap<Day, number>;

/** Facts of a started work beside its dates; null = unknown, in contrast to 0. */
export type ProgressFacts = {
  /** 0…1. */
  progress: number | null;
  /** Working minutes of the work's calendar. */
  durationMinutes: number | null;
  targetDurationMinutes: number | null;
  initialDurationMinutes: number | null;
  fixedFinish: Minute | null;
  volume: number | null;
  volumeFact: number | null;
  /** Volume per working day. */
  baseIntensityPerDay: number | null;
  labour: number | null;
  labourFact: number | null;
  cost: number | null;
  costFact: number | null;
  dailyPlan: DailySeries | null;
  dailyFact: DailySeries | null;
};

/** A started, unfinished work as the scenarios see it. */
export type StartedWork = ProgressFacts & {
  calendar: CompiledCalendar;
  /** Working minutes of the day in which `baseIntensityPerDay` is counted. */
  minutesPerDay: number;
  start: Minute;
  dataDate: Minute;
};

/** How the rates are read where the specification allows two readings. */
export type ProgressOptions = Pick<CalculationOptions, 'rateOfProgress' | 'rateOfFact'>;

/** Default options. */
export const DEFAULT_PROGRESS_OPTIONS: ProgressOptions = { rateOfProgress: 'plan', rateOfFact: 'fact' };

/** A started work with what every scenario derives from it. */
export type ResumedWork = StartedWork & {
  /** R: max(data date, start, 00:00 after the last day with fact), moved forward to working time. */
  resume: Minute;
  /** E: working minutes from start to resume. */
  elapsedMinutes: number;
  lastFactDay: Day | null;
};

export function lastFactDay(series: DailySeries | null): Day | null {
  let last: Day | null = null;
  for (const [day, value] of series ?? []) if (value !== 0 && (last === null || day > last)) last = day;
  return last;
}

/** Finds the resume date of a started work. */
export function resumeWork(work: StartedWork): ResumedWork {
  const last = lastFactDay(work.dailyFact);
  const after = last === null ? work.start : (last + 1) * MINUTES_PER_DAY;
  const earliest = Math.max(work.dataDate, work.start, after);
  const resume = startOfWork(work.calendar, workBefore(work.calendar, earliest));
  return { ...work, resume, elapsedMinutes: workBetween(work.calendar, work.start, resume), lastFactDay: last };
}

/** The end of the day's working time; of a day off, the last working moment before it. */
export function endOfWorkingDay(calendar: CompiledCalendar, day: Day): Minute {
  return endOfWork(calendar, workBefore(calendar, (day + 1) * MINUTES_PER_DAY));
}

/** The start of the day's working time; of a day off, the next working moment. */
export function startOfWorkingDay(calendar: CompiledCalendar, day: Day): Minute {
  return startOfWork(calendar, workBefore(calendar, day * MINUTES_PER_DAY));
}

/** The finish of work with this many minutes left; with none left, the end of the last fact or the last working moment up to now. */
export function finishAfter(work: ResumedWork, remainingMinutes: number): Minute {
  if (remainingMinutes > 0) return addWork(work.calendar, work.resume, remainingMinutes);
  const { calendar, lastFactDay: last } = work;
  const done = last === null ? endOfWork(calendar, workBefore(calendar, work.resume)) : endOfWorkingDay(calendar, last);
  return Math.max(work.start, done);
}

/** Volume planned for the days from the resume point on; of its first day only the share of working time that is left. */
export function planAhead(work: ResumedWork): { day: Day; value: number; from: Minute; minutes: number }[] {
  const days = [...(work.dailyPlan ?? [])].filter(([day, value]) => value > 0 && day >= dayOf(work.resume)).sort((a, b) => a[0] - b[0]);
  return days.map(([day, value]) => {
    const midnight = day * MINUTES_PER_DAY;
    const from = Math.max(midnight, work.resume);
    const whole = workBetween(work.calendar, midnight, midnight + MINUTES_PER_DAY);
    const minutes = workBetween(work.calendar, from, midnight + MINUTES_PER_DAY);
    return { day, value: whole > 0 ? (value * minutes) / whole : value, from, minutes };
  });
}
