import type { JsonValue } from '../../json.ts';
import { MINUTES_PER_DAY, NO_DATE, parseMinute } from '../../schedule/time.ts';

/** How the cells of a column are read: numbers (NaN = empty), schedule minutes (NO_DATE = empty) or texts ('' = empty). */
export type ColumnReader =
  | { kind: 'number'; at(row: number): number }
  | { kind: 'minute'; at(row: number): number }
  | { kind: 'text'; at(row: number): string };

/** Whether a row passes. */
export type RowTest = (row: number) => boolean;

/** An operator: its number of values and its test; null for an incomplete value. */
export type OperatorMember = {
  takes: 'nothing' | 'one' | 'two' | 'list';
  /** What it can compare. */
  kinds: readonly ColumnReader['kind'][];
  test(reader: ColumnReader, value: JsonValue): RowTest | null;
};

/** The ends of what a value means, both included: a date without a time is its whole day. */
export type Span = { low: number; high: number };

/** The span of a value for a column of numbers or minutes, null where it is none. */
export function spanOfValue(kind: 'number' | 'minute', value: JsonValue): Span | null {
  if (kind === 'number') {
    const number = typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
    return Number.isFinite(number) ? { low: number, high: number } : null;
  }
  if (typeof value === 'number') return { low: value, high: value };
  const text = typeof value === 'string' ? value.trim() : '';
  const minute = parseMinute(text);
  if (minute === null) return null;
  const wholeDay = !/[T ]/.test(text);
  return { low: minute, high: wholeDay ? minute + MINUTES_PER_DAY - 1 : minute };
}

/** A text as it is compared. */
export const folded = (value: JsonValue): string =>
  (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '').trim().toLowerCase();

/** Whether a cell of a column is empty. */
export function emptyTest(reader: ColumnReader): RowTest {
  if (reader.kind === 'text') return (row) => reader.at(row) === '';
  if (reader.kind === 'minute') return (row) => reader.at(row) === NO_DATE;
  return (row) => Number.isNaN(reader.at(row));
}

/** A test by comparing numbers with a span, or folded texts with a text; empty cells never pass. */
export function compareTest(
  reader: ColumnReader,
  value: JsonValue,
  numbers: (cell: number, span: Span) => boolean,
  texts: (cell: string, wanted: string) => boolean,
): RowTest | null {
  if (reader.kind === 'text') {
    const wanted = folded(value);
    if (wanted === '') return null;
    return (row) => {
      const cell = reader.at(row);
      return cell !== '' && texts(cell.toLowerCase(), wanted);
    };
  }
  const span = spanOfValue(reader.kind, value);
  if (!span) return null;
  if (reader.kind === 'minute')
    return (row) => {
      const cell = reader.at(row);
      return cell !== NO_DATE && numbers(cell, span);
    };
  return (row) => {
    const cell = reader.at(row);
    return !Number.isNaN(cell) && numbers(cell, span);
  };
}

export const EVERY_KIND = ['number', 'minute', 'text'] as const;
