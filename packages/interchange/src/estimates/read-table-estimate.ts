import { amountText, COST_PARTS, type CostPart, decimalOf, ESTIMATE_COLUMNS, minorUnitsOf, productIn } from '@gantry/domain';
import { collectFindings, type Findings } from '../findings.ts';
import type { ByteSource, ReadOptions } from '../project-file.ts';
import type { Cell } from '../table/columns.ts';
import { readSheets } from '../table/read-sheets.ts';
import type { Sheet } from '../table/read-workbook.ts';
import { blankRow, dividedInto, type EstimateFile, type EstimateRead, type EstimateRow, MOST_ROWS, sumOf } from './estimate-file.ts';
import { type ColumnHeadings, type ColumnPlaces, findHeader, findHeadings, textOfCell } from './table-columns.ts';

/** How a table is to be read; what is left out is found. With headings the columns are where a row has them. */
export type TableMapping = {
  sheet?: string;
  headerRow?: number;
  columns?: ColumnPlaces;
  headings?: ColumnHeadings;
  currency?: string;
  digits?: number;
};
/** A table as people map its columns: its sheets, the cells of the first rows, where the columns were found, and which of the offered mappings fit it. */
export type TablePreview = { sheets: string[]; sheet: string; headerRow: number; columns: ColumnPlaces; cells: string[][]; fits: number[] };

const PREVIEW_ROWS = 50;
const PREVIEW_COLUMNS = 40;
const TOTAL = /^(?:итого|всего|grand total|total|sub-?total|sous-total|summe|gesamt(?:summe)?|zwischensumme|suma)(?![\p{L}\p{N}])/iu;

/** Reads an estimate from a workbook or separated values. Never throws over a file. */
export async function readTableEstimate(
  source: ByteSource,
  mapping: TableMapping,
  options: ReadOptions & { offered?: readonly TableMapping[] } = {},
): Promise<EstimateRead & { preview: TablePreview | null }> {
  const findings = collectFindings();
  const read = await readSheets(source, options);
  for (const finding of read.findings) findings.add(finding);
  if (!read.format) {
    findings.add({ severity: 'error', code: 'estimate.not_recognised' });
    return { estimate: null, findings: findings.list(), preview: null };
  }
  const { named, sheet, headerRow, columns } = placesIn(read.sheets, mapping);
  const preview: TablePreview = {
    sheets: read.sheets.map(({ name }) => name),
    sheet: sheet?.name ?? '',
    headerRow,
    columns,
    cells: (sheet?.rows ?? []).slice(0, PREVIEW_ROWS).map(({ cells }) => cells.slice(0, PREVIEW_COLUMNS).map(textOfCell)),
    fits: (options.offered ?? []).flatMap((offer, at) => (namedIn(read.sheets, offer) ? [at] : [])),
  };
  const wanted = ESTIMATE_COLUMNS.flatMap((column) => mapping.headings?.[column] ?? []);
  if (wanted.length && !named) {
    const value = wanted.join(', ');
    findings.add({ severity: 'error', code: 'estimate.no_headings', value });
    return { estimate: null, findings: findings.list(), preview };
  }
  const estimate = sheet ? (estimateOf(sheet, headerRow, columns, mapping, read.format, findings)?.estimate ?? null) : null;
  if (!sheet) findings.add({ severity: 'error', code: 'estimate.empty' });
  return { estimate, findings: findings.list(), preview };
}

/** The table of a workbook as an estimate is read from it: its rows with their lines in the sheet, and lines of totals; null where there is none. */
export async function layOutTable(source: ByteSource, mapping: TableMapping) {
  const { format, sheets } = await readSheets(source);
  const { sheet, headerRow, columns } = placesIn(sheets, mapping);
  const read = sheet && format && estimateOf(sheet, headerRow, columns, mapping, format, collectFindings());
  return read ? { sheet, columns, rows: read.estimate.rows, lines: read.lines, totals: read.totals } : null;
}

/** The sheet that a mapping is of, and where its columns are. */
function placesIn(sheets: readonly Sheet[], mapping: TableMapping) {
  const named = namedIn(sheets, mapping);
  const sheet = named?.sheet ?? sheetOf(sheets, mapping.sheet);
  const found = sheet ? findHeader(sheet.rows) : null;
  const headerRow = named?.row ?? mapping.headerRow ?? found?.row ?? 0;
  const columns = named?.places ?? mapping.columns ?? found?.places ?? {};
  return { named, sheet, headerRow, columns };
}

