import { type AnyChange, changesOf, type Diff, sameValue } from './diff.ts';
import type { JsonValue } from './json.ts';
import { itemFieldOf, keyFieldsOf, labelFieldsOf, targetOf } from './schedule/version-graph.ts';
import { formatMinute, MINUTES_PER_DAY } from './schedule/time.ts';
import { type AnyRow, daysFieldOf, fieldsOf, isDerived, type VersionTable } from './schedule/version-tables.ts';
import { WBS_COLUMNS } from './schedule/wbs-columns.ts';

/** What a change is about, in one line: one row, of a changed one its first field that a person types, and how many rows there are. */
export type Headline = {
  table: VersionTable;
  kind: 'added' | 'updated' | 'removed';
  id: number;
  /** The rows that it points at by what identifies it, field by field; empty where the change holds none of them. */
  refs: Record<string, number>;
  /** How the row is called where it comes or goes. */
  name: string | null;
  field: string | null;
  /** Which member of the field changed, where its values are objects. */
  part: string | null;
  /** Null, both, where the values are lists or ids. */
  before: JsonValue;
  after: JsonValue;
  rows: number;
};

/** Tables from what people speak of first to what only stands on it. */
const ORDER: readonly VersionTable[] = [
  'wbs',
  'relation',
  'calendar',
  'attribute',
  'directoryValue',
  'resource',
  'link',
  'costLink',
  'assignment',
  'attributeValue',
  'daySeries',
  'costBase',
  'settings',
];

/** Fields that a person types; of tables that are no rows of the grid all but those that a calculation writes. */
const typedFieldsOf = (table: VersionTable): string[] =>
  table === 'wbs'
    ? WBS_COLUMNS.flatMap(({ id, editable }) => (editable ? [id as string] : []))
    : fieldsOf(table).flatMap(({ name }) =>
        name === 'id' || isDerived(table, name) || (table === 'relation' && name === 'driving') ? [] : [name],
      );
const TYPED = new Map(ORDER.map((table) => [table, typedFieldsOf(table)]));

/** How a row of version content is called by its own labels; empty where it has none. */
export const labelOfRow = (table: VersionTable, row: AnyRow): string =>
  labelFieldsOf(table)
    .flatMap((field) => (typeof row[field] === 'string' && row[field] ? [row[field]] : []))
    .join(' ');

/** The rows that a row of version content points at by what identifies it. */
export function refsOfRow(table: VersionTable, row: Record<string, unknown>): Record<string, number> {
  const refs: Record<string, number> = {};
  for (const field of keyFieldsOf(table)) {
    const value = row[field];
    if (field !== 'id' && targetOf(table, field) && typeof value === 'number') refs[field] = value;
  }
  return refs;
}

/** The headline of a change; null where nothing of it is what people speak of. */
export function headlineOf(diff: Diff): Headline | null {
  const found = new Map(changesOf(diff));
  const changes = ORDER.flatMap((table): [VersionTable, AnyChange][] => {
    const change = found.get(table);
    return change ? [[table, change]] : [];
  });
  for (const [table, change] of changes) {
    for (const kind of ['added', 'removed'] as const) {
      const [row] = change[kind];
      if (row)
        return {
          ...NO_VALUE,
          table,
          kind,
          id: row.id,
          refs: refsOfRow(table, row),
          name: labelOfRow(table, row) || null,
          rows: change[kind].length,
        };
    }
  }
  for (const [table, { updated }] of changes) {
    for (const { id, before, after } of updated) {
      const field = TYPED.get(table)?.find((name) => name in after);
      if (field === undefined) continue;
      const values = targetOf(table, field) ? NO_VALUE : valuesOf(before[field], after[field]);
      if (field === daysFieldOf(table) && values.part !== null) values.part = dateOf(Number(values.part));
      return { ...values, table, kind: 'updated', id, refs: {}, name: null, field, rows: updated.length };
    }
  }
  return null;
}

/** The row of the WBS that a change is about, of a relation the later one; null where it is about none, or does not hold which. */
export function itemOfHeadline({ table, id, refs }: Headline): number | null {
  if (table === 'wbs') return id;
  const field = table === 'relation' ? 'successorId' : itemFieldOf(table);
  return field === null ? null : (refs[field] ?? null);
}

/** A day as people write it. */
const dateOf = (day: number): string => formatMinute(day * MINUTES_PER_DAY).slice(0, 10);

const NO_VALUE = { field: null, part: null, before: null, after: null };

/** What is shown of a change of a field: texts, numbers and flags as they are, of objects the first member that differs. */
function valuesOf(before: unknown, after: unknown): Pick<Headline, 'part' | 'before' | 'after'> {
  if (isPlain(before) && isPlain(after)) return { part: null, before, after };
  const [old, now] = [membersOf(before), membersOf(after)];
  const part = Object.keys({ ...old, ...now }).find((name) => !sameValue(old[name], now[name]));
  if (part === undefined) return NO_VALUE;
  const [from, to] = [old[part] ?? null, now[part] ?? null];
  return isPlain(from) && isPlain(to) ? { part, before: from, after: to } : { ...NO_VALUE, part };
}

type Plain = string | number | boolean | null;
const isPlain = (value: unknown): value is Plain => value === null || ['string', 'number', 'boolean'].includes(typeof value);
const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
