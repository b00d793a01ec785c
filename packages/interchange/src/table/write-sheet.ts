import { formatMinute, sheetName } from '@gantry/domain';
import type { CellStyle, WriteSheet } from 'hucre';
import { writeXlsx } from 'hucre/xlsx';
import type { Cell, Table } from './columns.ts';

/** Writes a table as the one sheet of a workbook. Texts are inline strings, so that none is taken for a formula. */
export async function writeSheet(name: string, { headers, rows, formats }: Table): Promise<Uint8Array> {
  const columns = headers.map((header, at) => ({
    header,
    key: `c${at}`,
    width: 18,
    ...numberFormat(formats?.[at] ?? (rows.some((row) => row[at] !== null && typeof row[at] === 'object') ? 'yyyy-mm-dd hh:mm' : null)),
  }));
  const data = rows.map((row) => Object.fromEntries(row.map((cell, at) => [`c${at}`, valueOf(cell)])));
  return new Uint8Array(
    await writeXlsx({ sheets: [{ name: sheetName(name), columns, data, ...headed(headers, 1) }], stringMode: 'inline' }),
  );
}

const numberFormat = (format: string | null): { numFmt?: string } => (format === null ? {} : { numFmt: format });

/** The headers as a person expects them: bold on a ground of their own, in sight with the first columns however far one scrolls. */
export function headed(headers: readonly string[], frozenColumns: number): Pick<WriteSheet, 'cells' | 'freezePane'> {
  return {
    cells: new Map(headers.map((_header, at) => [`0,${at}`, { style: HEADER_STYLE }])),
    freezePane: { rows: 1, columns: Math.min(frozenColumns, headers.length) },
  };
}

const HEADER_STYLE: CellStyle = {
  font: { bold: true },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'FFE8EBEF' } },
  border: { bottom: { style: 'thin', color: { rgb: 'FF9AA4B2' } } },
};

/** What the library writes for a cell. */
export function valueOf(cell: Cell): string | number | boolean | Date | null {
  return cell !== null && typeof cell === 'object' ? new Date(`${formatMinute(cell.minute)}:00Z`) : cell;
}
