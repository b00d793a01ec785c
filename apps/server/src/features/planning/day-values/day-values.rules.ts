import { type DataMode, type Day, formatMinute, minuteAt, MINUTES_PER_DAY, MOST_AMOUNT, type WbsRow } from '@gantry/domain';

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

/** Rows that have no values by days, and how their refusal is called. */
const WITHOUT_DAYS: Partial<Record<WbsRow['type'], 'values.of_a_summary' | 'values.of_a_draft' | 'values.of_a_milestone'>> = {
  sum: 'values.of_a_summary',
  draft: 'values.of_a_draft',
  milestone_start: 'values.of_a_milestone',
  milestone_finish: 'values.of_a_milestone',
};
export const withoutDays = ({ type }: Pick<WbsRow, 'type'>) => WITHOUT_DAYS[type] ?? null;

/** The first and the last day with values. */
export const EVER = { from: '2000-01-01', to: '2050-12-31' };
const FIRST_DAY = dayOfText(EVER.from);
const LAST_DAY = dayOfText(EVER.to);
const FINEST = 1e6;
/** East of everybody it is another day already. */
const AHEAD_MS = 14 * 3_600_000;

/** The latest day that is today in some time zone. */
export const lastDayOfFacts = (now: Date): Day => dayOfText(new Date(now.getTime() + AHEAD_MS).toISOString().slice(0, 10));

/** Why a day, as a text, has no values at all. */
export const wrongDay = (day: string) => (day < EVER.from || day > EVER.to ? ('values.day_out_of_range' as const) : null);

/** What is wrong with an amount whatever day it is of. */
export function wrongAmount(value: number) {
  if (Math.abs(value) > MOST_AMOUNT) return 'values.too_large' as const;
  const scaled = value * FINEST;
  return Math.abs(scaled - Math.round(scaled)) > Math.max(1e-3, Math.abs(scaled) * 1e-12) ? ('values.too_fine' as const) : null;
}

/** What is wrong with a value of a day whatever else stands there; taking one away is never wrong. */
export function valueProblem(mode: DataMode, day: Day, value: number | null, lastFact: Day) {
  if (value === null) return null;
  if (day < FIRST_DAY || day > LAST_DAY) return 'values.day_out_of_range' as const;
  if (mode === 'fact' && day > lastFact) return 'values.future' as const;
  return wrongAmount(value);
}
