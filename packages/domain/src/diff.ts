import { type DayChanges, daysChanged, isDayRun, valueOnDay } from './schedule/days.ts';
import type { Day } from './schedule/time.ts';
import {
  type AnyRow,
  type ChangedFields,
  daysFieldOf,
  isDerived,
  isVersionTable,
  type VersionRow,
  type VersionTable,
} from './schedule/version-tables.ts';

/** Deleted, added and updated rows of one table; `updated` has only differing fields, before and after. */
export type TableDiff<T extends VersionTable = VersionTable> = {
  added: VersionRow<T>[];
  updated: { id: number; before: ChangedFields<T>; after: ChangedFields<T> }[];
  removed: VersionRow<T>[];
};

/** A change of version content: what is stored, pushed, undone, audited and compared. */
export type Diff = { [T in VersionTable]?: TableDiff<T> };

/** The change of a table that only the running program knows. */
export type AnyChange = {
  added: AnyRow[];
  updated: { id: number; before: Record<string, unknown>; after: Record<string, unknown> }[];
  removed: AnyRow[];
};

/** What a Diff changes, table by table, in the order in which it names them. */
export function changesOf(diff: Diff): [VersionTable, AnyChange][] {
  return Object.keys(diff)
    .filter(isVersionTable)
    .flatMap((table): [VersionTable, AnyChange][] => {
      const change: AnyChange | undefined = diff[table];
      return change ? [[table, change]] : [];
    });
}

/** The change that takes a Diff back. */
export function inverseOf(diff: Diff): Diff {
  const inverse: Record<string, AnyChange> = {};
  for (const [table, change] of changesOf(diff)) {
    inverse[table] = {
      added: change.removed,
      removed: change.added,
      updated: change.updated.map(({ id, before, after }) => ({ id, before: after, after: before })),
    };
  }
  return inverse;
}

/** Whether a Diff changes nothing. */
export function isEmpty(diff: Diff): boolean {
  return Object.values(diff).every((change) => !change.added.length && !change.updated.length && !change.removed.length);
}

/** How many rows a Diff touches. */
export function sizeOf(diff: Diff): number {
  return Object.values(diff).reduce((sum, change) => sum + change.added.length + change.updated.length + change.removed.length, 0);
}

/** Fields of rows that somebody else has changed since: `field` is null when the row was deleted or restored; of days, each by itself. */
export type Conflict = { table: VersionTable; id: number; field: string | null; day?: Day };

/** Compares the `before` side of a Diff with the rows as they are now; an empty list means it applies cleanly. */
export function conflictsOf(diff: Diff, current: (table: VersionTable, id: number) => Record<string, unknown> | undefined): Conflict[] {
  const conflicts: Conflict[] = [];
  for (const [name, change] of changesOf(diff)) {
    for (const row of change.added) if (current(name, row.id)) conflicts.push({ table: name, id: row.id, field: null });
    for (const row of change.removed) if (!current(name, row.id)) conflicts.push({ table: name, id: row.id, field: null });
    for (const { id, before } of change.updated) {
      const row = current(name, id);
      if (!row) conflicts.push({ table: name, id, field: null });
      else for (const [field, value] of Object.entries(before)) conflicts.push(...opposed(name, id, field, row[field], value));
    }
  }
  return conflicts;
}

function opposed(table: VersionTable, id: number, field: string, now: unknown, before: unknown): Conflict[] {
  if (isDerived(table, field)) return [];
  if (field !== daysFieldOf(table)) return sameValue(now, before) ? [] : [{ table, id, field }];
  const run = isDayRun(now) ? now : null;
  return daysChanged(before as DayChanges).flatMap(([day, value]) => (valueOnDay(run, day) === value ? [] : [{ table, id, field, day }]));
}

/** Equality of field values: by value for json, where a field without a value is none, exact otherwise. */
export function sameValue(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right))
    return isList(left) && isList(right) && left.length === right.length && left.every((part, at) => sameValue(part, right[at]));
  const [own, others] = [left, right] as Record<string, unknown>[];
  const fields = fieldsWithValue(own);
  return fields.length === fieldsWithValue(others).length && fields.every((field) => sameValue(own[field], others[field]));
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const fieldsWithValue = (value: Record<string, unknown>): string[] => Object.keys(value).filter((field) => value[field] !== undefined);
