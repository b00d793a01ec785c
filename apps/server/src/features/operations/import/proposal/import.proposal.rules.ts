import { CHANGE_KINDS, type ChangeKind, type ChangePart, type ImportChange } from '@gantry/contract';
import {
  type AnyChange,
  type AnyRow,
  type CalendarException,
  changesOf,
  type Diff,
  isRecord,
  fieldsOf,
  formatMinute,
  type JsonValue,
  keyFieldsOf,
  labelFieldsOf,
  MINUTES_PER_DAY,
  referencesOf,
  type Shift,
  targetOf,
  VERSION_TABLE_NAMES,
  type VersionTable,
  type Week,
} from '@gantry/domain';
import { type Content, rowsOf } from '../import.content.rules.ts';

/** Names of rows that changes point at, so that a preview can be read without the version. */
export type Labels = Partial<Record<VersionTable, Record<number, string>>>;

/** What is kept of a proposal: the whole change and the words to show it. */
export type ProposalContent = { diff: Diff; labels: Labels };

const LIST_OF: Record<ChangeKind, keyof AnyChange> = { add: 'added', update: 'updated', delete: 'removed' };

const labelOf = (table: VersionTable, row: AnyRow): string =>
  labelFieldsOf(table)
    .map((field) => row[field])
    .filter((text) => typeof text === 'string' && text !== '')
    .join(' ');
/** Tables whose rows have no name of their own: what they stand between names them. */
const isPair = (table: VersionTable): boolean => !labelFieldsOf(table).length && endsOf(table).length > 1;
const endsOf = (table: VersionTable) => referencesOf(table).filter(({ field }) => keyFieldsOf(table).includes(field));

/** Words for every row that the change touches or points at. */
export function labelsOf(diff: Diff, current: Content): Labels {
  const wanted = new Map<VersionTable, Set<number>>();
  const want = (table: VersionTable, id: unknown) => {
    if (typeof id !== 'number') return;
    const ids = wanted.get(table);
    if (ids) ids.add(id);
    else wanted.set(table, new Set([id]));
  };
  const wantAll = (table: VersionTable, row: AnyRow): void => {
    want(table, row.id);
    for (const { field, target } of referencesOf(table)) want(target, row[field]);
  };
  for (const [table, { added, updated, removed }] of changesOf(diff)) {
    for (const { id, before, after } of updated) for (const row of [before, after]) wantAll(table, { ...row, id });
    for (const row of [...added, ...removed]) wantAll(table, row);
  }
  const labels: Labels = {};
  const names = new Map(
    VERSION_TABLE_NAMES.filter((table) => labelFieldsOf(table).length).map((table) => [
      table,
      new Map(rowsOf(current, table).map((row) => [row.id, labelOf(table, row)])),
    ]),
  );
  for (const table of VERSION_TABLE_NAMES.filter(isPair)) {
    const updated = new Set((diff[table]?.updated ?? []).map(({ id }) => id));
    const rows = rowsOf(current, table).filter(({ id }) => updated.has(id));
    const text = (row: AnyRow) => (field: string) => names.get(targetOf(table, field) ?? table)?.get(Number(row[field])) ?? '';
    labels[table] = Object.fromEntries(rows.map((row) => [row.id, pairLabel(table, row, text(row))]));
    for (const row of rows) wantAll(table, row);
  }
  for (const table of names.keys()) {
    const ids = wanted.get(table) ?? new Set();
    const rows: AnyRow[] = [...rowsOf(current, table), ...(diff[table]?.added ?? [])];
    labels[table] = Object.fromEntries(rows.filter(({ id }) => ids.has(id)).map((row) => [row.id, labelOf(table, row)]));
  }
  return labels;
}

/** A row that stands between two others is named by them. */
function pairLabel(table: VersionTable, row: AnyRow, text: (field: string) => string): string {
  const ends = endsOf(table).map(({ field }) => text(field));
  return table === 'relation' ? `${ends.join(' → ')} (${String(row['type']).toUpperCase()})` : ends.join(': ');
}

/** The parts of a proposal that hold anything, with how many rows they touch. */
export function partsOf(diff: Diff): { part: ChangePart; count: number }[] {
  return changesOf(diff).flatMap(([table, change]) =>
    CHANGE_KINDS.map((kind) => ({ part: `${table}.${kind}` as const, count: change[LIST_OF[kind]].length })).filter(
      ({ count }) => count > 0,
    ),
  );
}

/** Table and kind of a part, and the list of a change that holds it. */
export function readPart(part: ChangePart): { table: VersionTable; kind: ChangeKind; list: keyof AnyChange } {
  const [table, kind] = part.split('.') as [VersionTable, ChangeKind];
  return { table, kind, list: LIST_OF[kind] };
}

type Kept = AnyChange[keyof AnyChange][number];

/** Rows of one part, as the change holds them. */
export function rowsIn(diff: Diff, part: ChangePart): readonly Kept[] {
  const { table, list } = readPart(part);
  const change: AnyChange | undefined = diff[table];
  return change?.[list] ?? [];
}

