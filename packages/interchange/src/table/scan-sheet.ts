/** Cells of a large worksheet, read in one pass over its text. What is not plain is left to the library. */

import { wordTable } from '../text/word-table.ts';
import type { Cell } from './columns.ts';
import { type SheetRow, cellOf } from './sheet-cells.ts';

/** What the cells of a sheet refer to. */
export type Workbook = {
  /** By number of a cell style: whether its numbers are dates. */
  isDate: readonly boolean[];
  /** Days are counted from 1904 instead of 1900. */
  from1904: boolean;
  /** Shared texts by their numbers; null where a number names none. */
  texts: readonly (string | null)[];
};

const LAST_ROW = 1_048_575;
const LAST_COLUMN = 16_383;
/** Comments, other sections and declarations, that nobody writes into a sheet. */
const UNUSUAL = ['<!--', '<![CDATA[', '<!DOCTYPE'];

/** A cell between its tags. */
type Content = { value: string; inline: string; formula: boolean };

/** Rows and formulas of a worksheet; null where its text is not as plain as programs write it. */
export function scanSheet(xml: string, workbook: Workbook): { rows: SheetRow[]; formulas: Set<string> } | null {
  const opened = xml.indexOf('<sheetData');
  const begin = xml.indexOf('>', opened);
  if (opened < 0 || begin < 0 || UNUSUAL.some((mark) => xml.includes(mark))) return null;
  const rows: SheetRow[] = [];
  const formulas = new Set<string>();
  if (xml[begin - 1] === '/') return { rows, formulas };
  const end = xml.indexOf('</sheetData>', begin);
  if (end < 0) return null;
  const dates = new Map<number, Cell>();
  const content: Content = { value: '', inline: '', formula: false };
  let [row, column] = [-1, 0];
  for (let at = xml.indexOf('<', begin + 1); at < end; at = xml.indexOf('<', at)) {
    const closed = xml.indexOf('>', at);
    if (xml.startsWith('</row>', at)) at = closed;
    else if (isTag(xml, at, 'row')) {
      row = (Number(attribute(xml, at + 4, closed, 'r') ?? 0) || row + 2) - 1;
      column = 0;
      at = closed;
    } else if (isTag(xml, at, 'c')) {
      const empty = xml[closed - 1] === '/';
      const place = placeOf(attribute(xml, at + 2, closed, 'r'), row, column);
      if (!place) return null;
      const type = attribute(xml, at + 2, closed, 't') ?? '';
      const style = Number(attribute(xml, at + 2, closed, 's') ?? -1);
      content.value = content.inline = '';
      content.formula = false;
      const next = empty ? closed + 1 : readContent(xml, closed + 1, content);
      if (next < 0) return null;
      const value = valueOf(type, style, content, workbook, dates);
      if (value === undefined) return null;
      while (rows.length <= place.row) rows.push({ cells: [], line: rows.length + 1 });
      const { cells } = rows[place.row];
      while (cells.length < place.column) cells.push(null);
      cells[place.column] = value;
      if (content.formula) formulas.add(`${place.row + 1}:${place.column + 1}`);
      column = place.column + 1;
      at = next;
    } else return null;
  }
  return { rows, formulas };
}

/** Whether a tag of this name opens here. */
function isTag(xml: string, at: number, name: string): boolean {
  if (!xml.startsWith(name, at + 1)) return false;
  const next = xml[at + 1 + name.length];
  return next === ' ' || next === '>' || next === '/' || next === '\n' || next === '\r' || next === '\t';
}

/** The value of an attribute of a tag that stands between two places; undefined where it has none. */
function attribute(xml: string, from: number, to: number, name: string): string | undefined {
  for (let at = from; at < to;) {
    const equals = xml.indexOf('=', at);
    if (equals < 0 || equals > to) return undefined;
    const quote = xml[equals + 1];
    const close = xml.indexOf(quote, equals + 2);
    if (xml.slice(at, equals).trim() === name) return xml.slice(equals + 2, close);
    at = close + 1;
  }
  return undefined;
}

