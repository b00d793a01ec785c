import { sheetName } from '@gantry/domain';
import { readTyped } from '../../lib/numbers.ts';
import { saveBlob } from '../../lib/save-blob.ts';

export const TABLE_FORMATS = ['xlsx', 'csv'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];
/** A table as it is seen. */
export type SeenTable = { name: string; rows: readonly (readonly string[])[] };

/** A number that a person reads is one in a spreadsheet, other texts are texts. */
const cellOf = (text: string): string | number => readTyped(text.replace('\u2212', '-')) ?? text;
const cellsOf = ({ rows }: SeenTable) => rows.map((row, at) => (at === 0 ? [...row] : row.map(cellOf)));

/** Tables as a workbook, a sheet each, or below each other as lines of text; what reads as a formula is kept from being one. */
export async function tablesFile(tables: readonly SeenTable[], format: TableFormat): Promise<Blob> {
  if (format === 'csv') {
    const { writeCsv } = await import('hucre/csv');
    const rows = tables.flatMap((table, at) => [
      ...(at > 0 ? [[]] : []),
      ...(tables.length > 1 && table.rows[0]?.[0] !== table.name ? [[table.name]] : []),
      ...cellsOf(table),
    ]);
    return new Blob([writeCsv(rows, { delimiter: ';', bom: true, escapeFormulae: true })], { type: 'text/csv; charset=utf-8' });
  }
  const { writeXlsx } = await import('hucre/xlsx');
  const names = new Set<string>();
  const sheets = tables.map((table) => {
    let name = sheetName(table.name, 'Table');
    for (let number = 2; names.has(name.toLowerCase()); number += 1) name = `${sheetName(table.name, 'Table').slice(0, 24)} ${number}`;
    names.add(name.toLowerCase());
    return { name, rows: cellsOf(table) };
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

/** The tables that stand in an element. */
export function tablesIn(element: Element | null, name: string): SeenTable[] {
  return [...(element?.querySelectorAll('table') ?? [])].map((table) => ({
    name,
    rows: [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent.trim())),
  }));
}
