import {
  formatMinute,
  type ReportCell,
  type ReportCellKind,
  type ReportColumn,
  type ReportDocument,
  type ReportTable,
  sheetName,
  sumsOf,
} from '@gantry/domain';
import type { Cell, CellStyle, RowDef, WriteSheet } from 'hucre';
import { writeXlsx } from 'hucre/xlsx';
import { columnName } from '../template/xlsx/references.ts';

const FORMATS: Partial<Record<ReportCellKind, string>> = {
  number: '#,##0.###',
  money: '#,##0.00',
  percent: '0%',
  date: 'dd.mm.yyyy',
};
const THIN = { style: 'thin', color: { rgb: 'FF9AA4B2' } } as const;
const BORDER = { top: THIN, bottom: THIN, left: THIN, right: THIN };
const HEADER: CellStyle = {
  font: { bold: true },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'FFE8EBEF' } },
  border: BORDER,
  alignment: { wrapText: true, vertical: 'center', horizontal: 'center' },
};
/** Sheets of paper are landscape where a table has more columns. */
const PORTRAIT_COLUMNS = 6;
const WIDEST = 60;

/** Writes a report as a workbook of one sheet. Texts are inline strings, sums are formulas that hold what they come to. */
export async function writeReportXlsx(report: ReportDocument): Promise<Uint8Array> {
  const rows: (string | number | boolean | Date | null)[][] = [];
  const cells = new Map<string, Partial<Cell>>();
  const rowDefs = new Map<number, RowDef>();
  const merges: NonNullable<WriteSheet['merges']> = [];
  const most = Math.max(1, ...report.tables.map(({ columns }) => columns.length));
  const put = (values: (string | number | boolean | Date | null)[]): number => rows.push(values) - 1;
  const title = put([report.title]);
  cells.set(`${title},0`, { style: { font: { bold: true, size: 14 } } });
  if (most > 1) merges.push({ startRow: title, startCol: 0, endRow: title, endCol: most - 1 });
  for (const { label, value } of report.facts) {
    const row = put([`${label}: ${value}`]);
    if (most > 1) merges.push({ startRow: row, startCol: 0, endRow: row, endCol: most - 1 });
  }
  for (const table of report.tables) putTable(table, report.words, { rows, cells, rowDefs });
  put([]);
  for (const signature of report.signatures) {
    put([]);
    put([`${signature} ______________________________`]);
  }
  const widths = Array.from({ length: most }, (_, at) => Math.max(5, ...report.tables.map(({ columns }) => columns[at]?.width ?? 0)));
  const sheet: WriteSheet = {
    name: sheetName(report.title),
    columns: widths.map((width) => ({ width: Math.min(WIDEST, width) })),
    rows,
    cells,
    merges,
    rowDefs,
    outlineProperties: { summaryBelow: false },
    pageSetup: {
      orientation: most > PORTRAIT_COLUMNS ? 'landscape' : 'portrait',
      paperSize: 'a4',
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: 0,
    },
  };
  return new Uint8Array(await writeXlsx({ sheets: [sheet], stringMode: 'inline' }));
}

/** Spreadsheets fold no deeper. */
const DEEPEST_OUTLINE = 7;

function putTable(
  table: ReportTable,
  words: ReportDocument['words'],
  {
    rows,
    cells,
    rowDefs,
  }: { rows: (string | number | boolean | Date | null)[][]; cells: Map<string, Partial<Cell>>; rowDefs: Map<number, RowDef> },
): void {
  rows.push([]);
  if (table.title) cells.set(`${rows.push([table.title]) - 1},0`, { style: { font: { bold: true, size: 12 } } });
  const head = rows.push(table.columns.map((column) => column.title)) - 1;
  for (const at of table.columns.keys()) cells.set(`${head},${at}`, { style: HEADER });
  for (const { cells: values, level, strong } of table.lines) {
    const row = rows.push(values.map(valueOf)) - 1;
    if (level > 1) rowDefs.set(row, { outlineLevel: Math.min(level - 1, DEEPEST_OUTLINE) });
    for (const [at, column] of table.columns.entries())
      cells.set(`${row},${at}`, { style: styleOf(column, strong, at === firstText(table) ? level - 1 : 0) });
  }
  const last = rows.length;
  if (!table.lines.length) rows.push([words.nothing]);
  else if (table.sums.some(Boolean)) {
    const sums = sumsOf(table);
    const row = rows.push(table.columns.map((_column, at) => (at === 0 ? words.total : sums[at]))) - 1;
    for (const [at, column] of table.columns.entries()) {
      const letters = columnName(at + 1);
      const style = styleOf(column, true, 0);
      const sum = sums[at];
      cells.set(
        `${row},${at}`,
        sum === null ? { style } : { style, formula: `SUM(${letters}${head + 2}:${letters}${last})`, formulaResult: sum },
      );
    }
  }
}

const firstText = ({ columns }: ReportTable): number => columns.findIndex(({ kind, width }) => kind === 'text' && width >= 20);

const styleOf = ({ kind }: ReportColumn, strong: boolean, indent: number): CellStyle => ({
  border: BORDER,
  alignment: { vertical: 'top', wrapText: kind === 'text', ...(indent > 0 ? { indent } : {}) },
  ...(strong ? { font: { bold: true } } : {}),
  ...(FORMATS[kind] ? { numFmt: FORMATS[kind] } : {}),
});

const valueOf = (cell: ReportCell): string | number | boolean | Date | null =>
  cell !== null && typeof cell === 'object' ? new Date(`${formatMinute(cell.minute)}:00Z`) : cell;
