import { sheetName } from '@gantry/domain';
import { decimalMark, readTyped } from '../../lib/numbers.ts';
import { saveBlob } from '../../lib/save-blob.ts';

export const TABLE_FORMATS = ['xlsx', 'csv'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];
/** A cell as it is seen; `exact` is the number that its text rounds, a share where that is in percent. */
export type SeenCell = string | { text: string; exact?: number | null };
/** A table as it is seen, its head first. */
export type SeenTable = { name: string; rows: readonly (readonly SeenCell[])[] };

/** What is written of a cell: a number that a person reads is one in a spreadsheet, as exact as it is known, other texts are texts. */
function valueOf(cell: SeenCell): string | number {
  const { text, exact = null } = typeof cell === 'string' ? { text: cell } : cell;
  return exact !== null && Number.isFinite(exact) ? exact : (readTyped(text.replace('\u2212', '-')) ?? text);
}

const quoted = (text: string): string => (text.trim() ? `"${text.replaceAll('"', '')}"` : '');

/** How a spreadsheet shows a number as its text does: with its decimals, its sign, and what stands around it; null where it is as read. */
function formatOf(cell: SeenCell): string | null {
  const { text, exact = null } = typeof cell === 'string' ? { text: cell } : cell;
  const [, before = '', digits = '', behind = ''] = /^(\D*)(\d(?:.*\d)?)(\D*)$/.exec(text) ?? [];
  const shown = readTyped(digits);
  if (exact === null || shown === null) return null;
  const point = digits.lastIndexOf(decimalMark());
  const decimals = point < 0 ? 0 : digits.length - point - 1;
  const isShare = behind.trim() === '%' && Math.abs(shown - Math.abs(exact) * 100) <= Math.abs(shown - Math.abs(exact));
  const [sign, lead] = [/^[+\u2212-]?/.exec(before)?.[0] ?? '', before.replace(/^[+\u2212-]/, '')];
  const format = `${quoted(lead)}#,##0${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}${isShare ? behind : quoted(behind)}`;
  return sign === '+' ? `+${format};-${format};${format}` : format;
}

const valuesOf = ({ rows }: SeenTable): (string | number)[][] =>
  rows.map((row, at) => row.map((cell) => (at > 0 ? valueOf(cell) : typeof cell === 'string' ? cell : cell.text)));

/** The cells of a table that have a format of their own, by their places. */
function formatted({ rows }: SeenTable): Map<string, { style: { numFmt: string } }> {
  const cells = rows.flatMap((row, at) =>
    row.flatMap((cell, column) => {
      const numFmt = at > 0 ? formatOf(cell) : null;
      return numFmt === null ? [] : [[`${at},${column}`, { style: { numFmt } }] as const];
    }),
  );
  return new Map(cells);
}

/** Tables as a workbook, a sheet each, or below each other as lines of text; what reads as a formula is kept from being one. */
export async function tablesFile(tables: readonly SeenTable[], format: TableFormat): Promise<Blob> {
  if (format === 'csv') {
    const { writeCsv } = await import('hucre/csv');
    const rows = tables.flatMap((table, at) => [
      ...(at > 0 ? [[]] : []),
      ...(tables.length > 1 && table.rows[0]?.[0] !== table.name ? [[table.name]] : []),
      ...valuesOf(table),
    ]);
    return new Blob([writeCsv(rows, { delimiter: ';', bom: true, escapeFormulae: true })], { type: 'text/csv; charset=utf-8' });
  }
  const { writeXlsx } = await import('hucre/xlsx');
  const names = new Set<string>();
  const sheets = tables.map((table) => {
    let name = sheetName(table.name, 'Table');
    for (let number = 2; names.has(name.toLowerCase()); number += 1) name = `${sheetName(table.name, 'Table').slice(0, 24)} ${number}`;
    names.add(name.toLowerCase());
    return { name, rows: valuesOf(table), cells: formatted(table) };
  });
  const bytes = await writeXlsx({ sheets, stringMode: 'inline' });
  return new Blob([new Uint8Array(bytes)], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' });
}

/** The name of a file without the signs that file systems refuse. */
export const fileName = (title: string): string => title.replaceAll(/[\\/:*?"<>|]+/g, ' ').trim();

/** Lets the browser save tables as a file. */
export async function saveTables(title: string, tables: readonly SeenTable[], format: TableFormat): Promise<void> {
  saveBlob(await tablesFile(tables, format), `${fileName(title)}.${format}`);
}

/** The tables that stand in an element; a cell has its number in `data-exact` where its text rounds it. */
export function tablesIn(element: Element | null, name: string): SeenTable[] {
  const cellOf = ({ textContent, dataset }: HTMLTableCellElement): SeenCell => {
    const text = textContent.trim();
    return dataset['exact'] === undefined ? text : { text, exact: Number(dataset['exact']) };
  };
  return [...(element?.querySelectorAll('table') ?? [])].map((table) => ({
    name,
    rows: [...table.rows].map((row) => [...row.cells].map(cellOf)),
  }));
}