/** Row and column from 0 of `AB12`, or the next ones for a cell without a reference; null outside of any sheet. */
function placeOf(reference: string | undefined, row: number, column: number): { row: number; column: number } | null {
  if (reference === undefined) return row < 0 ? null : { row, column };
  let [at, letters] = [0, 0];
  for (; at < reference.length; at++) {
    const code = reference.charCodeAt(at);
    if (code < 65 || code > 90) break;
    letters = letters * 26 + code - 64;
  }
  const line = Number(reference.slice(at));
  if (!at || !Number.isInteger(line) || line < 1 || line - 1 > LAST_ROW || letters - 1 > LAST_COLUMN) return null;
  return { row: line - 1, column: letters - 1 };
}

/** Reads the content of a cell; returns its end, -1 for unexpected content. */
function readContent(xml: string, from: number, content: Content): number {
  for (let at = from; ;) {
    if (xml.startsWith('</c>', at)) return at + 4;
    const closed = xml.indexOf('>', at);
    if (closed < 0) return -1;
    const empty = xml[closed - 1] === '/';
    if (isTag(xml, at, 'v')) {
      const end = empty ? closed - 3 : xml.indexOf('</v>', closed);
      if (end < 0) return -1;
      if (!empty) content.value += plain(xml.slice(closed + 1, end));
      at = end + 4;
    } else if (isTag(xml, at, 'f')) {
      const end = empty ? closed - 3 : xml.indexOf('</f>', closed);
      if (end < 0) return -1;
      const shared = attribute(xml, at + 2, closed, 't') === 'shared' && attribute(xml, at + 2, closed, 'si') !== undefined;
      content.formula ||= shared || (!empty && end > closed + 1);
      at = end + 4;
    } else if (isTag(xml, at, 'is') && !empty) {
      const text = closed + 1;
      const begun = xml.indexOf('>', text);
      const end = xml.indexOf('</t></is>', begun);
      // Runs with fonts and readings of characters are the library's.
      if (!isTag(xml, text, 't') || xml[begun - 1] === '/' || end < 0 || xml.indexOf('<', begun) !== end) return -1;
      content.inline += plain(xml.slice(begun + 1, end));
      at = end + 9;
    } else return -1;
  }
}

/** The value of a cell; undefined when the library must parse it. */
function valueOf(type: string, style: number, { value, inline }: Content, workbook: Workbook, dates: Map<number, Cell>): Cell | undefined {
  if (type === 'inlineStr') return unescaped(inline);
  if (type === 'str') return unescaped(value);
  if (type === 's') return workbook.texts[Number(value)] ?? null;
  if (type === 'b') return value === '1' || value.toLowerCase() === 'true';
  if (type === 'e') return value;
  if (value === '') return null;
  const number = Number(value);
  if (Number.isNaN(number)) return value;
  if (!workbook.isDate[style]) return number;
  const known = dates.get(number);
  if (known !== undefined) return known;
  const time = timeOf(number, workbook.from1904);
  if (!(Math.abs(time) < 8e15)) return undefined;
  const date = cellOf(new Date(time));
  dates.set(number, date);
  return date;
}

const DAY = 86_400_000;
/** The day that 1900 never had, which Excel counts after Lotus. */
const LEAP_OF_LOTUS = 60;

/** Milliseconds of a serial number, as the library counts them. */
function timeOf(serial: number, from1904: boolean): number {
  if (from1904) return Date.UTC(1904, 0, 1) + Math.round(serial * DAY);
  if (serial === LEAP_OF_LOTUS) return Date.UTC(1900, 1, 28);
  return Date.UTC(1899, 11, 31) + Math.round((serial > LEAP_OF_LOTUS ? serial - 1 : serial) * DAY);
}

const NAMES = wordTable({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" });
const LAST_CHARACTER = 0x10ffff;

/** Text with its references resolved. */
function plain(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#x([0-9a-fA-F]+)|#(\d+)|([a-zA-Z]+));/g, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMES[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > LAST_CHARACTER ? whole : String.fromCodePoint(code);
  });
}

/** Text without the escapes of characters that XML cannot hold. */
function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
