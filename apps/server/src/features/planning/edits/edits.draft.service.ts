import {
  type AnyChange,
  type AnyRow,
  type DayRun,
  daysFieldOf,
  type Diff,
  differingDays,
  entryOf,
  type Reference,
  sameValue,
  type VersionRow,
  type VersionTable,
} from '@gantry/domain';
import type { Tx } from '../../../platform/postgres/database.ts';
import type { VersionHead, VersionKey } from '../version-heads/version-heads.service.ts';
import type { Mask } from './mask/edits.mask.service.ts';
import type { Remembered } from './edits.known.service.ts';
import { listReferred } from './edits.references.repository.ts';
import { type KnownRow, listChildPlaces, listRows, listRowsBy } from './edits.repository.ts';

/** Tables with few rows that most edits read whole and few change, and most rows of one that is remembered. */
const SMALL = ['calendar', 'settings'] as const satisfies VersionTable[];
const MOST_ROWS = 100;
const isSmall = (table: VersionTable): boolean => (SMALL as readonly VersionTable[]).includes(table);

type Entry = { before: AnyRow | null; after: AnyRow | null };
const isThere = (entry: Entry | undefined): entry is Entry & { after: AnyRow } => Boolean(entry?.after);

/** A change in the making: reads rows of the version as they will be, collects what differs. */
export type Draft = {
  readonly key: VersionKey;
  readonly head: Readonly<VersionHead>;
  readonly tx: Tx;
  /** The author's access to attributes, null when unrestricted. The draft itself reads everything. */
  readonly mask: Mask | null;
  /** What edits before have read and what follows from it, as the version stands without the draft. */
  readonly remembered: Remembered | undefined;
  /** A new row id, unique in the version. */
  newId(): number;
  rows<T extends VersionTable>(table: T, ids: readonly number[]): Promise<VersionRow<T>[]>;
  find<T extends VersionTable>(table: T, id: number): Promise<VersionRow<T> | null>;
  all<T extends VersionTable>(table: T): Promise<VersionRow<T>[]>;
  /** Rows whose reference field points at one of the ids. */
  rowsBy<T extends VersionTable>(table: T, field: keyof VersionRow<T> & string, ids: readonly number[]): Promise<VersionRow<T>[]>;
  /** Ids of the children of a row (null: of the top) in order, with their positions, without reading the rows. */
  children(parentId: number | null): Promise<{ id: number; position: number }[]>;
  /** Rows that point at some ids by a reference. */
  pointingAt(reference: Pick<Reference, 'table' | 'field'>, ids: readonly number[]): Promise<AnyRow[]>;
  /** Which of some ids a reference of the rows will point at, without reading them all; the rows `besides` do not count. */
  referred(reference: Pick<Reference, 'table' | 'field'>, ids: readonly number[], besides?: readonly number[]): Promise<Set<number>>;
  insert<T extends VersionTable>(table: T, row: VersionRow<T>): void;
  /** The same for a row that a Diff holds, whatever its table. */
  insertAny(table: VersionTable, row: AnyRow): void;
  /** Changes fields of a row that the draft has read. */
  update<T extends VersionTable>(table: T, id: number, patch: Partial<VersionRow<T>>): void;
  updateAny(table: VersionTable, id: number, patch: object): void;
  /** Changes fields of rows whose former values the caller passes, without reading them. */
  patchKnown<T extends VersionTable>(
    table: T,
    updates: readonly { id: number; before: Partial<VersionRow<T>>; after: Partial<VersionRow<T>> }[],
  ): void;
  /** Removes a row that the draft has read. */
  remove(table: VersionTable, id: number): void;
  /** The collected change, the last id used, and rows as the draft leaves them, of those that it has read whole. */
  finish(): { diff: Diff; lastId: number; known: KnownRow };
};

