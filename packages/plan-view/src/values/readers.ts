import {
  attributeOfColumn,
  type ColumnReader,
  fieldsOf,
  indicatorOfColumn,
  type LinkSide,
  NO_DATE,
  oncePerRevision,
  parseMinute,
  type ReaderOf,
} from '@gantry/domain';
import { amountsToParents } from '@gantry/engine';
import { attributeFinder, ruleOfRow } from './attributes.ts';
import { columnsOutside } from './columns-outside.ts';
import { indicatorsOf } from './formulas.ts';
import { amountsOf, isSum, type SumColumn } from './sums.ts';
import { treeOfRows } from '../rows/row-tree.ts';
import { TYPE_SUM } from '@gantry/scene';
import { type DocumentTable, numberAt, type ScheduleDocument, textAt } from '../document/document.ts';
import type { ScheduleRows } from '../rows/rows.ts';

/** What columns are read from: rows as they are laid, over the document that holds their values. */
export type ReadRows = Pick<ScheduleRows, 'rows' | 'slots' | 'rowOfId'> & {
  document: ScheduleDocument;
  ticked: ReadonlySet<number>;
  outside?: ReadonlyMap<number, readonly RelatedOutside[]>;
};

/** How a row of another schedule is called that a row is related to. */
export type RelatedOutside = { side: LinkSide; other: { code: string; name: string } };

const FIELDS = new Map(fieldsOf('wbs').map((field) => [field.name, field]));
const NULL_BYTE = 255;
/** The column of the person's ticks: no field of the row, and nobody else sees them. */
export const TICKS = 'checked';

const readersKept = oncePerRevision<Map<string, ColumnReader | null>>();

/** Readers of the columns of rows, straight from the typed arrays; what must be gathered is kept until the next revision. */
export function readersOf(view: ReadRows): ReaderOf {
  return (column) => {
    const readers = readersKept(view.rows, view.document.revision, () => new Map());
    let reader = readers.get(column);
    if (reader === undefined) readers.set(column, (reader = readerOf(view, column)));
    return reader;
  };
}

function readerOf(view: ReadRows, column: string): ColumnReader | null {
  const { rows, slots, document } = view;
  if (column === 'start' || column === 'finish') {
    // While a bar is held, other dates stand in their place.
    return { kind: 'minute', at: (row) => rows[column][row] };
  }
  if (column === TICKS) return { kind: 'text', at: (row) => (slots[row] < 0 ? '' : view.ticked.has(rows.id[row]) ? 'true' : 'false') };
  if (column === 'id') return { kind: 'number', at: (row) => (slots[row] < 0 ? Number.NaN : rows.id[row]) };
  // Summaries show what is under them.
  if (column === 'progress') return { kind: 'number', at: (row) => rows.progress[row] };
  if (column === 'totalFloatMinutes') {
    const { totalFloat, type } = rows;
    const own = (row: number): number => (totalFloat && type[row] === TYPE_SUM ? totalFloat[row] : floatAt(row));
    const floats = document.tables.wbs.numbers.get(column) as Int32Array;
    const floatAt = (row: number): number => (slots[row] < 0 ? NO_DATE : floats[slots[row]]);
    return { kind: 'number', at: (row) => (own(row) === NO_DATE ? Number.NaN : own(row)) };
  }
  const field = FIELDS.get(column);
  if (field) return fieldReader(document.tables.wbs, slots, field);
  const attribute = attributeOfColumn(column);
  if (attribute !== null) return attributeReader(view, attribute);
  const indicator = indicatorOfColumn(column);
  if (indicator !== null) {
    if (!indicatorsOf(document).some(({ id }) => id === indicator)) return null;
    return {
      kind: 'text',
      at: (row) => {
        const rule = rows.id[row] > 0 ? ruleOfRow(document, indicator, rows.id[row]) : null;
        return rule ? rule.text || rule.state : '';
      },
    };
  }
  const outside = columnsOutside(document).find(({ id }) => id === column);
  if (outside) {
    // What stands beside the version changes without a revision.
    const cells = () => columnsOutside(document).find(({ id }) => id === column)?.cells;
    return { kind: 'text', at: (row) => (slots[row] < 0 ? '' : (cells()?.get(rows.id[row]) ?? '')) };
  }
  if (isSum(column)) return sumReader(view, column);
  return column === 'predecessors' || column === 'successors' ? relatedReader(view, column) : null;
}