/** Those of the words that some rows of a part are shown with. */
export function labelsIn(labels: Labels, part: ChangePart, rows: readonly Kept[]): Labels {
  const { table } = readPart(part);
  const taken: Labels = {};
  const take = (of: VersionTable, id: unknown): void => {
    const word = typeof id === 'number' ? labels[of]?.[id] : undefined;
    if (word !== undefined) (taken[of] ??= {})[Number(id)] = word;
  };
  for (const row of rows) {
    take(targetOf(table, 'id') ?? table, row.id);
    const sides = 'after' in row && 'before' in row ? [row, row.before, row.after] : [row];
    for (const side of sides) for (const { field, target } of referencesOf(table)) take(target, (side as Record<string, unknown>)[field]);
  }
  return taken;
}

/** Rows of one part, field by field, references as names. */
export function listChanges({ diff, labels }: ProposalContent, part: ChangePart, offset: number, limit: number) {
  const { table, kind } = readPart(part);
  const change: AnyChange | undefined = diff[table];
  const { added, updated, removed } = change ?? { added: [], updated: [], removed: [] };
  const sides: Sides[] =
    kind === 'update'
      ? updated.map((one) => ({ ...one, row: one }))
      : kind === 'add'
        ? added.map((row) => ({ id: row.id, row, before: {}, after: row }))
        : removed.map((row) => ({ id: row.id, row, before: row, after: {} }));
  return { total: sides.length, changes: sides.slice(offset, offset + limit).map((one) => changeOut(table, kind, one, labels)) };
}

/** What is kept of a row's change, and its fields on both sides of it. */
type Sides = { id: number; row: AnyRow; before: Record<string, unknown>; after: Record<string, unknown> };

function changeOut(table: VersionTable, kind: ChangeKind, { id, row, before, after }: Sides, labels: Labels): ImportChange {
  const shown = (field: string, value: unknown): JsonValue => {
    const target = targetOf(table, field);
    return target && typeof value === 'number' ? (labels[target]?.[value] ?? `#${value}`) : ((value ?? null) as JsonValue);
  };
  const pair = (field: string) => text(shown(field, row[field]));
  const label = isPair(table) && kind !== 'update' ? pairLabel(table, row, pair) : (labels[targetOf(table, 'id') ?? table]?.[id] ?? '');
  return {
    id,
    label,
    fields: fieldsBetween(table, before, after).map(([field, left, right]) => ({
      field,
      before: shown(field, left),
      after: shown(field, right),
    })),
  };
}

/** Fields that differ; options are told one by one, and what a whole row leaves empty is not. */
function fieldsBetween(table: VersionTable, before: Record<string, unknown>, after: Record<string, unknown>): [string, unknown, unknown][] {
  if (table === 'settings') {
    const [left, right] = [before, after].map(({ options }): Record<string, unknown> => (isRecord(options) ? options : {}));
    const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
    return names.flatMap((name) =>
      JSON.stringify(left[name] ?? null) === JSON.stringify(right[name] ?? null) ? [] : [[`options.${name}`, left[name], right[name]]],
    );
  }
  if (table === 'calendar') return daysBetween(before, after);
  return fieldsOf(table).flatMap(({ name }): [string, unknown, unknown][] => {
    if (name === 'id' || (!(name in before) && !(name in after))) return [];
    const [left, right] = [before[name] ?? null, after[name] ?? null];
    return isBlank(left) && isBlank(right) ? [] : [[name, left, right]];
  });
}

const MINUTES_PER_HOUR = 60;
const clock = (minute: number): string =>
  `${String(Math.floor(minute / MINUTES_PER_HOUR)).padStart(2, '0')}:${String(minute % MINUTES_PER_HOUR).padStart(2, '0')}`;
/** Working periods of a day in words; a day that the calendar does not state is null, one without work is a dash. */
const hours = (shifts: Shift[] | undefined): string | null =>
  shifts ? shifts.map(({ start, finish }) => `${clock(start)}–${clock(finish)}`).join(', ') || '—' : null;

/** A calendar day by day: only those that differ. */
function daysBetween(before: Record<string, unknown>, after: Record<string, unknown>): [string, unknown, unknown][] {
  const plain = fieldsOf('calendar').flatMap(({ name }): [string, unknown, unknown][] => {
    if (name === 'id' || name === 'week' || name === 'exceptions' || (!(name in before) && !(name in after))) return [];
    return [[name, before[name] ?? null, after[name] ?? null]];
  });
  const weeks = [before['week'] as Week | undefined, after['week'] as Week | undefined];
  const week = [0, 1, 2, 3, 4, 5, 6].map((day): [string, unknown, unknown] => [
    `week.${day}`,
    hours(weeks[0]?.[day]),
    hours(weeks[1]?.[day]),
  ]);
  const [left, right] = [before, after].map(
    (side) => new Map(((side['exceptions'] ?? []) as CalendarException[]).map(({ day, shifts }) => [day, shifts])),
  );
  const days = [...new Set([...left.keys(), ...right.keys()])].sort((a, b) => a - b);
  const exceptions = days.map((day): [string, unknown, unknown] => [
    `day.${formatMinute(day * MINUTES_PER_DAY).slice(0, 10)}`,
    hours(left.get(day)),
    hours(right.get(day)),
  ]);
  return [...plain, ...[...week, ...exceptions].filter(([, was, is]) => was !== is)];
}

const text = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));

const isBlank = (value: unknown): boolean => value === null || value === false || value === '';