/** The sheet with the headings of a mapping, the one that it names before others; null where none has them, or it names no heading. */
function namedIn(sheets: readonly Sheet[], { sheet: name, headings, columns = {} }: TableMapping) {
  if (!headings || !Object.keys(headings).length) return null;
  for (const sheet of sheets.toSorted((a, b) => Number(b.name === name) - Number(a.name === name))) {
    const found = findHeadings(sheet.rows, headings, columns);
    if (found) return { sheet, ...found };
  }
  return null;
}

/** The named sheet, or the one whose header names most, or the largest. */
function sheetOf(sheets: readonly Sheet[], name: string | undefined): Sheet | undefined {
  if (name !== undefined) return sheets.find((sheet) => sheet.name === name);
  const rank = (sheet: Sheet): number => Object.keys(findHeader(sheet.rows)?.places ?? {}).length * 1e6 + Math.min(sheet.rows.length, 1e5);
  return sheets.toSorted((a, b) => rank(b) - rank(a))[0];
}

type Entry = { row: EstimateRow; level: number; price: string; hasAmount: boolean; line: number };

function estimateOf(
  { name, rows: all }: Sheet,
  headerRow: number,
  columns: ColumnPlaces,
  { currency = '', digits = 2 }: TableMapping,
  format: 'xlsx' | 'csv',
  findings: Findings,
): { estimate: EstimateFile; lines: number[]; totals: number[] } | null {
  if (columns.name === undefined || (columns.amount === undefined && (columns.quantity === undefined || columns.price === undefined))) {
    findings.add({ severity: 'error', code: 'estimate.no_column' });
    return null;
  }
  const entries: Entry[] = [];
  const totals: number[] = [];
  let stated: bigint | null = null;
  for (const { cells, line } of all.slice(headerRow + 1)) {
    const entry = entryOf(cells, line, columns, digits, findings);
    if (!entry) continue;
    if (TOTAL.test(entry.row.name) && entry.row.quantity === '') {
      stated = entry.row.current ?? stated;
      totals.push(line);
      continue;
    }
    if (entries.length >= MOST_ROWS) {
      findings.add({ severity: 'error', code: 'estimate.too_many_rows', parameters: { most: MOST_ROWS } });
      break;
    }
    entries.push(entry);
  }
  if (!entries.length) {
    findings.add({ severity: 'error', code: 'estimate.empty' });
    return null;
  }
  const rows = inTree(entries);
  const counted = sumOf(rows, 'current');
  if (stated !== null && stated !== counted) {
    const parameters = { stated: amountText(stated, digits), counted: amountText(counted, digits) };
    findings.add({ severity: 'warning', code: 'estimate.total_differs', field: 'current', parameters });
  }
  const amounts = { stated: { base: null, current: stated }, counted: { base: null, current: counted } };
  const estimate: EstimateFile = { format, profile: 'plain', number: '', name, currency, digits, rows, ...amounts };
  return { estimate, lines: entries.map(({ line }) => line), totals };
}

function entryOf(cells: readonly Cell[], line: number, columns: ColumnPlaces, digits: number, findings: Findings): Entry | null {
  const text = (column: keyof ColumnPlaces): string => {
    const at = columns[column];
    return at === undefined ? '' : textOfCell(cells[at]).slice(0, 512);
  };
  const decimal = (column: keyof ColumnPlaces): string => {
    const raw = text(column);
    if (raw === '') return '';
    const plain = exactOf(raw);
    if (plain === null) findings.add({ severity: 'warning', code: 'value.bad_number', line, field: column, value: raw, table: '' });
    return plain ?? '';
  };
  const name = text('name');
  const [quantity, price, amount] = [decimal('quantity'), decimal('price'), decimal('amount')];
  if (name === '' && text('code') === '' && quantity === '' && amount === '') return null;
  const number = text('number');
  const own = productOf(quantity, price, digits);
  const given = decimalOf(amount);
  const parts = partsOf(decimal, digits);
  const together = parts && Object.values(parts).reduce((sum, part) => sum + part, 0n);
  const current = given ? minorUnitsOf(given, digits) : (own ?? together);
  if (given && own !== null && current !== own) {
    const parameters = { number: number || String(line), stated: amountText(current ?? 0n, digits), counted: amountText(own, digits) };
    findings.add({ severity: 'warning', code: 'estimate.row_differs', line, parameters });
  }
  const row: EstimateRow = {
    ...blankRow(null, 'work'),
    number,
    code: text('code'),
    name,
    unit: text('unit'),
    quantity,
    current,
    volumeCode: text('volumeCode'),
    parts: parts && dividedInto(current, 'work', parts),
  };
  const level = Number(text('level')) || 0;
  return { row, level, price, hasAmount: quantity !== '' || price !== '', line };
}