function fieldReader(table: DocumentTable, slots: Int32Array, field: ReturnType<typeof fieldsOf>[number]): ColumnReader | null {
  const { name, kind, values } = field;
  if (kind === 'json') return null;
  if (kind === 'text') return { kind: 'text', at: (row) => (slots[row] < 0 ? '' : textAt(table, name, slots[row])) };
  const numbers = table.numbers.get(name) as Int32Array | Float64Array | Uint8Array;
  if (kind === 'minute') return { kind: 'minute', at: (row) => (slots[row] < 0 ? NO_DATE : numbers[slots[row]]) };
  if (kind === 'word' || kind === 'flag') {
    const words = values ?? ['false', 'true'];
    return { kind: 'text', at: (row) => (slots[row] < 0 || numbers[slots[row]] === NULL_BYTE ? '' : words[numbers[slots[row]]]) };
  }
  return {
    kind: 'number',
    at: (row) => {
      const value = slots[row] < 0 ? NO_DATE : numbers[slots[row]];
      return value === NO_DATE ? Number.NaN : value;
    },
  };
}

function attributeReader(view: ReadRows, attributeId: number): ColumnReader | null {
  const { document, rows } = view;
  if (!document.tables.attribute.slotOf.has(attributeId)) return null;
  const type = attributeType(document, attributeId);
  const find = attributeFinder(document, attributeId);
  const at = (row: number): unknown => find(rows.id[row])?.value ?? null;
  if (type === 'number' || type === 'money' || type === 'percentage') {
    const numbers = Float64Array.from(rows.id, (_id, row) => numberOf(at(row)));
    return { kind: 'number', at: (row) => numbers[row] };
  }
  if (type === 'date') {
    const dates = Int32Array.from(rows.id, (_id, row) => {
      const value = at(row);
      return typeof value === 'string' ? (parseMinute(value) ?? NO_DATE) : NO_DATE;
    });
    return { kind: 'minute', at: (row) => dates[row] };
  }
  // Read when asked for, then kept: a filter asks for every row, and again.
  const texts: (string | undefined)[] = [];
  return { kind: 'text', at: (row) => (texts[row] ??= textOf(at(row))) };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

const numberOf = (value: unknown): number =>
  typeof value === 'number' ? value : typeof value === 'string' && value.trim() ? Number(value) : Number.NaN;

/** The type of an attribute of the version. */
export function attributeType(document: ScheduleDocument, attributeId: number): string {
  const table = document.tables.attribute;
  const slot = table.slotOf.get(attributeId);
  const values = fieldsOf('attribute').find(({ name }) => name === 'type')?.values ?? [];
  return slot === undefined ? '' : values[numberAt(table, 'type', slot)];
}

function sumReader({ document, rows, rowOfId }: ReadRows, column: SumColumn): ColumnReader {
  const amounts = new Float64Array(rows.count).fill(Number.NaN);
  for (const [item, amount] of amountsOf(document, column)) {
    const row = rowOfId.get(item);
    if (row !== undefined) amounts[row] = (Number.isNaN(amounts[row]) ? 0 : amounts[row]) + amount;
  }
  const sums = amountsToParents(treeOfRows(rows), amounts);
  return { kind: 'number', at: (row) => sums[row] };
}

function relatedReader({ document, rowOfId, rows, outside }: ReadRows, column: 'predecessors' | 'successors'): ColumnReader {
  const table = document.tables.relation;
  const wbs = document.tables.wbs;
  const own = table.numbers.get(column === 'predecessors' ? 'successorId' : 'predecessorId') as Int32Array;
  const other = table.numbers.get(column === 'predecessors' ? 'predecessorId' : 'successorId') as Int32Array;
  const lists = new Map<number, number[]>();
  for (const slot of table.slotOf.values()) {
    const row = rowOfId.get(own[slot]);
    if (row === undefined) continue;
    const list = lists.get(row);
    if (list) list.push(other[slot]);
    else lists.set(row, [other[slot]]);
  }
  const codeOf = (id: number): string => {
    const slot = wbs.slotOf.get(id);
    return slot === undefined ? '' : textAt(wbs, 'code', slot) || textAt(wbs, 'name', slot);
  };
  const elsewhere = (row: number): string[] =>
    (outside?.get(rows.id[row]) ?? []).filter(({ side }) => `${side}s` === column).map(({ other: { code, name } }) => code || name);
  return { kind: 'text', at: (row) => [...(lists.get(row)?.map(codeOf) ?? []), ...elsewhere(row)].join(', ') };
}
