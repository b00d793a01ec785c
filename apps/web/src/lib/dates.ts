import {
  formatMinute,
  LIMITS,
  minuteAt,
  minuteOf,
  MINUTES_PER_DAY,
  parseMinute,
  partsOf,
  type LocalDateTime,
  type Period,
} from '@gantry/domain';
import type { i18n } from 'i18next';

/** A point of wall-clock time as its parts; `month` from 1. */
type Parts = { year: number; month: number; day: number; hour: number; minute: number; second: number };

/** Form of dates and times where the person chose no other. */
export const DATE_FORMAT = 'DD.MM.YYYY';
export const DATE_TIME_FORMAT = 'DD.MM.YYYY HH:mm';
/** When somebody did something: the order of two acts in a minute matters. */
export const INSTANT_FORMAT = `${DATE_FORMAT} HH:mm:ss`;

/** The day at the person, as `2026-03-02`. */
export function localToday(now = new Date()): string {
  return `${String(now.getFullYear()).padStart(4, '0')}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The day so many days after another one, before it where they are negative. */
export const dayAfter = (day: string, days: number): string =>
  formatMinute(minuteAt(`${day}T00:00`) + days * MINUTES_PER_DAY).slice(0, 'YYYY-MM-DD'.length);

const two = (value: number): string => String(value).padStart(2, '0');

function write(parts: Parts, format: string, locale: string): string {
  return format.replace(/YYYY|YY|MMMM|MMM|MM|M|DD|D|HH|mm|ss/g, (token) => {
    switch (token) {
      case 'YYYY':
        return String(parts.year).padStart(4, '0');
      case 'YY':
        return two(parts.year % 100);
      case 'MMMM':
        return monthNames(locale).long[parts.month - 1];
      case 'MMM':
        return monthNames(locale).short[parts.month - 1];
      case 'MM':
        return two(parts.month);
      case 'M':
        return String(parts.month);
      case 'DD':
        return two(parts.day);
      case 'D':
        return String(parts.day);
      case 'HH':
        return two(parts.hour);
      case 'mm':
        return two(parts.minute);
      default:
        return two(parts.second);
    }
  });
}

/** Writes a schedule moment (`2025-03-03T09:00`, no time zone) in the person's form; empty for none. */
export function formatLocal(value: LocalDateTime | null | undefined, format = DATE_FORMAT, locale = 'en'): string {
  const minute = value ? parseMinute(value) : null;
  return minute === null ? '' : write({ ...partsOf(minute), second: 0 }, format, locale);
}

const DATE_OR_TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$/;

/** What fills the text of a refusal, with its dates as people write them. */
export const withReadableDates = (parameters: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(parameters).map(([key, value]) => {
      const [found, time] = (typeof value === 'string' && DATE_OR_TIME.exec(value)) || [];
      return [key, found ? formatLocal(time ? found : `${found}T00:00`, time ? DATE_TIME_FORMAT : DATE_FORMAT) || found : value];
    }),
  );

const PERIOD_FORMAT = { day: 'DD.MM.YY', week: 'DD.MM.YY', month: 'MMM YYYY', year: 'YYYY' };

/** Names a period by its first day: `03.03.25`, `Mar 2025`, `Q1 2025`, `2025`. */
export function formatPeriod(first: string, period: Period, { t, language }: Pick<i18n, 't' | 'language'>): string {
  if (period !== 'quarter') return formatLocal(`${first}T00:00`, PERIOD_FORMAT[period], language.slice(0, 2));
  const { year, month } = partsOf(minuteAt(`${first}T00:00`));
  return t('wbs.quarter_year', { quarter: Math.ceil(month / 3), year });
}

/** Formats an instant in the viewer's time zone; empty for null. */
export function formatInstant(value: string | null | undefined, format = DATE_TIME_FORMAT, locale = 'en'): string {
  const date = value ? new Date(value) : null;
  if (!date || Number.isNaN(date.getTime())) return '';
  return write(
    {
      year: date.getFullYear(),
      month: date.getMonth() + 1,
      day: date.getDate(),
      hour: date.getHours(),
      minute: date.getMinutes(),
      second: date.getSeconds(),
    },
    format,
    locale,
  );
}

const INPUT = /^(\d{1,2})[.\s/-](\d{1,2}|\p{L}+)\.?[.\s/-]\s*(\d{4}|\d{2})(?:[,\s]+(\d{1,2}):(\d{2}))?$/u;

/** Digits alone, as a mask would take them: 05042026, 050426, each with 0830 behind. */
const DIGITS = /^(\d{2})(\d{2})(\d{4}|\d{2})(?:\s*(\d{2}):?(\d{2}))?$/;

/**
 * Reads what a person types: DD.M.YYYY, DD.MM.YYYY, DD.MMM.YYYY, DD.MMMM.YYYY, the same with a year of two digits
 * (00–49 = 2000s, 50–99 = 1900s), or digits alone, each with HH:mm or without. Null where it is no date that exists.
 */
export function parseDateInput(text: string, locale = 'en'): LocalDateTime | null {
  const match = INPUT.exec(text.trim()) ?? DIGITS.exec(text.trim());
  if (!match) return null;
  const month = /^\d/.test(match[2]) ? Number(match[2]) : monthByName(match[2], locale);
  const year = match[3].length === 4 ? Number(match[3]) : Number(match[3]) + (Number(match[3]) < 50 ? 2000 : 1900);
  const iso = `${String(year).padStart(4, '0')}-${two(month)}-${two(Number(match[1]))}T${two(Number(match[4] ?? 0))}:${match[5] ?? '00'}`;
  return Number(match[4] ?? 0) > 23 || parseMinute(iso) === null ? null : iso;
}

const RANGE_FROM = (LIMITS.rangeFromMs - Date.UTC(1990, 0, 1)) / 60_000;
const RANGE_TO = (LIMITS.rangeToMs - Date.UTC(1990, 0, 1)) / 60_000;

/** Pulls both ends of a range of minutes into 2000-01-01 … 2050-01-01, order kept. */
export function clampRange(from: number, to: number): [number, number] {
  const clamp = (value: number): number => Math.min(Math.max(value, RANGE_FROM), RANGE_TO);
  const [low, high] = from <= to ? [from, to] : [to, from];
  return [clamp(low), clamp(high)];
}

/** The range where nobody chose one: from one month back at the start of the day to the end of today. */
export function defaultRange(now: Date): [number, number] {
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  const lastOfMonthBefore = new Date(year, month - 1, 0).getDate();
  return [minuteOf(year, month - 1, Math.min(day, lastOfMonthBefore)), minuteOf(year, month, day, 23, 59)];
}

type MonthNames = { long: string[]; short: string[]; spoken: string[] };
const known = new Map<string, MonthNames>();

/** Month names as a language writes them; `spoken` is the form beside a day (Russian: "марта"). */
export function monthNames(locale: string): MonthNames {
  let names = known.get(locale);
  if (!names) {
    const list = (options: Intl.DateTimeFormatOptions, pick?: 'month'): string[] =>
      Array.from({ length: 12 }, (_unused, index) => {
        const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
        const date = new Date(Date.UTC(2024, index, 15));
        return pick ? (format.formatToParts(date).find((part) => part.type === pick)?.value ?? '') : format.format(date);
      });
    names = { long: list({ month: 'long' }), short: list({ month: 'short' }), spoken: list({ month: 'long', day: 'numeric' }, 'month') };
    known.set(locale, names);
  }
  return names;
}

/** 1…12, or 0 for a name that is no month; three letters are enough where they are clear. */
function monthByName(name: string, locale: string): number {
  const wanted = name.toLowerCase().replace(/\.$/, '');
  if (wanted.length < 3) return 0;
  for (const language of [locale, 'en', 'ru', 'fr']) {
    const { long, short, spoken } = monthNames(language);
    const same = (list: string[]): number => list.findIndex((month) => month.toLowerCase().replace(/\.$/, '') === wanted) + 1;
    const begins = (list: string[]): number[] =>
      list.flatMap((month, index) => (month.toLowerCase().startsWith(wanted) ? [index + 1] : []));
    const exact = same(long) || same(short) || same(spoken);
    if (exact) return exact;
    const candidates = new Set([...begins(long), ...begins(spoken)]);
    if (candidates.size === 1) return [...candidates][0];
  }
  return 0;
}

/** The zone of this browser, by its IANA name. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
