import type { EstimateRowOut } from '@gantry/contract';
import { COST_PARTS, type CostPart, type RowTest, usualPart } from '@gantry/domain';
import { CELL_LOOKS, type GanttColumn, type GanttRows, newRows } from '@gantry/scene';
import { formatNumber } from '../../../lib/numbers.ts';
import type { CellEdit } from '../../../ui/gantt/chart.ts';
import type { RowFields } from './estimates.queries.ts';

/** The rows of an estimate as they stand in the grid, with the sums of headings in minor units. */
export type EstimateSheet = {
  rows: GanttRows;
  list: EstimateRowOut[];
  rowOfId: ReadonlyMap<number, number>;
  base: Float64Array;
  current: Float64Array;
  /** What `current` is made of, by the places of `COST_PARTS`. */
  parts: Float64Array[];
  /** Whether any row has parts of its own. */
  divided: boolean;
  digits: number;
  /** The sum of all current amounts. */
  total: number;
};

/** Minor units of a decimal text; 0 where there is none. Amounts fit whole doubles. */
export function minorUnits(text: string | null, digits: number): number {
  if (text === null) return 0;
  const [whole, part = ''] = text.replace('-', '').split('.');
  const units = Number(whole + part.padEnd(digits, '0').slice(0, digits));
  return text.startsWith('-') ? -units : units;
}

/** Minor units as the person reads amounts. */
export const amountOf = (units: number, digits: number): string => formatNumber(units / 10 ** digits, { decimals: digits });

/** A decimal text as the person reads numbers, with the decimals that it has. */
export function decimalShown(text: string): string {
  const value = Number(text);
  return text === '' || !Number.isFinite(value) ? text : formatNumber(value, { decimals: text.split('.')[1]?.length ?? 0 });
}

/** What a finding tells of: figures that a file states and that its rows come to are plain decimals, shown in the form of the person. */
export function figuresShown<V>(parameters: Readonly<Record<string, V>>): Record<string, V | string> {
  const figures = ['counted', 'stated'].flatMap((name) => {
    const value = parameters[name];
    return typeof value === 'string' ? [[name, decimalShown(value)] as const] : [];
  });
  return { ...parameters, ...Object.fromEntries(figures) };
}

/** Lays out rows that come in the order of the file, headings before their rows. */
export function layOutEstimate(list: EstimateRowOut[], digits: number): EstimateSheet {
  const rows = newRows(list.length);
  const rowOfId = new Map(list.map(({ id }, at) => [id, at]));
  const open: number[] = [];
  for (const [at, row] of list.entries()) {
    (rows.id as Int32Array)[at] = row.id;
    const parent = row.parent_id === null ? -1 : (rowOfId.get(row.parent_id) ?? -1);
    while (open.length && open[open.length - 1] !== parent) open.pop();
    rows.level[at] = Math.min(255, open.length);
    for (const above of open) rows.end[above] = at + 1;
    open.push(at);
    rows.collapsed[at] = row.expanded ? 0 : 1;
  }
  const column = (): Float64Array => new Float64Array(list.length);
  const divided = list.some((row) => row.parts);
  const sheet = { rows, list, rowOfId, base: column(), current: column(), parts: COST_PARTS.map(column), divided, digits, total: 0 };
  sumUp(sheet);
  return sheet;
}

/** Counts the sums of headings again. */
export function sumUp(sheet: EstimateSheet): void {
  const { rows, list, base, current, parts, digits } = sheet;
  const open: number[] = [];
  sheet.total = 0;
  for (const [at, row] of list.entries()) {
    while (open.length && rows.end[open[open.length - 1]] <= at) open.pop();
    const own = row.kind === 'section' ? [0, 0] : [minorUnits(row.base, digits), minorUnits(row.current, digits)];
    [base[at], current[at]] = own;
    sheet.total += own[1];
    for (const above of open) {
      base[above] += own[0];
      current[above] += own[1];
    }
    addParts(parts, at, row, own[1], open, digits);
    open.push(at);
  }
}

