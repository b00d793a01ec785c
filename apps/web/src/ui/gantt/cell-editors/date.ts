import type { Minute } from '@gantry/domain';
import { minuteOf, partsOf } from '@gantry/domain';
import type { CellEditorKind, CellWords } from './cell-editor.ts';

const FORM = /^(\d{1,4})[.\-/\s]([^\s.\-/\d]+|\d{1,2})[.\-/\s]+(\d{1,4})(?:\s+(\d{1,2}):(\d{2})|T(\d{2}):(\d{2}))?$/u;

/** Digits alone, as a mask would take them: 05042026, 050426, each with 0830 behind. */
const DIGITS = /^(\d{2})(\d{2})(\d{4}|\d{2})(?:\s*(\d{2}):?(\d{2}))?$/;
const spelled = (_: string, day: string, month: string, year: string, hour = '0', minute = '00'): string =>
  `${day}.${month}.${year} ${hour}:${minute}`;

/** Two-digit years below this are of this century. */
const CENTURY_TURN = 50;

function monthNamed(text: string, words: CellWords): number {
  const wanted = text.toLowerCase();
  if (wanted.length < 3) return 0;
  return words.months.findIndex((forms) => forms.some((form) => form.toLowerCase().startsWith(wanted))) + 1;
}

/** Reads DD.MM.YYYY, DD.M.YYYY, DD.MMM.YYYY, DD.MMMM.YYYY, two-digit years, a time after it, digits alone, and YYYY-MM-DD; null where it is no date. */
export function readDate(text: string, words: CellWords): Minute | null {
  const match = FORM.exec(text.trim().replace(DIGITS, spelled).replace(/\.\s+/g, '.'));
  if (!match) return null;
  const iso = match[1].length === 4;
  const day = Number(iso ? match[3] : match[1]);
  const yearText = iso ? match[1] : match[3];
  if (yearText.length !== 2 && yearText.length !== 4) return null;
  const short = Number(yearText);
  const year = yearText.length === 4 ? short : short < CENTURY_TURN ? 2000 + short : 1900 + short;
  const month = /^\d/.test(match[2]) ? Number(match[2]) : monthNamed(match[2], words);
  const hour = Number(match[4] ?? match[6] ?? 0);
  const minute = Number(match[5] ?? match[7] ?? 0);
  if (month < 1 || month > 12 || day < 1 || minute > 59 || hour * 60 + minute > 24 * 60) return null;
  const parts = partsOf(minuteOf(year, month, day));
  return parts.day === day && parts.month === month ? minuteOf(year, month, day, hour, minute) : null;
}

const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

/** Dates, with a time unless it is midnight; an empty text clears the date. */
export const date: CellEditorKind = {
  element: 'input',
  read(text, { words }) {
    if (text.trim() === '') return { value: null };
    const value = readDate(text, words);
    return value === null ? { refusal: words.refusal.date } : { value };
  },
  write(value) {
    if (typeof value !== 'number') return '';
    const { year, month, day, hour, minute } = partsOf(value);
    return `${two(day)}.${two(month)}.${year}${hour + minute > 0 ? ` ${two(hour)}:${two(minute)}` : ''}`;
  },
};
