import type { Shift } from './plan.ts';
import { type Day, dayOf, formatMinute, MINUTES_PER_DAY, minuteOf, parseMinute, partsOf } from './time.ts';

/** How days of a calendar that differ from its week come again. */
export const SERIES_REPEATS = ['none', 'weekly', 'monthly', 'yearly'] as const;
export type SeriesRepeat = (typeof SERIES_REPEATS)[number];

/**
 * Days that differ from the week of a calendar: a span, once or again and again. Of two that meet on a day the later in the
 * list holds. `shifts`: none = day off, null = the day is as the week says after all.
 */
export type CalendarSeries = {
  name: string;
  /** First and last day of the span, `2025-05-01`. */
  from: string;
  to: string;
  repeat: SeriesRepeat;
  /** Every how many weeks, months or years. */
  every: number;
  /** No occurrence begins after this day; null = none after 2049. */
  until: string | null;
  shifts: Shift[] | null;
};

/** Days that the series of one calendar may name; a day that two series name counts twice. */
export const MOST_EXCEPTIONS = 100_000;
const LAST_DAY = dayOf(minuteOf(2049, 12, 31));

/** A day written `2025-05-01`. */
export const writeDay = (day: Day): string => formatMinute(day * MINUTES_PER_DAY).slice(0, 10);

/** The day of `2025-05-01`; null where there is no such date. */
export function readDay(text: string): Day | null {
  const minute = /^\d{4}-\d\d-\d\d$/.test(text) ? parseMinute(text) : null;
  return minute === null ? null : dayOf(minute);
}

/** Days on which the occurrences of a series begin. */
function startsOf(series: CalendarSeries): Day[] {
  const first = readDay(series.from) as Day;
  if (series.repeat === 'none') return [first];
  const last = Math.min(series.until === null ? LAST_DAY : (readDay(series.until) as Day), LAST_DAY);
  const step = Math.max(1, series.every);
  const starts: Day[] = [];
  if (series.repeat === 'weekly') {
    for (let day = first; day <= last; day += 7 * step) starts.push(day);
    return starts;
  }
  const { year, month, day } = partsOf(first * MINUTES_PER_DAY);
  const months = series.repeat === 'monthly' ? step : 12 * step;
  for (let count = 0; ; count += months) {
    const begun = dayOf(minuteOf(year, month + count, 1));
    // A step that no date can follow has no day at all.
    if (!(begun <= last)) return starts;
    // The 31st of a short month and 29 February of a common year are no days.
    const at = begun + day - 1;
    if (at <= last && partsOf(at * MINUTES_PER_DAY).day === day) starts.push(at);
  }
}

/** The spans that a series names, ascending and apart: an occurrence begins behind the one that reaches into it. */
function* spansOf(series: CalendarSeries): Generator<{ first: Day; last: Day }> {
  const length = Math.max(0, (readDay(series.to) as Day) - (readDay(series.from) as Day));
  let free = -Infinity;
  for (const start of startsOf(series)) {
    yield { first: Math.max(start, free), last: start + length };
    free = start + length + 1;
  }
}

/** Whether series name more days than a calendar may have. */
export function hasTooManyExceptions(list: readonly CalendarSeries[]): boolean {
  let days = 0;
  for (const series of list) for (const { first, last } of spansOf(series)) if ((days += last - first + 1) > MOST_EXCEPTIONS) return true;
  return false;
}

/** The days that series make differ from the week, ascending; a later series rules over an earlier one. */
export function exceptionsOfSeries(list: readonly CalendarSeries[]): { day: Day; shifts: Shift[] }[] {
  const days = new Map<Day, Shift[]>();
  for (const series of list) {
    for (const { first, last } of spansOf(series)) {
      for (let day = first; day <= last; day += 1) {
        if (series.shifts === null) days.delete(day);
        else days.set(day, series.shifts);
      }
    }
  }
  return [...days].sort(([a], [b]) => a - b).map(([day, shifts]) => ({ day, shifts }));
}

const sameShifts = (left: readonly Shift[], right: readonly Shift[]): boolean =>
  left.length === right.length && left.every(({ start, finish }, index) => start === right[index].start && finish === right[index].finish);

/** Days as series: neighbours with the same hours are one span. */
export function seriesOfExceptions(exceptions: readonly { day: Day; shifts: Shift[] }[]): CalendarSeries[] {
  const spans: { from: Day; to: Day; shifts: Shift[] }[] = [];
  for (const { day, shifts } of [...exceptions].sort((a, b) => a.day - b.day)) {
    const last = spans.at(-1);
    if (last && last.to + 1 === day && sameShifts(last.shifts, shifts)) last.to = day;
    else spans.push({ from: day, to: day, shifts });
  }
  return spans.map(({ from, to, shifts }) => spanSeries(from, to, shifts, ''));
}

function spanSeries(from: Day, to: Day, shifts: Shift[] | null, name: string): CalendarSeries {
  return { name, from: writeDay(from), to: writeDay(to), repeat: 'none', every: 1, until: null, shifts };
}

/** Paints a span of days over what was there: off, with hours, or (null) as the week says. */
export function paintDays(list: readonly CalendarSeries[], from: Day, to: Day, shifts: Shift[] | null, name = ''): CalendarSeries[] {
  const left = list.flatMap((series) => (series.repeat === 'none' ? cutOut(series, from, to) : [series]));
  const covered = new Set(exceptionsOfSeries(left).map(({ day }) => day));
  const needed = shifts !== null || Array.from({ length: to - from + 1 }, (_, index) => from + index).some((day) => covered.has(day));
  return needed ? [...left, spanSeries(from, to, shifts, name)] : left;
}

function cutOut(series: CalendarSeries, from: Day, to: Day): CalendarSeries[] {
  const [first, last] = [readDay(series.from) as Day, readDay(series.to) as Day];
  if (last < from || first > to) return [series];
  const before = first < from ? [{ ...series, to: writeDay(from - 1) }] : [];
  const after = last > to ? [{ ...series, from: writeDay(to + 1) }] : [];
  return [...before, ...after];
}

/** Working minutes that stand for a day, week, month and year, as the week of a calendar suggests them. */
export function unitsOfWeek(week: readonly Shift[][]): {
  minutesPerDay: number;
  minutesPerWeek: number;
  minutesPerMonth: number;
  minutesPerYear: number;
} {
  const lengths = week.map(minutesOfShifts).filter((minutes) => minutes > 0);
  const counts = new Map<number, number>();
  for (const minutes of lengths) counts.set(minutes, (counts.get(minutes) ?? 0) + 1);
  const [usual = 480] = [...counts].sort(([a, times], [b, others]) => others - times || b - a).map(([minutes]) => minutes);
  const perWeek = lengths.reduce((sum, minutes) => sum + minutes, 0) || usual * 5;
  return { minutesPerDay: usual, minutesPerWeek: perWeek, minutesPerMonth: perWeek * 4, minutesPerYear: perWeek * 48 };
}

/** Working minutes of a day. */
export const minutesOfShifts = (shifts: readonly Shift[]): number => shifts.reduce((sum, { start, finish }) => sum + finish - start, 0);
