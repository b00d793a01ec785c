import type { Minute } from '@gantry/domain';
import { minuteOf, partsOf } from '@gantry/domain';
import type { CellEditor, CellValue } from '@gantry/scene';

/** Words and habits of the user's language that cells are read and written with. */
export type CellWords = {
  /** Full month names, January first, in every form that users type ('марта' and 'март'). */
  months: readonly (readonly string[])[];
  /** Letters of duration units, each in all its forms; the first is written. */
  units: { minute: readonly string[]; hour: readonly string[]; day: readonly string[]; week: readonly string[]; month: readonly string[] };
  decimalComma: boolean;
  refusal: { number: string; date: string; duration: string; percentage: string; choice: string };
};

/** How long a working day, week and month are, in minutes: durations in those units. */
export type DurationSizes = { day: number; week: number; month: number };

export const USUAL_SIZES: DurationSizes = { day: 480, week: 2400, month: 9600 };

/** What came of a typed text. */
export type Parsed = { ok: true; value: CellValue } | { ok: false; refusal: string };

const NUMBER = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/;

/** Reads a number with a comma or a point, thousands parted by spaces; null where it is none. */
export function readNumber(text: string): number | null {
  const bare = text.replace(/[\s\u00a0\u202f]/g, '');
  if (!NUMBER.test(bare)) return null;
  const value = Number(bare.replace(',', '.'));
  return Number.isFinite(value) ? value : null;
}

/** Reads DD.MM.YYYY, DD.M.YYYY, DD.MMM.YYYY, DD.MMMM.YYYY, two-digit years, a time after it, and YYYY-MM-DD; null where it is no date. */
export function readDate(text: string, words: CellWords): Minute | null {
  const match = /^(\d{1,4})[.\-/\s]\s*([^\s.\-/\d]+|\d{1,2})[.\-/\s]+\s*(\d{1,4})(?:\s+(\d{1,2}):(\d{2})|T(\d{2}):(\d{2}))?$/u.exec(text.trim().replace(/\.\s+/g, '.'));
  if (!match) return null;
  const iso = match[1].length === 4;
  const day = Number(iso ? match[3] : match[1]);
  const yearText = iso ? match[1] : match[3];
  if (yearText.length === 1 || yearText.length === 3) return null;
  const short = Number(yearText);
  const year = yearText.length === 2 ? (short < 70 ? 2000 + short : 1900 + short) : short;
  const month = /^\d/.test(match[2]) ? Number(match[2]) : monthNamed(match[2], words);
  const hour = Number(match[4] ?? match[6] ?? 0);
  const minute = Number(match[5] ?? match[7] ?? 0);
  if (month < 1 || month > 12 || day < 1 || hour > 24 || minute > 59) return null;
  const value = minuteOf(year, month, day, hour, minute);
  const parts = partsOf(minuteOf(year, month, day));
  return parts.day === day && parts.month === month ? value : null;
}

function monthNamed(text: string, words: CellWords): number {
  const wanted = text.toLowerCase();
  if (wanted.length < 3) return 0;
  return words.months.findIndex((forms) => forms.some((form) => form.toLowerCase().startsWith(wanted))) + 1;
}

/** Reads `5d`, `4h`, `1,5w`, `2d 4h`, `30 min`, a bare number as days; null where it is no duration. */
export function readDuration(text: string, words: CellWords, sizes: DurationSizes): Minute | null {
  const bare = text.trim().toLowerCase();
  const days = readNumber(bare);
  if (days !== null) return days < 0 ? null : Math.round(days * sizes.day);
  const pattern = /(\d+(?:[.,]\d+)?)\s*([^\d\s.,]+)\.?\s*/guy;
  let sum = 0;
  let at = 0;
  for (let match = pattern.exec(bare); match; match = pattern.exec(bare)) {
    const size = unitSize(match[2], words, sizes);
    if (size === 0) return null;
    sum += Number(match[1].replace(',', '.')) * size;
    at = pattern.lastIndex;
  }
  return at === bare.length && at > 0 ? Math.round(sum) : null;
}

function unitSize(unit: string, words: CellWords, sizes: DurationSizes): number {
  const { units } = words;
  const is = (forms: readonly string[], latin: readonly string[]): boolean => forms.some((form) => form.toLowerCase() === unit) || latin.includes(unit);
  if (is(units.minute, ['m', 'min'])) return 1;
  if (is(units.hour, ['h', 'hr'])) return 60;
  if (is(units.day, ['d'])) return sizes.day;
  if (is(units.week, ['w', 'wk'])) return sizes.week;
  return is(units.month, ['mo', 'mon']) ? sizes.month : 0;
}

/** Reads a typed or pasted text for an editor; empty texts clear what may be empty. */
export function parseCell(editor: CellEditor, text: string, words: CellWords, sizes: DurationSizes = USUAL_SIZES): Parsed {
  const bare = text.trim();
  const refuse = (refusal: string): Parsed => ({ ok: false, refusal });
  const taken = (value: number | null, refusal: string): Parsed => (value === null ? refuse(refusal) : { ok: true, value });
  switch (editor) {
    case 'number':
      return taken(readNumber(bare), words.refusal.number);
    case 'date':
      return bare === '' ? { ok: true, value: null } : taken(readDate(bare, words), words.refusal.date);
    case 'duration':
      return taken(readDuration(bare, words, sizes), words.refusal.duration);
    case 'percentage': {
      const value = readNumber(bare.replace(/%$/, ''));
      return value === null || value < 0 || value > 100 ? refuse(words.refusal.percentage) : { ok: true, value: value / 100 };
    }
    default:
      return { ok: true, value: text };
  }
}

const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

/** What an editor starts from. */
export function writeCell(editor: CellEditor, value: CellValue, words: CellWords, sizes: DurationSizes = USUAL_SIZES): string {
  if (value === null) return '';
  const comma = (text: string): string => (words.decimalComma ? text.replace('.', ',') : text);
  if (editor === 'date' && typeof value === 'number') {
    const { year, month, day, hour, minute } = partsOf(value);
    const time = hour + minute > 0 ? ` ${two(hour)}:${two(minute)}` : '';
    return `${two(day)}.${two(month)}.${year}${time}`;
  }
  if (editor === 'duration' && typeof value === 'number') {
    if (value % 60 !== 0) return `${value}${words.units.minute[0]}`;
    const days = value / sizes.day;
    return Number.isInteger(days * 100) ? `${comma(String(days))}${words.units.day[0]}` : `${comma(String(value / 60))}${words.units.hour[0]}`;
  }
  if (editor === 'percentage' && typeof value === 'number') return comma(String(Math.round(value * 10_000) / 100));
  if (editor === 'number' && typeof value === 'number') return comma(String(value));
  return String(value);
}
