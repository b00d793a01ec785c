import { dayOf, formatMinute, minuteAt, MINUTES_PER_DAY } from '@gantry/domain';

const DAYS_A_WEEK = 7;

export const dayAt = (text: string): number => dayOf(minuteAt(`${text.slice(0, 10)}T00:00`));
export const textOf = (day: number): string => formatMinute(day * MINUTES_PER_DAY).slice(0, 10);

/** The Monday of a day. */
export function mondayOf(day: string): string {
  const at = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  return textOf(dayAt(day) - ((at.getUTCDay() + DAYS_A_WEEK - 1) % DAYS_A_WEEK));
}

/** The day so many weeks after another. */
export const weeksAfter = (day: string, weeks: number): string => textOf(dayAt(day) + weeks * DAYS_A_WEEK);

/** The last day of a week. */
export const sundayOf = (week: string): string => textOf(dayAt(week) + DAYS_A_WEEK - 1);

/** Whether a work takes place in a week, or should have been done before it. */
export function isDue(work: { start: string | null; finish: string | null }, week: string): boolean {
  return work.start !== null && work.start.slice(0, 10) <= sundayOf(week);
}

/** What days hold by weeks; null where a week has none. */
export function byWeeks(values: readonly (number | null)[], weeks: number): (number | null)[] {
  return Array.from({ length: weeks }, (_, at) => {
    const own = values.slice(at * DAYS_A_WEEK, (at + 1) * DAYS_A_WEEK).filter((value) => value !== null);
    return own.length ? own.reduce((sum, value) => sum + value, 0) : null;
  });
}