function addParts(parts: Float64Array[], at: number, row: EstimateRowOut, current: number, above: readonly number[], digits: number): void {
  const usual = usualPart(row.kind);
  for (const [place, column] of parts.entries()) {
    const own = row.parts ? minorUnits(row.parts[place], digits) : COST_PARTS[place] === usual ? current : 0;
    column[at] = own;
    for (const heading of above) column[heading] += own;
  }
}

/** Puts changed fields of a row in place; sums of headings are counted by `sumUp`. */
export function putRow(sheet: EstimateSheet, at: number, fields: Partial<EstimateRowOut>): void {
  sheet.list[at] = { ...sheet.list[at], ...fields };
}

/** Which rows an estimate shows. */
export type EstimateFilter = 'all' | 'checked' | 'changed' | 'priceless' | 'unlinked' | 'linked';
export type IsLinked = (id: number) => boolean;
const NOT_LINKED: IsLinked = () => false;

const normal = (text: string): string => text.toLocaleLowerCase().replaceAll('ё', 'е');

/** 1 = out of sight: what neither fits nor has something below that fits. Null where all rows are shown. `test` judges by columns. */
export function hiddenRows(
  { rows, list }: EstimateSheet,
  search: string,
  filter: EstimateFilter,
  isLinked: IsLinked = NOT_LINKED,
  test: RowTest | null = null,
): Uint8Array | null {
  const words = normal(search.trim()).split(/\s+/).filter(Boolean);
  if (!words.length && filter === 'all' && !test) return null;
  const hidden = new Uint8Array(list.length).fill(1);
  const open: number[] = [];
  for (const [at, row] of list.entries()) {
    while (open.length && rows.end[open[open.length - 1]] <= at) open.pop();
    if (fits(row, words, filter, isLinked) && (!test || test(at))) {
      hidden[at] = 0;
      for (const above of open) hidden[above] = 0;
    }
    open.push(at);
  }
  return hidden;
}

/** Whether a row has an amount of its own that works can carry. */
const hasMoney = ({ kind, current, base }: EstimateRowOut): boolean => kind !== 'section' && kind !== 'text' && (current ?? base) !== null;

function fits(row: EstimateRowOut, words: readonly string[], filter: EstimateFilter, isLinked: IsLinked): boolean {
  if (filter === 'unlinked' && (!hasMoney(row) || isLinked(row.id))) return false;
  if (filter === 'linked' && !isLinked(row.id)) return false;
  if (filter === 'checked' && !row.checked) return false;
  if (filter === 'changed' && !Object.keys(row.stated).length) return false;
  if (filter === 'priceless' && (row.kind === 'section' || row.kind === 'text' || row.current !== null)) return false;
  if (!words.length) return true;
  const text = normal(`${row.number} ${row.code} ${row.name} ${row.volume_code}`);
  return words.every((word) => text.includes(word));
}

/** How many rows are in sight. */
export const countShown = (list: readonly EstimateRowOut[], hidden: Uint8Array | null): number =>
  hidden ? hidden.reduce((sum, one) => sum + (one ? 0 : 1), 0) : list.length;

const priceOf = ({ current, quantity }: EstimateRowOut): number | null => {
  const [amount, count] = [Number(current), Number(quantity)];
  return current === null || quantity === '' || !count ? null : amount / count;
};

/** Wide enough for numbers as `01.02.0010`. */
const numberWidth = (list: readonly EstimateRowOut[]): number =>
  Math.min(140, 60 + 7 * Math.max(0, list.reduce((most, { number }) => Math.max(most, number.length), 0) - 5));

type Widths = {
  /** Widths that a hand has set; other columns of amounts grow with their figures. */
  chosen?: Readonly<Record<string, number>>;
  /** Widths that replace the default ones. */
  usual?: Readonly<Record<string, number>>;
};

