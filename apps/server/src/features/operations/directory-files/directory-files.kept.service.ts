import type {
  DirectoryAttribute,
  DirectoryCell,
  DirectoryRow,
  DirectoryRowChange,
  DirectoryUploadChange,
  DirectoryUploadPart,
} from '@gantry/contract';
import { type Definition, writeCell } from '../../catalog/directories/rows/directories.values.service.ts';
import { donorHeader } from './directory-files.columns.rules.ts';
import { donorWord, measureWord, type Named, type Words, wordsOf } from './directory-files.lines.service.ts';
import { labelOf, type Proposal, type RefusedLine } from './directory-files.proposal.rules.ts';

/** What every line of a proposal is read with; new columns have ids below zero. */
export type KeptAbout = { newColumns: DirectoryAttribute[]; definition: Definition; named: Omit<Named, 'givers'> };

type Pair = readonly [before: string | null, after: string | null];
/** The row above and the donors of a line as people call them, where they differ. */
type Called = { parent?: Pair; donors?: readonly (readonly [name: string, ...Pair])[] };
/** Fields of a row; of cells and donors the entries that change, null for none. */
type Fields = Partial<Pick<DirectoryRow, 'code' | 'name' | 'measure_id' | 'parent_id'>> & {
  cells?: Record<string, DirectoryCell>;
  donors?: Record<string, number | null>;
};

/** A row on a work, by a line of the file; ids of rows that are new are below zero. */
export type Assigned = { rowId: number; itemId: number; volume: number | null };

/** The accepted part of a proposal, and the rows that works have yet to take. */
export type Accepted = { directory_id: number; revision: number; applied: number; assigned: Assigned[] };

/** Lines of a proposal as they are kept, part by part; ids of rows that are new are below zero. */
export type KeptLines = {
  added: { line: number; row: DirectoryRow; called?: Called };
  changed: { line: number; id: number; label: string; before: Fields; after: Fields; called?: Called };
  removed: { id: number; parent_id: number | null; label: string };
  refused: RefusedLine;
  assigned: Assigned;
};

/** Prepares a proposal for storage, so that it can be shown and applied without reading the directory again. */
export function keptLines(
  { added, changed, removed, refused }: Proposal,
  assigned: readonly Assigned[],
  present: readonly DirectoryRow[],
  words: Words,
  givers: Named['givers'],
): { [Part in keyof KeptLines]: readonly KeptLines[Part][] } {
  const rows = new Map(present.map((row) => [row.id, row]));
  for (const { row } of [...added, ...changed]) rows.set(row.id, row);
  const parentOf = (row: DirectoryRow | null): string | null => {
    const parent = row?.parent_id ? rows.get(row.parent_id) : undefined;
    return parent ? labelOf(parent) : null;
  };
  const callOf = (before: DirectoryRow | null, row: DirectoryRow): { called?: Called } => {
    const parent = before?.parent_id === row.parent_id ? undefined : ([parentOf(before), parentOf(row)] as const);
    const donors = givers.flatMap(({ id, name }) => {
      const [old, now] = [donorWord(words, id, before?.donors[id]), donorWord(words, id, row.donors[id])];
      return old === now ? [] : [[donorHeader(name), old, now] as const];
    });
    const moved = parent && parent[0] !== parent[1];
    return moved || donors.length ? { called: { ...(moved ? { parent } : {}), ...(donors.length ? { donors } : {}) } } : {};
  };
  return {
    added: added.map(({ line, row }) => ({ line, row, ...callOf(null, row) })),
    changed: changed.map(({ line, before, row }) => ({
      line,
      id: row.id,
      label: labelOf(before),
      ...differenceOf(before, row),
      ...callOf(before, row),
    })),
    removed: removed.map((row) => ({ id: row.id, parent_id: row.parent_id, label: labelOf(row) })),
    refused,
    assigned,
  };
}

const PLAIN = ['code', 'name', 'measure_id', 'parent_id'] as const;

function differenceOf(before: DirectoryRow, row: DirectoryRow): { before: Fields; after: Fields } {
  const [old, now]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
  for (const field of PLAIN) {
    if (before[field] === row[field]) continue;
    old[field] = before[field];
    now[field] = row[field];
  }
  for (const field of ['cells', 'donors'] as const) {
    const changes: Record<string, unknown> = {};
    for (const key of Object.keys(before[field])) if (row[field][key] === undefined) changes[key] = null;
    for (const [key, value] of Object.entries(row[field])) if (before[field][key] !== value) changes[key] = value;
    const keys = Object.keys(changes);
    if (!keys.length) continue;
    now[field] = changes;
    old[field] = Object.fromEntries(keys.map((key) => [key, before[field][key] ?? null]));
  }
  return { before: old, after: now };
}

