import type { RowMap, SheetMap } from './row-map.ts';

/** A row or a column of the template with the runs of the loops around it. */
type Line = { source: number; runs: readonly number[] };

/** The cell that a formula stands in: its sheet, its row and column of the template, the runs around it; null: outside of sheets' rows. */
export type FormulaPlace = (Line & { sheet: string; column?: Line | null }) | null;

/** A sheet's rows and columns by its name, whatever its case. */
export type SheetMaps = (sheet: string) => SheetMap | undefined;

const NAME = String.raw`(?:'(?:[^']|'')+'|[\p{L}_][\p{L}\p{N}_.]*)!`;
const CELL = String.raw`(\$?)([A-Z]{1,3})(\$?)(\d{1,7})`;
const PIECE = new RegExp(
  String.raw`("(?:[^"]|"")*")|(${NAME})?(?:${CELL}(?::${CELL})?|(\$?)(\d{1,7}):(\$?)(\d{1,7})|(\$?)([A-Z]{1,3}):(\$?)([A-Z]{1,3}))(?![\p{L}\p{N}_.(!])|[\p{L}_\\][\p{L}\p{N}_.\\]*[!(]?`,
  'giu',
);

/** Moves the references of a formula to where rows and columns came to stand: ranges over a loop grow, within a run they move along, behind it they shift. */
export function moveReferences(formula: string, place: FormulaPlace, maps: SheetMaps): string {
  return formula.replace(PIECE, (whole: string, ...found: (string | undefined)[]) => {
    const [text, prefix = '', a1 = '', col1, b1 = '', row1, a2 = '', col2, b2 = '', row2, ra = '', rows1, rb = '', rows2] = found;
    const [ca = '', cols1, cb = '', cols2] = found.slice(14);
    if (text !== undefined || (row1 === undefined && rows1 === undefined && cols1 === undefined)) return whole;
    const sheet = prefix ? sheetOf(prefix) : (place?.sheet ?? '');
    const map = maps(sheet);
    if (!map) return whole;
    const from = place && sheet.toLowerCase() === place.sheet.toLowerCase() ? place : null;
    if (rows1 !== undefined && rows2 !== undefined) {
      const range = moveRange(map.rows, { at: Number(rows1), fixed: ra === '$' }, { at: Number(rows2), fixed: rb === '$' }, from);
      return range ? `${prefix}${ra}${range.first}:${rb}${range.last}` : NOTHING;
    }
    if (cols1 !== undefined && cols2 !== undefined) {
      const range = moveColumns(map, [cols1, ca], [cols2, cb], from);
      return range ? `${prefix}${ca}${range.first}:${cb}${range.last}` : NOTHING;
    }
    if (col1 === undefined || row1 === undefined) return whole;
    if (col2 !== undefined && row2 !== undefined) {
      const rows = moveRange(map.rows, { at: Number(row1), fixed: b1 === '$' }, { at: Number(row2), fixed: b2 === '$' }, from);
      const columns = moveColumns(map, [col1, a1], [col2, a2], from);
      return rows && columns ? `${prefix}${a1}${columns.first}${b1}${rows.first}:${a2}${columns.last}${b2}${rows.last}` : NOTHING;
    }
    const rows = map.rows.locate(Number(row1), b1 === '$' ? null : from);
    const columns = moveColumns(map, [col1, a1], [col1, a1], from);
    if (!rows || !columns) return NOTHING;
    // A fixed end within the sheet means the first of all copies.
    const lastRow = b1 === '$' && from ? rows.first : rows.last;
    const lastColumn = a1 === '$' && from ? columns.first : columns.last;
    const own = `${prefix}${a1}${columns.first}${b1}${rows.first}`;
    return lastRow === rows.first && lastColumn === columns.first ? own : `${own}:${a1}${lastColumn}${b1}${lastRow}`;
  });
}

/** Letters of the columns of a range where they stand now; each end comes with its `$`. */
function moveColumns(
  { columns }: SheetMap,
  [start, fixedStart]: readonly [string, string],
  [finish, fixedFinish]: readonly [string, string],
  from: FormulaPlace,
): { first: string; last: string } | null {
  if (!columns) return { first: start, last: finish };
  const moved = moveRange(
    columns,
    { at: columnNumber(start), fixed: fixedStart === '$' },
    { at: columnNumber(finish), fixed: fixedFinish === '$' },
    from?.column ?? null,
  );
  return moved && { first: columnName(moved.first), last: columnName(moved.last) };
}

/** What stands for rows that a condition took away: nothing comes of them, and no formula breaks. */
const NOTHING = '0';

type End = { at: number; fixed: boolean };

/** The rows or columns of a range; a fixed end (`$5`) means the first or the last of all copies. */
function moveRange(map: RowMap, start: End, finish: End, from: Line | null): { first: number; last: number } | null {
  const [low, high] = start.at <= finish.at ? [start, finish] : [finish, start];
  let first: number | null = null;
  for (let at = low.at; at <= high.at && first === null; at++) first = map.locate(at, low.fixed ? null : from)?.first ?? null;
  let last: number | null = null;
  for (let at = high.at; at >= low.at && last === null; at--) last = map.locate(at, high.fixed ? null : from)?.last ?? null;
  return first === null || last === null ? null : { first, last: Math.max(first, last) };
}

const sheetOf = (prefix: string): string => {
  const name = prefix.slice(0, -1);
  return name.startsWith("'") ? name.slice(1, -1).replaceAll("''", "'") : name;
};

/** Ranges such as `A1:B5 D7`, as filters, formats and validations name them; they grow. */
export function moveRanges(text: string, map: SheetMap): string {
  return text
    .split(/\s+/)
    .flatMap((part) => {
      const range = rangeOf(part);
      if (!range) return [part];
      const rows = moveRange(map.rows, { at: range.top, fixed: true }, { at: range.bottom, fixed: true }, null);
      const columns = moveColumns(map, [range.left, '$'], [range.right, '$'], null);
      return rows && columns ? [rangeText(columns.first, rows.first, columns.last, rows.last)] : [];
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