/** The columns of an estimate. */
export function estimateColumns(
  sheet: () => EstimateSheet,
  { chosen = {}, usual = {} }: Widths,
  {
    currency,
    hasBase,
    divided,
    editable,
    works,
    t,
  }: {
    currency: string;
    hasBase: boolean;
    /** Whether parts of costs stand beside the amounts. */
    divided: boolean;
    /** Whether parts that no row has yet can be entered. */
    editable: boolean;
    /** The works that carry a row; null where no version is chosen. */
    works: ((row: EstimateRowOut) => string) | null;
    t: (key: string, values?: Record<string, unknown>) => string;
  },
): GanttColumn[] {
  const at = (row: number): EstimateRowOut => sheet().list[row];
  const isAmount = (row: number): boolean => at(row).kind !== 'section' && at(row).kind !== 'text';
  const money = (key: string): string => (currency ? `${t(key)}, ${currency}` : t(key));
  const tone = (row: number): 'muted' | 'plain' => (at(row).kind === 'text' ? 'muted' : 'plain');
  const note =
    (...fields: string[]) =>
    (row: number): string => {
      const { stated } = at(row);
      const field = fields.find((one) => one in stated);
      return field === undefined ? '' : t('estimate.file_states', { value: stated[field] ?? '—' });
    };
  const amount = (level: 'base' | 'current', row: number): string => {
    const filled = at(row).kind === 'section' || at(row)[level] !== null;
    return filled && at(row).kind !== 'text' ? amountOf(sheet()[level][row], sheet().digits) : '';
  };
  const columns: GanttColumn[] = [
    {
      id: 'checked', title: '', width: 32, frozen: true, editor: 'flag', look: CELL_LOOKS.tick,
      text: (row) => t(at(row).checked ? 'ui.yes' : 'ui.no'), value: (row) => at(row).checked, editable: () => true,
    },
    { id: 'number', title: t('estimate.number'), width: numberWidth(sheet().list), frozen: true, text: (row) => at(row).number, tone },
    {
      id: 'name', title: t('ui.name'), width: 270, frozen: true, tree: true, editor: 'text',
      text: (row) => at(row).name, tone, note: note('name'),
    },
    ...(works ? [{ id: 'works', title: t('cost_link.column'), width: 170, text: (row: number) => works(at(row)) }] : []),
    { id: 'code', title: t('estimate.code'), width: 124, editor: 'text', text: (row) => at(row).code, note: note('code') },
    { id: 'unit', title: t('estimate.unit'), width: 72, editor: 'text', text: (row) => at(row).unit, note: note('unit') },
    {
      id: 'quantity', title: t('estimate.quantity'), width: 100, align: 'right', exact: true, editor: 'number',
      text: (row) => decimalShown(at(row).quantity), value: (row) => (at(row).quantity === '' ? null : Number(at(row).quantity)),
      editable: isAmount, note: note('quantity'),
    },
    {
      id: 'price', title: money('estimate.price'), width: 110, align: 'right', exact: true, editor: 'number',
      text: (row) => formatNumber(priceOf(at(row)), { decimals: sheet().digits }), value: (row) => priceOf(at(row)),
      editable: (row) => isAmount(row) && at(row).quantity !== '',
    },
    ...(hasBase
      ? [{ id: 'base', title: money('estimate.base'), width: 120, align: 'right' as const, exact: true, text: (row: number) => amount('base', row), value: (row: number) => (at(row).base === null ? null : Number(at(row).base)), note: note('base') }]
      : []),
    {
      id: 'current', title: money('estimate.current'), width: 130, align: 'right', exact: true, editor: 'number',
      text: (row) => amount('current', row), value: (row) => (at(row).current === null ? null : Number(at(row).current)),
      editable: isAmount, note: note('current'),
    },
    ...(divided ? partColumns(sheet, { editable, isAmount, title: (part) => money(`cost_part.${part}`), file: (value) => t('estimate.file_states', { value }) }) : []),
    {
      id: 'share', title: t('estimate.share'), width: 84, align: 'right', exact: true,
      text: (row) => formatNumber(shareOf(sheet(), row), { decimals: 1 }), value: (row) => (isAmount(row) ? shareOf(sheet(), row) : null),
    },
    { id: 'volume_code', title: t('estimate.volume_code'), width: 110, editor: 'text', text: (row) => at(row).volume_code, note: note('volume_code') },
  ]; // prettier-ignore
  // Beside the works stands what they carry.
  const shown = works
    ? [...columns.slice(0, 4), ...columns.filter(({ id }) => id === 'current'), ...columns.slice(4).filter(({ id }) => id !== 'current')]
    : columns;
  return shown.map((column) => ({
    ...column,
    width: chosen[column.id] ?? usual[column.id] ?? column.width,
    fits: column.exact === true && chosen[column.id] === undefined,
  }));
}