/** Starts a change of a locked version. */
export function startDraft(tx: Tx, key: VersionKey, head: VersionHead, mask: Mask | null, remembered?: Remembered): Draft {
  const tables = new Map<VersionTable, Map<number, Entry>>();
  /** Entries of rows of which the caller named some fields alone. */
  const partial = new Set<Entry>();
  /** Tables that were read whole: nobody else changes them while the version is locked. */
  const whole = new Map<VersionTable, readonly AnyRow[]>();
  /** Rows by the values of a field, as they stood when they were read first. */
  const pointing = new Map<string, Map<number, readonly AnyRow[]>>();
  let lastId = head.last_id;

  const entriesOf = (table: VersionTable): Map<number, Entry> => {
    let entries = tables.get(table);
    if (!entries) tables.set(table, (entries = new Map()));
    return entries;
  };

  /** Rows just read take their place in the draft unless it has changed them already; those it added and that fit join. */
  function overlay<T extends VersionTable>(table: T, read: VersionRow<T>[], fits: (row: AnyRow) => boolean): VersionRow<T>[] {
    const entries = entriesOf(table);
    for (const row of read as AnyRow[]) if (!entries.has(row.id)) entries.set(row.id, { before: row, after: row });
    const seen = new Set((read as AnyRow[]).map((row) => row.id));
    const result: AnyRow[] = [];
    for (const row of read as AnyRow[]) {
      const { after } = entryOf(entries, row.id);
      if (after && fits(after)) result.push(after);
    }
    for (const [id, { before, after }] of entries) if (after && after !== before && !seen.has(id) && fits(after)) result.push(after);
    return result as VersionRow<T>[];
  }

  /** Rows with one of some values in a field; each value is asked for once. */
  async function pointingAt(table: VersionTable, field: string, ids: readonly number[]): Promise<AnyRow[]> {
    const name = `${table} ${field}`;
    const kept = pointing.get(name) ?? new Map<number, readonly AnyRow[]>();
    pointing.set(name, kept);
    const missing = ids.filter((id) => !kept.has(id));
    if (missing.length) {
      const found = Map.groupBy((await listRowsBy(tx, key, table, field, missing)) as AnyRow[], (row) => row[field] as number);
      for (const id of missing) kept.set(id, found.get(id) ?? []);
    }
    const wanted = new Set<unknown>(ids);
    const read = [...new Set(ids)].flatMap((id) => kept.get(id) ?? []).sort((a, b) => a.id - b.id);
    return overlay(table, read as VersionRow<typeof table>[], (row) => wanted.has(row[field]));
  }

  const known = (table: VersionTable, id: number): Entry & { after: AnyRow } => {
    const entry = entriesOf(table).get(id);
    if (!isThere(entry)) throw new Error(`row ${id} of ${table} was not read by this draft`);
    return entry;
  };

  const insertAny = (table: VersionTable, row: AnyRow): void => {
    entriesOf(table).set(row.id, { before: null, after: { ...row } });
  };
  const updateAny = (table: VersionTable, id: number, patch: object): void => {
    const entry = known(table, id);
    entry.after = { ...entry.after, ...patch };
  };

  return {
    key,
    head,
    tx,
    mask,
    remembered,
    newId: () => ++lastId,
    async rows(table, ids) {
      const wanted = new Set(ids);
      const missing = ids.filter((id) => !entriesOf(table).has(id));
      const read = missing.length ? await listRows(tx, key, table, missing) : [];
      for (const row of read as AnyRow[]) entriesOf(table).set(row.id, { before: row, after: row });
      const found = [...wanted].map((id) => entriesOf(table).get(id)?.after).filter((row) => row);
      return found as never;
    },
    async find(table, id) {
      return (await this.rows(table, [id]))[0] ?? null;
    },
    async all(table) {
      const found = whole.get(table) ?? remembered?.find<readonly AnyRow[]>(table);
      const known = found ?? (await listRows(tx, key, table));
      if (!found && isSmall(table) && known.length <= MOST_ROWS)
        remembered?.keep(table, known, (rows, diff) => (diff[table] ? undefined : rows));
      whole.set(table, known);
      return overlay(table, known as VersionRow<typeof table>[], () => true);
    },
    rowsBy: async (table, field, ids) => (await pointingAt(table, field, ids)) as never,
    async children(parentId) {
      const positionOf = new Map((await listChildPlaces(tx, key, parentId)).map(({ id, position }) => [id, position]));
      for (const [id, { before, after }] of entriesOf('wbs')) {
        if (after === before) continue;
        if (after?.['parentId'] === parentId) positionOf.set(id, after['position'] as number);
        else positionOf.delete(id);
      }
      return [...positionOf].map(([id, position]) => ({ id, position })).sort((a, b) => a.position - b.position || a.id - b.id);
    },
    pointingAt: ({ table, field }, ids) => pointingAt(table, field, ids),
    async referred({ table, field }, ids, besides = []) {
      const wanted = new Set<unknown>(ids);
      const passed = new Set(besides);
      const found = new Set<number>();
      for (const [id, { after }] of entriesOf(table)) {
        if (after && !passed.has(id) && wanted.has(after[field])) found.add(after[field] as number);
        passed.add(id);
      }
      const open = ids.filter((id) => !found.has(id));
      if (open.length) for (const id of await listReferred(tx, key, table, field, open, [...passed])) found.add(id);
      return found;
    },
    insert: (table, row) => insertAny(table, row),
    insertAny,
    update: (table, id, patch) => updateAny(table, id, patch),
    updateAny,
    patchKnown(table, updates) {
      const entries = entriesOf(table);
      for (const { id, before, after } of updates) {
        const entry = entries.get(id);
        if (entry?.after) entry.after = { ...entry.after, ...after };
        else {
          const known = { before: { id, ...before }, after: { id, ...after } };
          partial.add(known);
          entries.set(id, known);
        }
      }
    },
    remove(table, id) {
      const entry: Entry = known(table, id);
      entry.after = null;
    },
    finish() {
      const diff: Record<string, AnyChange> = {};
      for (const [table, entries] of tables) {
        const change = changeOf(table, entries);
        if (change.added.length || change.updated.length || change.removed.length) diff[table] = change;
      }
      const known: KnownRow = (table, id) => {
        const entry = tables.get(table)?.get(id);
        return entry?.after && !partial.has(entry) ? entry.after : undefined;
      };
      return { diff, lastId, known };
    },
  };
}

function changeOf(table: VersionTable, entries: Map<number, Entry>): AnyChange {
  const change: AnyChange = { added: [], updated: [], removed: [] };
  const days = daysFieldOf(table);
  for (const [id, { before, after }] of entries) {
    if (before === after) continue;
    if (!before) {
      if (after) change.added.push(after);
    } else if (!after) change.removed.push(before);
    else {
      const fields = Object.keys(after).filter((field) => !sameValue(before[field], after[field]));
      const pick = (row: AnyRow) => Object.fromEntries(fields.map((field) => [field, row[field]]));
      if (!fields.length) continue;
      const updated = { id, before: pick(before), after: pick(after) };
      if (days !== null && fields.includes(days)) {
        const changed = differingDays(before[days] as DayRun, after[days] as DayRun);
        updated.before[days] = changed.before;
        updated.after[days] = changed.after;
      }
      change.updated.push(updated);
    }
  }
  return change;
}
