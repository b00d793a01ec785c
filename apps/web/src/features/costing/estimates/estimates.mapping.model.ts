import type { EstimateFilePreview, EstimateMapping } from '@gantry/contract';

export type MappedTable = NonNullable<EstimateFilePreview['table']>;

/** What a table does not show of a mapping. */
type Unseen = Pick<EstimateMapping, 'currency' | 'digits'>;

/** Adds the columns that the table shows to a changed mapping, so that a change of one column keeps the others; not where another sheet is chosen. */
export const asShown = (table: MappedTable, next: EstimateMapping): EstimateMapping =>
  next.sheet === undefined || next.sheet === table.sheet
    ? { sheet: table.sheet, headerRow: table.header_row, columns: table.columns, ...next }
    : next;

/** The columns of a table as they are kept for the next one: by the headings that they have in this one; null where none is the name. */
export function keptMapping({ sheets, sheet, header_row, columns, cells }: MappedTable, unseen: Unseen): EstimateMapping | null {
  if (columns.name === undefined) return null;
  const headings = Object.entries(columns).flatMap(([column, at]) => {
    const heading = cells[header_row]?.[at]?.slice(0, 512).trim();
    return heading ? [[column, heading]] : [];
  });
  return {
    ...(sheets.length > 1 ? { sheet } : {}),
    headerRow: header_row,
    columns,
    headings: Object.fromEntries(headings) as EstimateMapping['headings'],
    ...unseen,
  };
}
