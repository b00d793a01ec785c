import { type DataMode, type Day, formatMinute, minuteAt, MINUTES_PER_DAY, type VersionRow } from '@gantry/domain';

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

/** Returns a series with some days changed, trimmed of empty days at its ends; null when empty. */
export function withDays(before: Days | null, changes: ReadonlyMap<Day, number | null>): Days | null {
  const all = new Map<Day, number | null>(before?.values.map((value, index) => [before.firstDay + index, value]));
  for (const [day, value] of changes) all.set(day, value);
  const filled = [...all].filter(([, value]) => value !== null).map(([day]) => day);
  if (!filled.length) return null;
  const firstDay = Math.min(...filled);
  const values = Array.from({ length: Math.max(...filled) - firstDay + 1 }, (_, index) => all.get(firstDay + index) ?? null);
  return { firstDay, values };
}

/** The first day whose values may be changed; null when all may. Approved plans follow the rule of plans. */
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
