import { amountText, COST_PARTS, type EstimateForm } from '@gantry/domain';
import { formatCsv } from '../../formats/csv/write.ts';
import type { Table } from '../../table/columns.ts';
import { writeSheet } from '../../table/write-sheet.ts';
import { bc3Of } from './write-bc3.ts';
import { gaebOf } from './write-gaeb.ts';
import { ggeOf } from './write-gge.ts';
import { amountOf, type EstimateToWrite, partsOfRow } from './written-rows.ts';

/** Writes an estimate so that reading it gives the same rows and amounts. */
export async function writeEstimate(estimate: EstimateToWrite, format: EstimateForm): Promise<Uint8Array> {
  switch (format) {
    case 'xlsx':
      return writeSheet(estimate.number || 'Estimate', tableOf(estimate));
    case 'csv':
      // Spreadsheet programs recognise UTF-8 by the byte order mark.
      return Buffer.from(`\ufeff${formatCsv(tableOf(estimate), ';')}`);
    case 'gge':
      return Buffer.from(ggeOf(estimate));
    case 'bc3':
      return bc3Of(estimate);
    default:
      return Buffer.from(gaebOf(estimate, format === 'x84'));
  }
}

const PART_HEADERS = ['Labour', 'Machines', 'Machinists', 'Materials', 'Equipment', 'Transport', 'Overheads', 'Profit'];
const OTHER = COST_PARTS.indexOf('other');

/** Levels count from 1; rows with amounts stand below all headings. Parts have columns where the estimate knows any. */
function tableOf({ rows, digits }: EstimateToWrite): Table {
  const depths: number[] = [];
  const isAmount = (row: EstimateToWrite['rows'][number]): boolean => row.kind !== 'section' && amountOf(row) !== null;
  const divides = rows.some((row) => isAmount(row) && partsOfRow(row).some((part, at) => at !== OTHER && part !== 0n));
  const lines = rows.map((row, at) => {
    depths[at] = row.parent === null ? 1 : depths[row.parent] + 1;
    const amount = amountOf(row);
    const shown = row.kind === 'section' || amount === null ? null : amountText(amount, digits);
    const parts = isAmount(row) ? partsOfRow(row).slice(0, OTHER) : PART_HEADERS.map(() => 0n);
    return [
      depths[at], row.number, row.code, row.name, row.unit, row.quantity || null, shown, row.volumeCode || null,
      ...(divides ? parts.map((part) => (part === 0n ? null : amountText(part, digits))) : []),
    ]; // prettier-ignore
  });
  const headers = ['Level', 'No.', 'Code', 'Description', 'Unit', 'Quantity', 'Amount', 'Volume code'];
  return { headers: divides ? [...headers, ...PART_HEADERS] : headers, rows: lines };
}
