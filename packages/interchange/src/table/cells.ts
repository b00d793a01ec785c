import { minuteOf, readNumber } from '@gantry/domain';
import type { Minute } from '@gantry/domain';
import { parseDate, wholeMinutes } from '../text/dates.ts';
import type { Cell, ColumnKey } from './columns.ts';
import { parseQuantity } from './links.ts';
import { plainWord } from './words.ts';

/** A row read by column. */
export type Reader = { text: (key: ColumnKey) => string; raw: (key: ColumnKey) => Cell; line: number };

/** Reports a problem of a cell. */
export type Bad = (code: string, key: ColumnKey) => void;

/** A duration in minutes, from its hours or from a text with a unit. */
export function durationOf(row: Reader, bad: Bad): number | null {
  const hours = numberOf(row, 'durationHours', bad);
  if (hours !== null) return Math.max(0, wholeMinutes(hours * 60) ?? 0);
  const text = row.text('duration');
  if (text === '') return null;
  const minutes = parseQuantity(text, { day: 480, week: 2400 }, 'd');
  if (minutes === null) bad('value.bad_duration', 'duration');
  return minutes === null ? null : Math.max(0, wholeMinutes(minutes) ?? 0);
}

/** A number with a point or a comma. */
export function numberOf(row: Reader, key: ColumnKey, bad: Bad): number | null {
  const raw = row.raw(key);
  if (typeof raw === 'number') return raw;
  const text = row.text(key).replace('%', '').trim();
  if (text === '') return null;
  const number = readNumber(text);
  if (number !== null) return number;
  bad('value.bad_number', key);
  return null;
}

const DAY_FIRST = /^(\d{1,2})[./](\d{1,2})[./](\d{2}|\d{4})(?:\s+(\d{1,2}):(\d{2})(?::\d{2})?)?$/;

/** A moment, from a date cell or a text. */
export function dateOf(row: Reader, key: ColumnKey, bad: Bad): Minute | null {
  const raw = row.raw(key);
  if (raw !== null && typeof raw === 'object') return raw.minute;
  const text = row.text(key);
  if (text === '') return null;
  const dayFirst = DAY_FIRST.exec(text);
  const [day, month, year, hour, minute] = (dayFirst?.slice(1) ?? []).map((part) => Number(part ?? 0));
  const date = dayFirst
    ? month <= 12 && day <= 31
      ? minuteOf(year < 100 ? 2000 + year : year, month, day, hour, minute)
      : null
    : parseDate(text);
  if (date === null) bad('value.bad_date', key);
  return date;
}

/** One of the words of an enumeration. */
export function wordOf<T extends string>(row: Reader, key: ColumnKey, words: readonly T[], bad: Bad): T | null {
  const text = plainWord(row.text(key));
  if (text === '') return null;
  const word = words.find((known) => known === text);
  if (!word) bad('enumeration.unknown', key);
  return word ?? null;
}

/** Text of a cell; empty for a date. */
export function textOf(cell: Cell): string {
  if (cell === null) return '';
  return typeof cell === 'object' ? '' : String(cell);
}
