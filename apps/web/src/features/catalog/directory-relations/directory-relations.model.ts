import type { DirectoryRelationRow, DirectoryRelationRowDefinition } from '@gantry/contract';
import { CELL_LOOKS, type CellValue, type GanttColumn, type GanttRows, newRows } from '@gantry/scene';
import { formatNumber, readTyped } from '../../../lib/numbers.ts';
import type { CellEdit, CellRefusal } from '../../../ui/gantt/chart.ts';

type Codes = ReadonlyMap<number, string>;

/** Rows of a relation as a flat list of the grid. */
export function layOutPairs(list: readonly DirectoryRelationRow[]): GanttRows {
  const rows = newRows(list.length);
  for (const [at, { id }] of list.entries()) (rows.id as Int32Array)[at] = id;
  return rows;
}

const plain = (value: number): string => formatNumber(value, { decimals: String(value).split('.')[1]?.length ?? 0 });

/** The columns of a relation: the two rows, how many units of the second for one of the first, and under which coefficients. */
export function pairColumns(
  list: () => readonly DirectoryRelationRow[],
  names: { from: string; to: string },
  coefficients: Codes,
  t: (key: string, values?: Record<string, string>) => string,
): GanttColumn[] {
  const at = (row: number): DirectoryRelationRow => list()[row];
  const codes = (ids: readonly number[]): string => ids.map((id) => coefficients.get(id) ?? `#${id}`).join(', ');
  return [
    {
      id: 'code_a',
      title: t('ui.named', { name: names.from, text: t('directory.code') }),
      width: 130,
      frozen: true,
      text: (row) => at(row).row_a.code,
    },
    { id: 'name_a', title: t('ui.name'), width: 230, text: (row) => at(row).row_a.name },
    { id: 'unit_a', title: t('directory.measure'), width: 80, text: (row) => at(row).row_a.unit },
    { id: 'code_b', title: t('ui.named', { name: names.to, text: t('directory.code') }), width: 130, text: (row) => at(row).row_b.code },
    { id: 'name_b', title: t('ui.name'), width: 230, text: (row) => at(row).row_b.name },
    {
      id: 'quantity',
      title: t('relations_page.quantity'),
      width: 100,
      align: 'right',
      exact: true,
      editor: 'number',
      text: (row) => plain(at(row).quantity),
      value: (row) => at(row).quantity,
    },
    { id: 'unit_b', title: t('directory.measure'), width: 80, text: (row) => at(row).row_b.unit },
    {
      id: 'coefficients',
      title: t('relations_page.coefficients'),
      width: 150,
      editor: 'text',
      text: (row) => codes(at(row).coefficient_ids),
    },
    {
      id: 'optional',
      title: t('relations_page.optional'),
      width: 110,
      editor: 'flag',
      look: CELL_LOOKS.tick,
      text: (row) => t(at(row).options.optional ? 'ui.yes' : 'ui.no'),
      value: (row) => at(row).options.optional,
    },
    { id: 'note', title: t('relations_page.note'), width: 200, editor: 'text', text: (row) => at(row).options.note },
  ];
}

type Change = { id: number; quantity?: number; coefficient_ids?: number[]; options?: { note: string; optional: boolean } };

/** Ids of coefficients from codes or names separated by commas; null when one is unknown. */
export function readCoefficients(text: string, coefficients: Codes): number[] | null {
  const ids: number[] = [];
  for (const word of text.split(/[,;]/).map((part) => part.trim().toLowerCase())) {
    if (word === '') continue;
    const found = [...coefficients].find(([, code]) => code.toLowerCase() === word);
    if (!found) return null;
    ids.push(found[0]);
  }
  return ids;
}

/** Edits of cells as changes of rows. */
export function pairChanges(
  edits: readonly CellEdit[],
  list: readonly DirectoryRelationRow[],
  coefficients: Codes,
  t: (key: string) => string,
): { changes: Change[]; refused: CellRefusal[] } {
  const byId = new Map<number, Change>();
  const refused: CellRefusal[] = [];
  for (const { row, columnId, value } of edits) {
    const pair = list[row];
    const change = byId.get(pair.id) ?? { id: pair.id };
    const problem = put(change, pair, columnId, value, coefficients);
    if (problem) refused.push({ row, columnId, text: t(problem) });
    else byId.set(pair.id, change);
  }
  return { changes: [...byId.values()], refused };
}

function put(change: Change, pair: DirectoryRelationRow, columnId: string, value: CellValue, coefficients: Codes): string | null {
  const options = change.options ?? pair.options;
  if (columnId === 'note') change.options = { ...options, note: String(value ?? '').trim() };
  if (columnId === 'optional') change.options = { ...options, optional: value === true };
  if (columnId === 'quantity') {
    if (typeof value !== 'number' || value < 0) return 'validation.not_negative';
    change.quantity = value;
  }
  if (columnId === 'coefficients') {
    const ids = readCoefficients(String(value ?? ''), coefficients);
    if (!ids) return 'coefficient.not_found';
    change.coefficient_ids = ids;
  }
  return null;
}

/** Lines as `code; code; quantity; note`, parted by tabs or semicolons, as rows of a relation; what names no row is told by its number. */
export function readPairs(
  text: string,
  rowA: (code: string) => number | undefined,
  rowB: (code: string) => number | undefined,
): { add: DirectoryRelationRowDefinition[]; wrong: number[] } {
  const add: DirectoryRelationRowDefinition[] = [];
  const wrong: number[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const [a, b, quantity = '', note = ''] = line.split(/[\t;]/).map((part) => part.trim());
    const [row_a_id, row_b_id] = [rowA(a), rowB(b ?? '')];
    const amount = quantity === '' ? 1 : readTyped(quantity);
    if (row_a_id === undefined || row_b_id === undefined || amount === null || amount < 0) wrong.push(index + 1);
    else add.push({ row_a_id, row_b_id, quantity: amount, coefficient_ids: [], options: { note, optional: false } });
  }
  return { add, wrong };
}
