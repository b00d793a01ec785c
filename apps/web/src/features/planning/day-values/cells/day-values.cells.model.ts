import type { DayCells } from '@gantry/contract';
import {
  type DataMode,
  type Day,
  dayOf,
  formatMinute,
  type Minute,
  MINUTES_PER_DAY,
  minuteOf,
  partsOf,
  type ResourceMeasure,
} from '@gantry/domain';
import { type CompiledCalendar, laidBy, workingDays } from '@gantry/engine';
import { monthAfter } from '../day-values.model.ts';

export const CELL_UNITS = ['day', 'week', 'month'] as const;
export type CellUnit = (typeof CELL_UNITS)[number];

/** Lines of a work: values that are entered, and what is late, which is not. */
export const CELL_LINES = ['plan', 'fact', 'approved_plan', 'deviation'] as const;
export type CellLine = (typeof CELL_LINES)[number];

/** A column of the grid: the days from the first to the last. */
export type CellPeriod = { id: string; first: Day; last: Day };

/** How many periods are in one window. */
export const WINDOW: Record<CellUnit, number> = { day: 62, week: 53, month: 24 };

/** Monday is 0: schedule time begins with one. */
const weekdayOf = (day: Day): number => ((day % 7) + 7) % 7;
export const dateOfDay = (day: Day): string => formatMinute(day * MINUTES_PER_DAY).slice(0, 10);

/** The period that a day lies in begins on this day. */
export function periodStart(day: Day, unit: CellUnit): Day {
  if (unit === 'day') return day;
  if (unit === 'week') return day - weekdayOf(day);
  const { year, month } = partsOf(day * MINUTES_PER_DAY);
  return dayOf(minuteOf(year, month, 1));
}

/** The first day of the period so many further on. */
export function periodAfter(start: Day, unit: CellUnit, by: number): Day {
  if (unit === 'day') return start + by;
  if (unit === 'week') return start + 7 * by;
  const { year, month } = monthAfter(partsOf(start * MINUTES_PER_DAY), by);
  return dayOf(minuteOf(year, month, 1));
}

/** The periods of a window that begins with the one of a day. */
export function periodsFrom(day: Day, unit: CellUnit): CellPeriod[] {
  const start = periodStart(day, unit);
  return Array.from({ length: WINDOW[unit] }, (_, at) => {
    const first = periodAfter(start, unit, at);
    return { id: `days:${first}`, first, last: periodAfter(first, unit, 1) - 1 };
  });
}

const tidy = (value: number): number => Math.round(value * 1e6) / 1e6;

/** The value of a period: its days added up; null where none has one, undefined where one has not been read. */
export function sumOfPeriod({ first, last }: CellPeriod, valueOn: (day: Day) => number | null | undefined): number | null | undefined {
  if (first === last) return valueOn(first);
  let sum: number | null = null;
  let isUnread = false;
  for (let day = first; day <= last; day += 1) {
    const value = valueOn(day);
    if (value === undefined) isUnread = true;
    else if (value !== null) sum = (sum ?? 0) + value;
  }
  return isUnread ? undefined : sum === null ? null : tidy(sum);
}

/** Digits after the point that a typed period is laid over its days with. */
const LAID_DECIMALS = 2;

/** The days that a line takes values on: facts up to today; null = without end. */
export type OpenDays = { from: Day | null; to: Day | null };

/** The days of a period that take values; null where none does. */
export function openPart({ first, last }: CellPeriod, { from, to }: OpenDays): { first: Day; last: Day } | null {
  const part = { first: Math.max(first, from ?? first), last: Math.min(last, to ?? last) };
  return part.first > part.last ? null : part;
}

/** The days of a typed period: over its working time, rounded so that they add up; without working time all on its first day. */
export function daysOfTyped(
  { first, last }: Pick<CellPeriod, 'first' | 'last'>,
  value: number | null,
  calendar: CompiledCalendar,
): Map<Day, number | null> {
  if (first === last) return new Map([[first, value]]);
  const days = new Map<Day, number | null>();
  for (let day = first; day <= last; day += 1) days.set(day, null);
  if (value === null) return days;
  const decimals = Math.max(LAID_DECIMALS, Math.min(6, String(value).split('.')[1]?.length ?? 0));
  const laid = laidBy(value, workingDays(calendar, minuteOfDay(first), minuteOfDay(last + 1)), decimals);
  if (!laid.size) return days.set(first, value);
  for (const [day, part] of laid) days.set(day, part);
  return days;
}

/**
 * What a typed period leaves to its days that take values: the others keep theirs. Undefined where they have more than was typed: the
 * period does not come to that.
 */
export function leftToOpen(
  { first, last }: CellPeriod,
  open: { first: Day; last: Day },
  value: number | null,
  valueOn: (day: Day) => number | null | undefined,
): number | null | undefined {
  let kept = 0;
  for (let day = first; day <= last; day += 1) if (day < open.first || day > open.last) kept += valueOn(day) ?? 0;
  if (kept === 0) return value;
  const left = tidy((value ?? 0) - kept);
  return left < 0 ? undefined : left === 0 ? null : left;
}
const minuteOfDay = (day: Day): Minute => day * MINUTES_PER_DAY;

/** Values that were entered, by work and day. */
export type EnteredDays = Map<number, Map<Day, number | null>>;

/** Most days that one row of a call may span. */
const MOST_SPAN = 370;

/** Entered values as the call takes them: a run of days a work, others between them kept. */
export function cellsOfEntered(entered: EnteredDays, measure: ResourceMeasure, mode: DataMode): DayCells[] {
  const cells: DayCells[] = [];
  for (const [itemId, days] of entered) {
    const list = [...days].sort((a, b) => a[0] - b[0]);
    for (let at = 0; at < list.length;) {
      const [first] = list[at];
      const values: DayCells['values'] = [];
      for (; at < list.length && list[at][0] - first < MOST_SPAN; at += 1) {
        while (values.length < list[at][0] - first) values.push('keep');
        values.push(list[at][1]);
      }
      cells.push({ item_id: itemId, resource_id: null, measure, mode, first_day: dateOfDay(first), values });
    }
  }
  return cells;
}

/** Sum of the selected cells. */
export function sumOfCells(values: Iterable<unknown>): { count: number; sum: number } {
  let [count, sum] = [0, 0];
  for (const value of values) {
    if (typeof value !== 'number') continue;
    count += 1;
    sum += value;
  }
  return { count, sum: tidy(sum) };
}
