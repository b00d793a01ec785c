import { type DataMode, type Day, formatMinute, minuteAt, MINUTES_PER_DAY, type ResourceMeasure, type VersionRow } from '@gantry/domain';

/** Values from a first day on; null = a day without one. */
export type Days = { firstDay: Day; values: (number | null)[] };

/** Days before the key date for which values may still be changed; null = any. */
export type EditingPeriod = { plan: number | null; fact: number | null };

export const dayOfText = (text: string): Day => Math.floor(minuteAt(text) / MINUTES_PER_DAY);
export const textOfDay = (day: Day): string => formatMinute(day * MINUTES_PER_DAY).slice(0, 10);

/** The values of a row of the table. */
export const daysOf = ({ firstDay, values }: Pick<VersionRow<'daySeries'>, 'firstDay' | 'values'>): Days => ({
  firstDay,
  values: values,
});

/** A series with some days changed, without empty days at its ends; null where nothing is left. */
export function withDays(before: Days | null, changes: ReadonlyMap<Day, number | null>): Days | null {
  const all = new Map<Day, number | null>(before?.values.map((value, index) => [before.firstDay + index, value]));
  for (const [day, value] of changes) all.set(day, value);
  const filled = [...all].filter(([, value]) => value !== null).map(([day]) => day);
  if (!filled.length) return null;
  const firstDay = Math.min(...filled);
  const values = Array.from({ length: Math.max(...filled) - firstDay + 1 }, (_, index) => all.get(firstDay + index) ?? null);
  return { firstDay, values };
}

/** The first day whose values may be changed; null = all may. Approved plans are bound as plans are. */
export function openFrom(mode: DataMode, keyDay: Day, period: EditingPeriod): Day | null {
  const days = period[mode === 'fact' ? 'fact' : 'plan'];
  return days === null ? null : keyDay - days;
}

/** The first of some days that may not be changed any more. */
export function closedDay(days: Iterable<Day>, from: Day | null): Day | null {
  if (from === null) return null;
  for (const day of days) if (day < from) return day;
  return null;
}

/** What progress is told by, the first that has a plan and facts. */
const TELLING: readonly ResourceMeasure[] = ['volume', 'labour', 'cost'];

/** The share that is done by the values of days of a row: facts over the plan; null where they do not say it. */
export function progressByDays(series: readonly VersionRow<'daySeries'>[]): number | null {
  for (const wanted of TELLING) {
    const sums = { plan: 0, fact: 0 };
    let facts = false;
    for (const row of series) {
      if (row.measure !== wanted || row.mode === 'approved_plan') continue;
      facts ||= row.mode === 'fact';
      for (const value of daysOf(row).values) sums[row.mode] += value ?? 0;
    }
    if (facts && sums.plan > 0) return Math.min(1, Math.max(0, sums.fact / sums.plan));
  }
  return null;
}
