import { type DataMode, type Day, formatMinute, minuteAt, MINUTES_PER_DAY } from '@gantry/domain';

/** Days before the key date for which values may still be changed; null = any. */
export type EditingPeriod = { plan: number | null; fact: number | null };

export const dayOfText = (text: string): Day => Math.floor(minuteAt(text) / MINUTES_PER_DAY);
export const textOfDay = (day: Day): string => formatMinute(day * MINUTES_PER_DAY).slice(0, 10);

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

/** The key date is the data date of the version, else today. */
export const keyDayOf = (dataDate: string | null, { today }: { today: string }): Day => dayOfText(dataDate ?? today);
