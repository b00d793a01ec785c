import type { RowMap } from './row-map.ts';

/** The cell that a formula stands in: its sheet, its row of the template, the runs around it; null: outside of sheets' rows. */
export type FormulaPlace = { sheet: string; source: number; runs: readonly number[] } | null;

/** A sheet's rows by its name, whatever its case. */
export type RowMaps = (sheet: string) => RowMap | undefined;

const NAME = String.raw`(?:'(?:[^']|'')+'|[\p{L}_][\p{L}\p{N}_.]*)!`;
const CELL = String.raw`(\$?)([A-Z]{1,3})(\$?)(\d{1,7})`;
const PIECE = new RegExp(
  String.raw`("(?:[^"]|"")*")|(${NAME})?(?:${CELL}(?::${CELL})?|(\$?)(\d{1,7}):(\$?)(\d{1,7}))(?![\p{L}\p{N}_.(!])|[\p{L}_\\][\p{L}\p{N}_.\\]*[!(]?`,
  'giu',
);

/** Moves the references of a formula to where rows came to stand: ranges over a loop grow, within a run they move along, below they shift. */
export function moveReferences(formula: string, place: FormulaPlace, maps: RowMaps): string {
  return formula.replace(PIECE, (whole: string, ...found: (string | undefined)[]) => {
    const [text, prefix = '', a1, col1, b1, row1, a2, col2, b2, row2, ra, rows1, rb, rows2] = found;
    if (text !== undefined || (row1 === undefined && rows1 === undefined)) return whole;
    const sheet = prefix ? sheetOf(prefix) : (place?.sheet ?? '');
    const map = maps(sheet);
    if (!map) return whole;
    const from = place && sheet.toLowerCase() === place.sheet.toLowerCase() ? place : null;
    if (rows1 !== undefined && rows2 !== undefined) {
      const range = moveRange(map, { row: Number(rows1), fixed: ra === '$' }, { row: Number(rows2), fixed: rb === '$' }, from);
      return range ? `${prefix}${ra ?? ''}${range.first}:${rb ?? ''}${range.last}` : NOTHING;
    }
    if (col1 === undefined || row1 === undefined) return whole;
    const start = `${a1 ?? ''}${col1}${b1 ?? ''}`;
    if (col2 !== undefined && row2 !== undefined) {
      const range = moveRange(map, { row: Number(row1), fixed: b1 === '$' }, { row: Number(row2), fixed: b2 === '$' }, from);
      return range ? `${prefix}${start}${range.first}:${a2 ?? ''}${col2}${b2 ?? ''}${range.last}` : NOTHING;
    }
    const moved = map.locate(Number(row1), b1 === '$' ? null : from);
    if (!moved) return NOTHING;
    const own = `${prefix}${start}${moved.first}`;
    return moved.first === moved.last || (b1 === '$' && from) ? own : `${own}:${start}${moved.last}`;
  });
}

/** What stands for rows that a condition took away: nothing comes of them, and no formula breaks. */
const NOTHING = '0';

type End = { row: number; fixed: boolean };

/** The rows of a range; a fixed end (`$5`) means the first or the last of all copies. */
export function moveRange(map: RowMap, start: End, finish: End, from: FormulaPlace): { first: number; last: number } | null {
  const [low, high] = start.row <= finish.row ? [start, finish] : [finish, start];
  let first: number | null = null;
  for (let row = low.row; row <= high.row && first === null; row++) first = map.locate(row, low.fixed ? null : from)?.first ?? null;
  let last: number | null = null;
  for (let row = high.row; row >= low.row && last === null; row--) last = map.locate(row, high.fixed ? null : from)?.last ?? null;
  return first === null || last === null ? null : { first, last: Math.max(first, last) };
}

const sheetOf = (prefix: string): string => {
  const name = prefix.slice(0, -1);
  return name.startsWith("'") ? name.slice(1, -1).replaceAll("''", "'") : name;
};

/** Ranges such as `A1:B5 D7`, as filters, formats and validations name them; they grow. */
export function moveRanges(text: string, map: RowMap): string {
  return text
    .split(/\s+/)
    .flatMap((part) => {
      const range = rangeOf(part);
      if (!range) return [part];
      const moved = moveRange(map, { row: range.top, fixed: true }, { row: range.bottom, fixed: true }, null);
      return moved ? [rangeText(range.left, moved.first, range.right, moved.last)] : [];
    })
    .join(' ');
}

export type CellRange = { left: string; top: number; right: string; bottom: number };

/** A range of cells by its text. */
export function rangeOf(text: string): CellRange | null {
  const [, left, top, right = left, bottom = top] = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/i.exec(text) ?? [];
  return left === undefined ? null : { left, top: Number(top), right, bottom: Number(bottom) };
}

/** A range as text; one cell alone as a cell. */
export const rangeText = (left: string, top: number, right: string, bottom: number): string =>
  left === right && top === bottom ? `${left}${top}` : `${left}${top}:${right}${bottom}`;

/** A formula of a cell as it reads so many rows and columns further: how a shared formula is written out. */
export function shiftFormula(formula: string, rows: number, columns: number): string {
  return formula.replace(PIECE, (whole: string, ...found: (string | undefined)[]) => {
    const [text, prefix = '', a1, col1, b1, row1, a2, col2, b2, row2] = found;
    if (text !== undefined || col1 === undefined || row1 === undefined) return whole;
    const shifted = (a: string | undefined, col: string, b: string | undefined, row: string): string =>
      `${a ?? ''}${a === '$' ? col : columnName(columnNumber(col) + columns)}${b ?? ''}${b === '$' ? row : Number(row) + rows}`;
    return prefix + shifted(a1, col1, b1, row1) + (col2 !== undefined && row2 !== undefined ? `:${shifted(a2, col2, b2, row2)}` : '');
  });
}

/** The number of a column by its letters, from 1. */
export const columnNumber = (letters: string): number =>
  [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/** The letters of a column by its number, from 1. */
export function columnName(number: number): string {
  let letters = '';
  for (let rest = Math.max(1, number); rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}