const BLANK = { reason: null, column: null, value: null };

/** Kept lines of one part as people read them. */
export function showLines(about: KeptAbout, lines: readonly KeptLines[DirectoryUploadPart][]): DirectoryUploadChange[] {
  const words = wordsOf(about.definition, { ...about.named, givers: [] });
  return lines.map((kept) => {
    if ('reason' in kept) return { ...kept, row_id: null, fields: [] };
    if ('row' in kept) {
      const fields = fieldsOf(about, words, {}, kept.row, kept.called);
      return { ...BLANK, line: kept.line, row_id: null, label: labelOf(kept.row), fields };
    }
    if ('after' in kept) {
      const fields = fieldsOf(about, words, kept.before, kept.after, kept.called);
      return { ...BLANK, line: kept.line, row_id: kept.id, label: kept.label, fields };
    }
    return { ...BLANK, line: null, row_id: kept.id, label: kept.label, fields: [] };
  });
}

/** What differs between two states of a row; `code`, `name`, `measure`, `parent_code` are called so, columns by their names. */
function fieldsOf(
  { definition, newColumns }: KeptAbout,
  words: Words,
  before: Fields,
  after: Fields,
  called: Called = {},
): DirectoryUploadChange['fields'] {
  const fields: DirectoryUploadChange['fields'] = [];
  const put = (field: string, old: DirectoryCell, now: DirectoryCell): void => {
    if (old !== now) fields.push({ field, before: old, after: now });
  };
  put('code', before.code || null, after.code || null);
  put('name', before.name || null, after.name || null);
  put('measure', measureWord(words, before.measure_id ?? null), measureWord(words, after.measure_id ?? null));
  if (called.parent) put('parent_code', ...called.parent);
  for (const column of [...definition.columns, ...newColumns]) {
    const report = (cells: Fields['cells']): DirectoryCell => writeCell(column, cells?.[column.id], words.lists, words.called);
    put(column.name, report(before.cells), report(after.cells));
  }
  for (const [name, ...pair] of called.donors ?? []) put(name, ...pair);
  return fields;
}

/** What of a proposal is to be written. */
export type Chosen = { [Part in 'added' | 'changed' | 'removed']: readonly KeptLines[Part][] };

/** The changes of rows that lines come to; parents come before the rows below them. `ids` gives columns that are new their own. */
export function changesOf({ definition }: KeptAbout, chosen: Chosen, ids: ReadonlyMap<number, number>): DirectoryRowChange[] {
  const added = parentsFirst(chosen.added.map(({ row }) => row));
  const isAdded = new Set(added.map(({ id }) => id));
  const donated = new Set(definition.columns.filter(({ donor }) => donor).map(({ id }) => String(id)));
  const changes: DirectoryRowChange[] = [];
  for (const { id, parent_id, code, name, measure_id, cells, donors } of added)
    changes.push({ do: 'add', id, parent_id, code, name, measure_id, cells: withIds(cells, ids), donors });
  for (const { id, after } of chosen.changed) {
    const { parent_id, cells, ...fields } = after;
    const own = withIds(cells ?? {}, ids);
    for (const column of donated) delete own[column];
    changes.push({ do: 'update', id, ...fields, cells: own });
    // A row whose new parent is not accepted keeps its place.
    if (parent_id !== undefined && (parent_id === null || parent_id > 0 || isAdded.has(parent_id)))
      changes.push({ do: 'move', id, parent_id });
  }
  const goes = new Set(chosen.removed.map(({ id }) => id));
  // With a row go all below it.
  for (const { id, parent_id } of chosen.removed) if (parent_id === null || !goes.has(parent_id)) changes.push({ do: 'remove', id });
  return changes;
}

function withIds<T>(cells: Record<string, T>, ids: ReadonlyMap<number, number>): Record<string, T> {
  if (!ids.size) return cells;
  return Object.fromEntries(Object.entries(cells).map(([key, value]) => [String(ids.get(Number(key)) ?? key), value]));
}

function parentsFirst(rows: readonly DirectoryRow[]): DirectoryRow[] {
  const waiting = new Map<number, DirectoryRow[]>();
  const own = new Set(rows.map(({ id }) => id));
  const result: DirectoryRow[] = [];
  for (const row of rows) {
    if (row.parent_id === null || !own.has(row.parent_id)) result.push(row);
    else {
      const siblings = waiting.get(row.parent_id);
      if (siblings) siblings.push(row);
      else waiting.set(row.parent_id, [row]);
    }
  }
  for (let at = 0; at < result.length; at += 1) for (const row of waiting.get(result[at].id) ?? []) result.push(row);
  return result;
}
