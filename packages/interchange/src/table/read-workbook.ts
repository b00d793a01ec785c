/** Sheets of a workbook: by the library, and those that are large by one pass over their text, for which the library looks up styles and texts. */

import { readXlsx as readBySheet } from 'hucre/xlsx';
import type { ZipEntry } from '../zip/read-zip.ts';
import { writeZip } from '../zip/write-zip.ts';
import type { Cell } from './columns.ts';
import { scanSheet, type Workbook } from './scan-sheet.ts';
import { cellOf, type SheetRow } from './sheet-cells.ts';

/** A table as a file has it. `formulas` are cells whose value a formula gave, as `line:column`, both from 1. */
export type Sheet = { name: string; rows: SheetRow[]; formulas: Set<string> };

/** Sheets of so many bytes are scanned. */
export const LARGE_SHEET = 2 << 20;

const isSheet = (name: string): boolean => /^xl\/worksheets\/[^/]+\.xml$/.test(name);
/** What of a workbook its sheets need. */
export const isNeeded = (name: string): boolean => !name.startsWith('xl/media/') && !name.startsWith('xl/drawings/');

/** Reads the sheets of a workbook from its bytes; `entries` are its files, as they were unpacked within bounds. Throws where it is none. */
export async function readWorkbook(bytes: Uint8Array, entries: readonly ZipEntry[], large = LARGE_SHEET): Promise<Sheet[]> {
  const long = entries.filter((entry) => isSheet(entry.name) && entry.bytes.length >= large);
  return (long.length > 0 && (await readLong(entries, long))) || (await readWhole(bytes));
}

async function readWhole(bytes: Uint8Array): Promise<Sheet[]> {
  const { sheets } = await readBySheet(bytes);
  return sheets.map(({ name, rows, cells }) => ({
    name,
    rows: rows.map((row, i) => {
      // The row of the library becomes ours: a million cells are not held twice.
      for (const [at, value] of row.entries())
        if (value === undefined || (value !== null && typeof value === 'object')) row[at] = cellOf(value) as never;
      return { cells: row as Cell[], line: i + 1 };
    }),
    formulas: new Set([...(cells ?? [])].flatMap(([at, cell]) => (cell.formula === undefined ? [] : [placeOf(at)]))),
  }));
}

/** The library counts rows and columns from 0. */
function placeOf(at: string): string {
  const [row, column] = at.split(',').map(Number);
  return `${row + 1}:${column + 1}`;
}

const MARK = 'stands for a large sheet:';
/** A serial number of both calendars, of 1900 and of 1904. */
const SERIAL = 1000;
const MOST_STYLES = 16_000;
const MOST_TEXTS = 1_000_000;

/**
 * Lets the library read the workbook with small sheets in the place of large ones, in which each style and each shared text stands
 * once, then scans the large ones. Null where one of them is not plain.
 */
async function readLong(entries: readonly ZipEntry[], long: readonly ZipEntry[]): Promise<Sheet[] | null> {
  const styles = countOf(entries, 'styles.xml', '<xf');
  const texts = countOf(entries, 'sharedStrings.xml', '<si');
  if (styles > MOST_STYLES || texts > MOST_TEXTS) return null;
  const small = entries.map((entry) => {
    const at = long.indexOf(entry);
    return at < 0 ? entry : { name: entry.name, bytes: Buffer.from(standIn(at, at ? 0 : styles, at ? 0 : texts)) };
  });
  const sheets = await readWhole(await writeZip(small, { packed: false }));
  const standing = sheets.map(({ rows }) => markOf(rows));
  const first = sheets[standing.indexOf(0)];
  if (!first || standing.filter((at) => at !== null).length !== long.length) return null;
  const workbook = workbookOf(first.rows, texts);
  const read: Sheet[] = [];
  for (const [index, sheet] of sheets.entries()) {
    const at = standing[index];
    const scanned = at === null ? sheet : scanSheet(new TextDecoder().decode(long[at].bytes), workbook);
    if (!scanned) return null;
    read.push({ name: sheet.name, rows: scanned.rows, formulas: scanned.formulas });
  }
  return read;
}

/** How often a tag opens in the files of this name: at least as often as it is counted. */
function countOf(entries: readonly ZipEntry[], ending: string, tag: string): number {
  let count = 0;
  for (const { name, bytes } of entries) {
    if (!name.endsWith(ending)) continue;
    for (let at = bytes.indexOf(tag); at >= 0; at = bytes.indexOf(tag, at + tag.length)) count += 1;
  }
  return count;
}

/** A sheet with a mark, a number in each style and each shared text. */
function standIn(at: number, styles: number, texts: number): string {
  const numbers = Array.from({ length: styles }, (_none, style) => `<c s="${style}"><v>${SERIAL}</v></c>`).join('');
  const words = Array.from({ length: texts }, (_none, text) => `<row><c t="s"><v>${text}</v></c></row>`).join('');
  const row = `<row r="1"><c t="str"><v>${MARK}${at}</v></c>${numbers}</row>`;
  return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${row}${words}</sheetData></worksheet>`;
}

/** The large sheet that a placeholder represents; null for a normal sheet. */
function markOf(rows: readonly SheetRow[]): number | null {
  const mark = rows[0]?.cells[0];
  return typeof mark === 'string' && mark.startsWith(MARK) ? Number(mark.slice(MARK.length)) : null;
}

/** What the sheets of a workbook refer to, read off a sheet in which all of it stands. */
function workbookOf([styles, ...words]: readonly SheetRow[], texts: number): Workbook {
  const shown = styles.cells.slice(1);
  const date = shown.find((cell) => cell !== null && typeof cell === 'object');
  return {
    isDate: shown.map((cell) => cell !== null && typeof cell === 'object'),
    from1904: date !== undefined && date !== null && typeof date === 'object' && date.minute !== MINUTE_OF_1900,
    texts: words.slice(0, texts).map(({ cells: [text] }) => (typeof text === 'string' ? text : null)),
  };
}
const MINUTE_OF_1900 = minuteOfSerial();
function minuteOfSerial(): number | null {
  const cell = cellOf(new Date(Date.UTC(1899, 11, 31) + (SERIAL - 1) * 86_400_000));
  return cell !== null && typeof cell === 'object' ? cell.minute : null;
}