type PartsShown = { editable: boolean; isAmount(row: number): boolean; title(part: CostPart): string; file(value: string): string };

/** A column for each part of costs that any row has, or all of them where they can be entered. */
function partColumns(sheet: () => EstimateSheet, { editable, isAmount, title, file }: PartsShown): GanttColumn[] {
  return COST_PARTS.flatMap((part, place): GanttColumn[] => {
    if (!editable && !sheet().parts[place].some((amount) => amount !== 0)) return [];
    const at = (row: number): number => sheet().parts[place][row];
    return [
      {
        id: `part_${part}`, title: title(part), width: 124, align: 'right', exact: true, editor: 'number', editable: isAmount,
        text: (row) => (at(row) ? amountOf(at(row), sheet().digits) : ''), value: (row) => (isAmount(row) ? at(row) / 10 ** sheet().digits : null),
        note: (row) => {
          const { stated } = sheet().list[row];
          return 'parts' in stated ? file(stated['parts']?.split(' ')[place] ?? '—') : '';
        },
      },
    ]; // prettier-ignore
  });
}

/** The percentage of a row in the total; null where it has none. */
function shareOf({ current, list, total }: EstimateSheet, row: number): number | null {
  return list[row].kind === 'text' || current[row] === 0 || !total ? null : (current[row] / total) * 100;
}

const EDITED = new Set(['name', 'code', 'unit', 'volume_code', 'quantity', 'price', 'current']);
const exact = (value: number): string => (/e/i.test(String(value)) ? value.toFixed(8) : String(value)).replace(/(\.\d{8})\d+$/, '$1');

/** Edits of cells as changes of rows, by the place of the row. */
export function changesOf(edits: readonly CellEdit[]): Map<number, RowFields> {
  const changes = new Map<number, RowFields>();
  for (const { row, columnId, value } of edits) {
    const text = typeof value === 'number' ? exact(value) : String(value ?? '').trim();
    const before = changes.get(row);
    const part = COST_PARTS.find((one) => columnId === `part_${one}`);
    if (part) changes.set(row, { ...before, parts: { ...before?.parts, [part]: text || '0' } });
    else if (EDITED.has(columnId)) changes.set(row, { ...before, [columnId]: text });
  }
  return changes;
}

/** The row that nothing carries yet and comes after a row by its money, the largest first; the largest of all where there is none after. */
export function nextUnlinked({ list, digits }: EstimateSheet, isLinked: IsLinked, current: number | null): number | null {
  const open = [...list.keys()].filter((at) => hasMoney(list[at]) && (at === current || !isLinked(list[at].id)));
  const amount = (at: number): number => Math.abs(minorUnits(list[at].current ?? list[at].base, digits));
  const sorted = open.sort((a, b) => amount(b) - amount(a) || a - b);
  const rest = sorted.filter((at) => at !== current);
  if (!rest.length) return null;
  const place = current === null ? -1 : sorted.indexOf(current);
  return sorted.slice(place + 1).find((at) => at !== current) ?? rest[0];
}
