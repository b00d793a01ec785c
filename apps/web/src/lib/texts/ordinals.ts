import { minuteAt, minuteOf, MINUTES_PER_DAY, partsOf } from '@gantry/domain';

/** What of a calendar is counted: the ending follows the noun that is left out. */
export type Counted = 'month' | 'weekday' | 'day_of_year' | 'day' | 'week';

const RUSSIAN: Record<Counted, string> = { month: '-й', weekday: '-й', day_of_year: '-й', day: '-го', week: '-я' };
const ENGLISH: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
const english = new Intl.PluralRules('en', { type: 'ordinal' });

/** Writes a place in the calendar in words of a language: `1st`, `1-го`, `1er`. */
export function ordinal(value: number, counted: Counted, language: string): string {
  if (language.startsWith('ru')) return `${value}${RUSSIAN[counted]}`;
  if (language.startsWith('fr')) return value > 1 ? `${value}e` : counted === 'week' ? `${value}re` : `${value}er`;
  return `${value}${ENGLISH[english.select(value)] ?? 'th'}`;
}

const WEEK = 7 * MINUTES_PER_DAY;

/** The number of the week that begins on a Monday, `2026-01-05`; the week with 4 January is the first. */
export function weekNumber(monday: string): number {
  const thursday = minuteAt(`${monday}T00:00`) + 3 * MINUTES_PER_DAY;
  return Math.floor((thursday - minuteOf(partsOf(thursday).year, 1, 1)) / WEEK) + 1;
}