const PART_COLUMNS = COST_PARTS.filter((part): part is Exclude<CostPart, 'other'> => part !== 'other');

/** Amounts of the parts that a table has in columns of their own; null where it has none of them. */
function partsOf(decimal: (column: keyof ColumnPlaces) => string, digits: number): Partial<Record<CostPart, bigint>> | null {
  const filled = PART_COLUMNS.flatMap((part) => {
    const amount = decimalOf(decimal(part));
    return amount ? [[part, minorUnitsOf(amount, digits)] as const] : [];
  });
  return filled.length ? Object.fromEntries(filled) : null;
}

function productOf(quantity: string, price: string, digits: number): bigint | null {
  const [left, right] = [decimalOf(quantity), decimalOf(price)];
  return left && right ? productIn(left, right, digits) : null;
}

const MOST_DECIMALS = 8;
const PLAIN = /^-?\d{1,18}(?:\.\d{1,8})?$/;

/** The exact decimal that a text writes, with spaces, points or commas between thousands; null for anything else. */
export function exactOf(text: string): string | null {
  if (PLAIN.test(text)) return text;
  let plain = text.replaceAll(/[\s\u00a0\u202f']/g, '').replace(/^(?:[€$£₽]|руб\.?)|(?:[€$£₽]|руб\.?)$/gi, '');
  if (/^[+-]?\d+(?:\.\d+)?e[+-]\d+$/i.test(plain)) plain = Number(plain).toFixed(MOST_DECIMALS);
  const [points, commas] = [plain.split('.').length - 1, plain.split(',').length - 1];
  if (points > 0 && commas > 0)
    plain = plain.lastIndexOf('.') > plain.lastIndexOf(',') ? plain.replaceAll(',', '') : plain.replaceAll('.', '');
  else if (points > 1) plain = plain.replaceAll('.', '');
  else if (commas > 1) plain = plain.replaceAll(',', '');
  plain = plain.replace(',', '.').replace(/(\.\d{8})\d+$/, '$1');
  return decimalOf(plain) ? plain : null;
}

const DOTTED = /^\d+(?:\.\d+)*\.?$/;

/** Rows under their headings: by the column of levels, else by the dots of numbers, else below the heading before. Headings carry no amount of their own. */
function inTree(entries: readonly Entry[]): EstimateRow[] {
  const hasLevels = entries.some(({ level }) => level > 0);
  const hasDots =
    !hasLevels && entries.filter(({ row }) => DOTTED.test(row.number) && row.number.includes('.')).length * 2 > entries.length;
  const depthOf = ({ row, level, hasAmount }: Entry): number => {
    if (hasLevels) return level || Number.MAX_SAFE_INTEGER;
    if (hasDots && DOTTED.test(row.number)) return row.number.replace(/\.$/, '').split('.').length;
    return hasAmount || row.current !== null ? Number.MAX_SAFE_INTEGER : 1;
  };
  const open: { at: number; depth: number }[] = [];
  const rows = entries.map(({ row }) => ({ ...row }));
  const hasBelow = new Set<number>();
  for (const [at, entry] of entries.entries()) {
    const depth = depthOf(entry);
    while (open.length && open[open.length - 1].depth >= depth) open.pop();
    const parent = open.length ? open[open.length - 1].at : null;
    rows[at].parent = parent;
    if (parent !== null) hasBelow.add(parent);
    if (depth !== Number.MAX_SAFE_INTEGER) open.push({ at, depth });
  }
  for (const [at, row] of rows.entries()) {
    if (!hasBelow.has(at) && (entries[at].hasAmount || row.current !== null)) continue;
    // A heading of several rows states their sum: that is not to be counted again.
    Object.assign(row, { kind: 'section', current: null, quantity: '', parts: null });
  }
  return rows;
}
