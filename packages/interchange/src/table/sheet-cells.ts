import { parseDate } from '../text/dates.ts';
import type { Cell } from './columns.ts';

export type SheetRow = { cells: Cell[]; line: number };

/** A cell of a value that a library gave. */
export function cellOf(value: unknown): Cell {
  if (value instanceof Date) {
    // Serial numbers of Excel are binary fractions: half a minute evens them out.
    const minute = parseDate(new Date(value.getTime() + 30_000).toISOString().slice(0, 16));
    return minute === null ? null : { minute };
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
