import type { DirectoryCell, DirectoryDiff, DirectoryRow, DirectoryRows, DirectoryTableDiff } from '@gantry/contract';
import { sameValue } from '@gantry/domain';
import type { Definition } from './directories.values.rules.ts';

/** Rows that came as pieces of JSON. */
export const unpackRows = (pieces: readonly string[]): DirectoryRow[] => pieces.flatMap((piece) => JSON.parse(piece) as DirectoryRow[]);

/** A row as far as its place goes. */
export type Place = { id: number; parent_id: number | null; position: number };

/** Rows so that parents stand before the rows below them and siblings in their order; rows whose parents are gone stand at the end. */
export function inTreeOrder<R extends Place>(rows: readonly R[]): R[] {
  const below = new Map<number | null, R[]>();
  const known = new Set(rows.map(({ id }) => id));
  for (const row of rows) {
    const parent = row.parent_id !== null && known.has(row.parent_id) ? row.parent_id : null;
    const siblings = below.get(parent);
    if (siblings) siblings.push(row);
    else below.set(parent, [row]);
  }
  const order = (a: R, b: R): number => a.position - b.position || a.id - b.id;
  const result: R[] = [];
  const stack = [...(below.get(null) ?? [])].sort(order).reverse();
  for (let row = stack.pop(); row; row = stack.pop()) {
    result.push(row);
    const children = below.get(row.id);
    if (children) for (const child of children.sort(order).reverse()) stack.push(child);
  }
  return result;
}

/** Rows as one array a column, in the order of the tree. */
export function packRows(
  revision: number,
  definition: Definition,
  rows: readonly DirectoryRow[],
  broken: ReadonlySet<number>,
): DirectoryRows {
  const ordered = inTreeOrder(rows);
  const givers = [...new Set(definition.columns.flatMap(({ donor }) => (donor ? [donor.directory_id] : [])))];
  return {
    revision,
    ids: ordered.map(({ id }) => id),
    parent_ids: ordered.map(({ parent_id }) => parent_id),
    positions: ordered.map(({ position }) => position),
    codes: ordered.map(({ code }) => code),
    names: ordered.map(({ name }) => name),
    measure_ids: ordered.map(({ measure_id }) => measure_id),
    valid: ordered.map(({ id }) => (broken.has(id) ? 0 : 1)),
    columns: definition.columns.map(({ id }) => ({ attribute_id: id, values: ordered.map(({ cells }) => cells[id] ?? null) })),
    donors: givers.map((id) => ({ directory_id: id, row_ids: ordered.map(({ donors }) => donors[id] ?? null) })),
  };
}

const PARTIAL = new Set(['cells', 'donors']);
type Entries = Record<string, unknown>;

/** The fields that differ between two states of a record, before and after; null where nothing does. */
export function differenceOf(before: object, after: object): { before: Entries; after: Entries } | null {
  const [old, now] = [before as Entries, after as Entries];
  const result: { before: Entries; after: Entries } = { before: {}, after: {} };
  for (const field of Object.keys(now)) {
    if (!PARTIAL.has(field)) {
      if (sameValue(old[field] ?? null, now[field] ?? null)) continue;
      result.before[field] = old[field] ?? null;
      result.after[field] = now[field] ?? null;
      continue;
    }
    const parts = differenceOfEntries(old[field] as Entries, now[field] as Entries);
    if (!parts) continue;
    result.before[field] = parts.before;
    result.after[field] = parts.after;
  }
  return Object.keys(result.after).length ? result : null;
}

function differenceOfEntries(old: Entries, now: Entries): { before: Entries; after: Entries } | null {
  const result: { before: Entries; after: Entries } = { before: {}, after: {} };
  for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const [was, is] = [old[key] ?? null, now[key] ?? null];
    if (was === is) continue;
    result.before[key] = was;
    result.after[key] = is;
  }
  return Object.keys(result.after).length ? result : null;
}

/** Entries with some of them changed; null takes one away. */
export function withEntries<T>(entries: Readonly<Record<string, T>>, change: Readonly<Record<string, T | null>>): Record<string, T> {
  const result: Record<string, T> = { ...entries };
  for (const key of Object.keys(change)) {
    const value = change[key];
    if (value === null) delete result[key];
    else result[key] = value;
  }
  return result;
}

/** The change that takes a diff back. */
export function inverseOf(diff: DirectoryDiff): DirectoryDiff {
  return Object.fromEntries(
    Object.entries(diff).map(([table, { added, updated, removed }]) => [
      table,
      { added: removed, removed: added, updated: updated.map(({ id, before, after }) => ({ id, before: after, after: before })) },
    ]),
  );
}

/** How many records a diff touches, and what history calls it. */
export function sizeOf(diff: DirectoryDiff): { size: number; kind: 'add' | 'update' | 'delete' } {
  const count = (part: keyof DirectoryTableDiff): number => Object.values(diff).reduce((sum, change) => sum + change[part].length, 0);
  const [added, updated, removed] = [count('added'), count('updated'), count('removed')];
  return { size: added + updated + removed, kind: updated || (added && removed) ? 'update' : removed ? 'delete' : 'add' };
}

/** A record of a diff that is not as the diff expects it; `field` null: the record itself. */
export type Opposed = { table: string; id: number; field: string | null };

/** Where the records of today are not what a diff starts from. */
export function opposedTo(diff: DirectoryDiff, current: (table: string, id: number) => object | undefined): Opposed[] {
  const result: Opposed[] = [];
  for (const [table, { added, updated, removed }] of Object.entries(diff)) {
    for (const { id } of added) if (current(table, id)) result.push({ table, id, field: null });
    for (const row of removed) {
      const now = current(table, row.id);
      if (!now || differenceOf(row, now)) result.push({ table, id: row.id, field: null });
    }
    for (const { id, before } of updated) {
      const now = current(table, id) as Entries | undefined;
      const field = now ? Object.keys(before).find((name) => !isStill(before[name], now[name], name)) : null;
      if (field !== undefined) result.push({ table, id, field });
    }
  }
  return result;
}

function isStill(before: unknown, now: unknown, field: string): boolean {
  if (!PARTIAL.has(field)) return sameValue(before ?? null, now ?? null);
  const entries = (now ?? {}) as Record<string, DirectoryCell>;
  return Object.entries((before ?? {}) as Entries).every(([key, value]) => (entries[key] ?? null) === value);
}
