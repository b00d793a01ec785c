import type { Minute } from '../schedule/time.ts';

/** A value of a report; dates as minutes. */
export type ReportCell = string | number | boolean | { minute: Minute } | null;

/** A value as a plain text; dates have none without a format. */
export const plainText = (cell: ReportCell | undefined): string =>
  cell === null || cell === undefined || typeof cell === 'object' ? '' : String(cell);

export type ReportCellKind = 'text' | 'number' | 'money' | 'percent' | 'date' | 'flag';

/** A column of a report: `width` in characters. */
export type ReportColumn = { title: string; kind: ReportCellKind; width: number };

/** A row of a report; `level` from 1 indents the first text of it. */
export type ReportLine = { cells: readonly ReportCell[]; level: number; strong: boolean };

/** A table of a report with what stands above it; `sums` says which columns are added up below it. */
export type ReportTable = { title: string; columns: readonly ReportColumn[]; lines: readonly ReportLine[]; sums: readonly boolean[] };

/** A report as it is written into any file: what it is of, its tables, and who signs. */
export type ReportDocument = {
  title: string;
  facts: readonly { label: string; value: string }[];
  tables: readonly ReportTable[];
  signatures: readonly string[];
  /** What stands before a sum, and where a table has no lines. */
  words: { total: string; nothing: string };
};

/** The sums of a table, by column; null where there is none. */
export function sumsOf({ columns, lines, sums }: ReportTable): (number | null)[] {
  return columns.map((_column, at) =>
    sums[at] ? lines.reduce((sum, { cells }) => sum + (typeof cells[at] === 'number' ? cells[at] : 0), 0) : null,
  );
}
