import { amountText, COST_PARTS, decimalOf, minorUnitsOf, productIn } from '@gantry/domain';
import { collectFindings } from '../../findings.ts';
import type { Cell } from '../../table/columns.ts';
import type { TemplatePackage } from '../../template/open-template.ts';
import { columnName } from '../../template/xlsx/references.ts';
import { recalculatedParts } from '../../template/xlsx/recalculated.ts';
import { sheetParts } from '../../template/xlsx/read-sheets.ts';
import { readXml } from '../../template/xml-tree.ts';
import { readZip } from '../../zip/read-zip.ts';
import { writeZip } from '../../zip/write-zip.ts';
import type { EstimateRow } from '../estimate-file.ts';
import { exactOf, layOutTable, type TableMapping } from '../read-table-estimate.ts';
import { type ColumnPlaces, textOfCell } from '../table-columns.ts';
import { type NewCell, writeCells } from './sheet-cells-xml.ts';
import { exactPrice } from './written-rows.ts';

/** Why a workbook cannot be filled: it is not what the rows were read from, or a formula of several cells holds a value. */
type SourceTrouble = { code: 'other_rows' | 'formula'; cell: string };
export type SourceFilled = { bytes: Uint8Array; trouble: null } | { bytes: null; trouble: SourceTrouble };

type Column = keyof ColumnPlaces;
const TEXTS = ['number', 'code', 'name', 'unit', 'volumeCode'] as const;

/**
 * Writes what has changed of an estimate into the cells of the workbook that it was read from; `rows` are those of the file in its order.
 * Every other part of the file stays byte for byte, every other cell as it is written.
 */
export async function fillSource(
  source: Uint8Array,
  mapping: TableMapping,
  rows: readonly EstimateRow[],
  digits: number,
): Promise<SourceFilled> {
  const refused = (code: SourceTrouble['code'], cell = ''): SourceFilled => ({ bytes: null, trouble: { code, cell } });
  const entries = await readZip(source, collectFindings());
  const laid = await layOutTable(source, mapping);
  if (!entries || !laid || laid.rows.length !== rows.length) return refused('other_rows');
  const cells = changesOf(laid, rows, digits);
  const parts = new Map(entries.map(({ name, bytes }) => [name.replace(/^\/+/, ''), bytes as Uint8Array]));
  const workbook: TemplatePackage = { kind: 'xlsx', parts, xml: (name) => readXml(parts.get(name) ?? new Uint8Array()) };
  const part = sheetParts(workbook).find(({ name }) => name === laid.sheet.name)?.part;
  const sheet = part === undefined ? undefined : parts.get(part);
  if (part === undefined || !sheet) return refused('other_rows');
  if (!cells.size) return { bytes: source, trouble: null };
  const written = writeCells(Buffer.from(sheet).toString('utf8'), cells);
  if (written.held !== null) return refused('formula', written.held);
  const changed = new Map<string, Uint8Array | null>([...recalculatedParts(workbook), [part, Buffer.from(written.xml)]]);
  const kept = entries.flatMap(({ name, bytes }) => {
    const own = changed.get(name.replace(/^\/+/, ''));
    return own === null ? [] : [{ name, bytes: own ? Buffer.from(own) : bytes }];
  });
  return { bytes: await writeZip(kept), trouble: null };
}

type Laid = NonNullable<Awaited<ReturnType<typeof layOutTable>>>;

/** The cells that differ from what the rows are by now, by their place. */
function changesOf({ sheet, columns, rows: before, lines, totals }: Laid, rows: readonly EstimateRow[], digits: number) {
  const cells = new Map<string, NewCell>();
  const byLine = new Map(sheet.rows.map((row) => [row.line, row.cells]));
  const at = (column: Column, line: number): { place: string; cell: Cell | undefined; isFormula: boolean } | null => {
    const place = columns[column];
    if (place === undefined) return null;
    return {
      place: `${columnName(place + 1)}${line}`,
      cell: byLine.get(line)?.[place],
      isFormula: sheet.formulas.has(`${line}:${place + 1}`),
    };
  };
  const put = (column: Column, line: number, value: NewCell): void => {
    const cell = at(column, line);
    if (cell) cells.set(cell.place, value);
  };
  const money = (amount: bigint): string => amountText(amount, digits);
  const numberAt = (column: Column, line: number): string => exactOf(textOfCell(at(column, line)?.cell)) ?? '';
  const putRow = (row: EstimateRow, former: EstimateRow, line: number): void => {
    for (const column of TEXTS) if (row[column] !== former[column]) put(column, line, { text: row[column] });
    if (row.kind === 'section') return;
    if (row.quantity !== former.quantity) put('quantity', line, { number: row.quantity });
    const price = decimalOf(numberAt('price', line));
    const [quantity, own] = [decimalOf(row.quantity), decimalOf(former.quantity)];
    // An amount that is quantity × price goes on to be that.
    const wasProduct = price && own && former.current !== null && productIn(own, price, digits) === former.current;
    let isProduct = Boolean(wasProduct && quantity && price && productIn(quantity, price, digits) === row.current);
    if (wasProduct && !isProduct && row.current !== null) {
      const exact = exactPrice(row.quantity, row.current, digits);
      if (exact) put('price', line, { number: amountText(exact.units, exact.decimals) });
      isProduct = exact !== null;
    }
    if (row.current !== former.current && row.current !== null)
      put('amount', line, { number: money(row.current), keepsFormula: isProduct && at('amount', line)?.isFormula === true });
    for (const [place, part] of COST_PARTS.entries()) {
      const amount = row.parts?.[place] ?? 0n;
      if (part !== 'other' && amount !== (former.parts?.[place] ?? 0n)) put(part, line, { number: money(amount) });
    }
  };
  for (const [index, row] of rows.entries()) putRow(row, before[index], lines[index]);
  putSums(rows, before, lines, totals, (line, from, to) => {
    const stated = at('amount', line);
    const amount = decimalOf(numberAt('amount', line));
    // What was no sum of its rows stays what it was.
    if (stated && from !== to && amount && minorUnitsOf(amount, digits) === from)
      cells.set(stated.place, { number: money(to), keepsFormula: stated.isFormula });
  });
  return cells;
}

/** Sums before and after: of headings, and of all rows. */
function putSums(
  rows: readonly EstimateRow[],
  before: readonly EstimateRow[],
  lines: readonly number[],
  totals: readonly number[],
  put: (line: number, from: bigint, to: bigint) => void,
): void {
  const from = before.map(({ current }) => current ?? 0n);
  const to = rows.map(({ current }) => current ?? 0n);
  for (let at = before.length - 1; at >= 0; at -= 1) {
    const { parent } = before[at];
    if (parent === null) continue;
    from[parent] += from[at];
    to[parent] += to[at];
  }
  for (const [at, { kind }] of before.entries()) if (kind === 'section') put(lines[at], from[at], to[at]);
  const sum = (amounts: readonly bigint[]): bigint =>
    before.reduce((all, { parent }, at) => (parent === null ? all + amounts[at] : all), 0n);
  for (const line of totals) put(line, sum(from), sum(to));
}
