/**
 * Schedule time: whole minutes of wall-clock time since 1990-01-01T00:00, without a time zone.
 * Fits int32 until the year 6072, so columns of dates are `Int32Array`s.
 */
export type Minute = number;

/** A calendar day: whole days since 1990-01-01. */
export type Day = number;

/** A moment as JSON carries it: `2025-03-03T09:00`, wall-clock time of the project. */
export type LocalDateTime = string;

/** Stands for "no date" in columns of minutes. */
export const NO_DATE = -0x80000000;

export const MINUTES_PER_DAY = 1440;

const EPOCH_MS = Date.UTC(1990, 0, 1);
const MS_PER_MINUTE = 60_000;
const MINUTES_PER_400_YEARS = 146_097 * MINUTES_PER_DAY;
const PATTERN = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?)?$/;

/** Minutes of a calendar date; `month` counts from 1. */
export function minuteOf(year: number, month: number, day: number, hour = 0, minute = 0): Minute {
  // Date.UTC takes a year below 100 for one of the twentieth century; the calendar repeats every 400 years.
  const cycles = year < 100 ? 1 : 0;
  const ms = Date.UTC(year + 400 * cycles, month - 1, day, hour, minute);
  return (ms - EPOCH_MS) / MS_PER_MINUTE - cycles * MINUTES_PER_400_YEARS;
}

/** Reads `2025-03-03`, `2025-03-03T09:00` or `2025-03-03 09:00[:00]`; null where the text is not a date that exists. */
export function parseMinute(text: string): Minute | null {
  const match = PATTERN.exec(text.trim());
  if (!match) return null;
  const [year, month, day, hour, minute] = [match[1], match[2], match[3], match[4] ?? 0, match[5] ?? 0].map(Number);
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 24 || minute > 59) return null;
  const value = minuteOf(year, month, day, hour, minute);
  return partsOf(minuteOf(year, month, day)).day === day ? value : null;
}

/** The minute of a text that is known to be a date, such as a column of dates; any other text is a defect. */
export function minuteAt(text: string): Minute {
  const minute = parseMinute(text);
  if (minute === null) throw new Error(`not a date: ${text}`);
  return minute;
}

/** Writes `2025-03-03T09:00`. */
export function formatMinute(value: Minute): LocalDateTime {
  return new Date(EPOCH_MS + value * MS_PER_MINUTE).toISOString().slice(0, 16);
}

/** The day that a minute lies in. */
export function dayOf(value: Minute): Day {
  return Math.floor(value / MINUTES_PER_DAY);
}

/** Year, month (from 1), day, ISO weekday (1 Monday … 7 Sunday), hour and minute of a schedule moment. */
export function partsOf(value: Minute): { year: number; month: number; day: number; weekday: number; hour: number; minute: number } {
  const date = new Date(EPOCH_MS + value * MS_PER_MINUTE);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay() || 7,
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
  };
}
