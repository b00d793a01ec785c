import type { Minute } from '@gantry/domain';
import { MINUTES_PER_DAY, minuteOf, partsOf } from '@gantry/domain';

/** Steps of the two header rows, finest first. */
export const TICK_UNITS = ['hour', 'hours6', 'day', 'week', 'month', 'quarter', 'year', 'decade'] as const;
export type TickUnit = (typeof TICK_UNITS)[number];

/** Words of the header; the caller brings the language. `month` counts from 1, `weekday` from 1 = Monday. */
export type TimeWords = {
  month(month: number): string;
  monthShort(month: number): string;
  monthYear(month: number, year: number): string;
  weekdayShort(weekday: number): string;
  quarter(quarter: number): string;
  quarterYear(quarter: number, year: number): string;
  week(week: number): string;
  dayMonthYear(day: number, month: number, year: number): string;
};

/** Least pixels a step needs to carry its text. */
const ROOM: Record<TickUnit, number> = { hour: 34, hours6: 34, day: 20, week: 36, month: 34, quarter: 34, year: 38, decade: 0 };
const DAYS: Record<TickUnit, number> = { hour: 1 / 24, hours6: 0.25, day: 1, week: 7, month: 28, quarter: 90, year: 365, decade: 3650 };
const ABOVE: Record<TickUnit, TickUnit> = {
  hour: 'day',
  hours6: 'day',
  day: 'month',
  week: 'month',
  month: 'year',
  quarter: 'year',
  year: 'decade',
  decade: 'decade',
};

/** The two rows of the header at a day width: the finest step that has room for its text, and the one above it. */
export function headerUnits(pixelsPerDay: number): { upper: TickUnit; lower: TickUnit } {
  const lower = TICK_UNITS.find((unit) => DAYS[unit] * pixelsPerDay >= ROOM[unit]) ?? 'decade';
  return { upper: ABOVE[lower], lower };
}

/** The beginning of the step that a minute lies in. */
export function floorTick(unit: TickUnit, minute: Minute): Minute {
  if (unit === 'hour') return Math.floor(minute / 60) * 60;
  if (unit === 'hours6') return Math.floor(minute / 360) * 360;
  if (unit === 'day') return Math.floor(minute / MINUTES_PER_DAY) * MINUTES_PER_DAY;
  // 1990-01-01, the epoch, is a Monday.
  if (unit === 'week') return Math.floor(minute / (7 * MINUTES_PER_DAY)) * 7 * MINUTES_PER_DAY;
  const { year, month } = partsOf(minute);
  if (unit === 'month') return minuteOf(year, month, 1);
  if (unit === 'quarter') return minuteOf(year, month - ((month - 1) % 3), 1);
  if (unit === 'year') return minuteOf(year, 1, 1);
  return minuteOf(year - (year % 10), 1, 1);
}

/** The beginning of the next step; `tick` is the beginning of one. */
export function nextTick(unit: TickUnit, tick: Minute): Minute {
  if (unit === 'hour') return tick + 60;
  if (unit === 'hours6') return tick + 360;
  if (unit === 'day') return tick + MINUTES_PER_DAY;
  if (unit === 'week') return tick + 7 * MINUTES_PER_DAY;
  const { year, month } = partsOf(tick);
  if (unit === 'month') return minuteOf(year, month + 1, 1);
  if (unit === 'quarter') return minuteOf(year, month + 3, 1);
  if (unit === 'year') return minuteOf(year + 1, 1, 1);
  return minuteOf(year + 10, 1, 1);
}

/** ISO number of the week that a minute lies in. */
export function weekOf(minute: Minute): number {
  const week = 7 * MINUTES_PER_DAY;
  const thursday = Math.floor(minute / week) * week + 3 * MINUTES_PER_DAY;
  return Math.floor((thursday - minuteOf(partsOf(thursday).year, 1, 1)) / week) + 1;
}

/** What stands over a step; `upper` texts also name the years above them. */
export function tickText(unit: TickUnit, tick: Minute, words: TimeWords, upper: boolean, room: number): string {
  const { year, month, day, weekday, hour } = partsOf(tick);
  const quarter = Math.ceil(month / 3);
  if (unit === 'hour' || unit === 'hours6') return `${hour < 10 ? '0' : ''}${hour}:00`;
  if (unit === 'day') {
    if (upper) return `${words.weekdayShort(weekday)}, ${words.dayMonthYear(day, month, year)}`;
    return room >= 52 ? `${words.weekdayShort(weekday)} ${day}` : String(day);
  }
  if (unit === 'week') return room >= 70 ? words.week(weekOf(tick)) : `${day < 10 ? '0' : ''}${day}.${month < 10 ? '0' : ''}${month}`;
  if (unit === 'month') {
    if (upper) return room >= 90 ? words.monthYear(month, year) : `${words.monthShort(month)} ${year}`;
    return room >= 76 ? words.month(month) : words.monthShort(month);
  }
  if (unit === 'quarter') return upper ? words.quarterYear(quarter, year) : words.quarter(quarter);
  if (unit === 'year') return String(year);
  return `${year}–${year + 9}`;
}
