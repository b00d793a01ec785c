import type { SeriesPeriod } from '@gantry/contract';
import { dayOf, formatMinute, MINUTES_PER_DAY, minuteOf, parseMinute } from '@gantry/domain';
import { dayOfWeek, monthOf, weekOf } from '../facts/analytics.facts.rules.ts';
import type { PeriodLines } from '../facts/analytics.pack.rules.ts';

/** Some days: from one on and before another; a null end is open. */
export type Window = { from: number | null; to: number | null };
export const ALWAYS: Window = { from: null, to: null };

export const dayOfDate = (date: string): number => dayOf(parseMinute(`${date}T00:00`) ?? 0);

/** The days that a question is about: whole periods that they touch are answered. */
export const windowOf = ({ from, to }: { from?: string; to?: string }): Window => ({
  from: from === undefined ? null : dayOfDate(from),
  to: to === undefined ? null : dayOfDate(to),
});

/** The tier that the periods of an answer are made of. */
export const tierOf = (period: SeriesPeriod): 'week' | 'month' => (period === 'week' ? 'week' : 'month');

export const dayOfMonth = (month: number): number => dayOf(minuteOf(Math.floor(month / 12), (month % 12) + 1, 1));
export const dateOf = (day: number): string => formatMinute(day * MINUTES_PER_DAY).slice(0, 10);
const MONTHS = { month: 1, quarter: 3, year: 12 } as const;

/** The periods of an answer, and those of them that are shown: `[from, to)`. */
export type Axis = {
  count: number;
  from: number;
  to: number;
  /** The first day of a period. */
  dayAt(index: number): number;
  /** The period of a day. */
  indexOf(day: number): number;
  /** A line on the periods. */
  unitsOf(line: PeriodLines[string] | undefined): number[];
};

/** The periods from the first to the last that any line touches, as far as they lie in a window. */
export function axisOf(sums: PeriodLines, period: SeriesPeriod, window: Window = ALWAYS): Axis {
  const used = Object.values(sums).filter(({ units }) => units.length);
  const first = Math.min(...used.map((line) => line.first));
  const last = Math.max(...used.map((line) => line.first + line.units.length - 1));
  const places = period === 'week' ? weeksFrom(first) : monthsFrom(first, MONTHS[period]);
  const count = used.length ? places.place(last) + 1 : 0;
  const { dayAt, indexOf } = places;
  const from = window.from === null ? 0 : Math.min(count, Math.max(0, indexOf(window.from)));
  const to = window.to === null ? count : Math.max(from, Math.min(count, indexOf(window.to - 1) + 1));
  return {
    count,
    from,
    to,
    dayAt,
    indexOf,
    unitsOf(line) {
      const units = new Array<number>(count).fill(0);
      for (const [index, value] of (line?.units ?? []).entries()) units[places.place((line?.first ?? 0) + index)] += value;
      return units;
    },
  };
}

const weeksFrom = (first: number) => ({
  place: (week: number) => week - first,
  dayAt: (index: number) => dayOfWeek(first + index),
  indexOf: (day: number) => weekOf(day) - first,
});

function monthsFrom(first: number, months: number) {
  const begin = Math.floor(first / months);
  return {
    place: (month: number) => Math.floor(month / months) - begin,
    dayAt: (index: number) => dayOfMonth((begin + index) * months),
    indexOf: (day: number) => Math.floor(monthOf(day) / months) - begin,
  };
}
