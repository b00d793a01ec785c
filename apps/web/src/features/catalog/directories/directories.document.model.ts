import type { Directory, DirectoryAttribute, DirectoryDiff, DirectoryList, DirectoryRow, DirectoryRows } from '@gantry/contract';
import { endsFromLevels, type GanttRows, newRows, TYPE_SUM } from '@gantry/scene';

/** A directory as the page holds it: its columns and lists, and its rows by their ids. */
export type DirectoryDocument = {
  revision: number;
  columns: DirectoryAttribute[];
  lists: DirectoryList[];
  rows: Map<number, DirectoryRow>;
};

/** What a change means for the screen. */
export type Touched = {
  /** Rows were added, deleted or moved. */
  structure: boolean;
  /** Columns or lists are other ones; they are asked for again. */
  head: boolean;
  /** Columns were added or deleted: values must be loaded again. */
  values: boolean;
};

type Head = Pick<Directory, 'columns' | 'lists'>;

/** A directory as the server sends it, column by column, as rows. */
export function newDocument(head: Head, table: DirectoryRows): DirectoryDocument {
  const rows = new Map<number, DirectoryRow>();
  for (const [index, id] of table.ids.entries()) {
    const cells: DirectoryRow['cells'] = {};
    for (const { attribute_id, values } of table.columns) {
      const value = values[index];
      if (value !== null && value !== undefined) cells[attribute_id] = value;
    }
    const donors: DirectoryRow['donors'] = {};
    for (const { directory_id, row_ids } of table.donors) {
      const donor = row_ids[index];
      if (donor !== null && donor !== undefined) donors[directory_id] = donor;
    }
    rows.set(id, {
      id,
      parent_id: table.parent_ids[index],
      position: table.positions[index],
      code: table.codes[index],
      name: table.names[index],
      measure_id: table.measure_ids[index],
      cells,
      donors,
    });
  }
  return { revision: table.revision, columns: head.columns, lists: head.lists, rows };
}

const PLACES = ['parent_id', 'position'];

/** Takes a change in. */
export function applyDiff(document: DirectoryDocument, diff: DirectoryDiff): Touched {
  const { row, attribute, list, list_value: listValue } = diff;
  const touched: Touched = {
    structure: false,
    head: Boolean(attribute ?? list ?? listValue),
    values: Boolean(attribute && attribute.added.length + attribute.removed.length > 0),
  };
  for (const { id } of row?.removed ?? []) touched.structure = document.rows.delete(id) || touched.structure;
  for (const added of row?.added ?? []) {
    document.rows.set(added.id, { ...EMPTY_ROW, ...added });
    touched.structure = true;
  }
  for (const { id, after } of row?.updated ?? []) {
    const before = document.rows.get(id);
    if (!before) continue;
    const next: DirectoryRow = {
      ...before,
      ...after,
      cells: withEntries(before.cells, after.cells),
      donors: withEntries(before.donors, after.donors),
    };
    document.rows.set(id, next);
    if (PLACES.some((field) => field in after)) touched.structure = true;
  }
  return touched;
}

const EMPTY_ROW: DirectoryRow = { id: 0, parent_id: null, position: 0, code: '', name: '', measure_id: null, cells: {}, donors: {} };

/** Merges entries; null deletes one. */
function withEntries<V>(before: Record<string, V>, changed: unknown): Record<string, V> {
  if (!changed) return before;
  const next = { ...before };
  for (const [key, value] of Object.entries(changed as Record<string, V | null>)) {
    if (value === null) delete next[key];
    else next[key] = value;
  }
  return next;
}

/** Rows as the grid takes them, parents before what is below them. `slots` are places in `list`, -1 for rows of groups. */
export type LaidRows = {
  rows: GanttRows;
  list: DirectoryRow[];
  slots: Int32Array;
  rowOfId: Map<number, number>;
  groups: { titles: string[]; paths: string[]; subtotals: boolean } | null;
};

/** Lays the rows of a directory out as the tree that they are; siblings by their positions. */
export function layOutRows(document: DirectoryDocument, isFolded: (id: number) => boolean): LaidRows {
  const children = new Map<number | null, DirectoryRow[]>();
  for (const row of document.rows.values()) {
    const parent = row.parent_id !== null && document.rows.has(row.parent_id) ? row.parent_id : null;
    const siblings = children.get(parent);
    if (siblings) siblings.push(row);
    else children.set(parent, [row]);
  }
  for (const siblings of children.values()) siblings.sort((a, b) => a.position - b.position || a.id - b.id);
  const count = document.rows.size;
  const rows = newRows(count);
  const ids = rows.id as Int32Array;
  const list: DirectoryRow[] = [];
  const rowOfId = new Map<number, number>();
  const pending = [...(children.get(null) ?? [])].reverse().map((row) => ({ row, level: 0 }));
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { row, level } = next;
    const at = list.push(row) - 1;
    ids[at] = row.id;
    rows.level[at] = level;
    rowOfId.set(row.id, at);
    const below = children.get(row.id);
    if (!below) continue;
    rows.type[at] = TYPE_SUM;
    rows.collapsed[at] = isFolded(row.id) ? 1 : 0;
    for (let index = below.length - 1; index >= 0; index -= 1) pending.push({ row: below[index], level: level + 1 });
  }
  endsFromLevels(rows.level, rows.end);
  return { rows, list, slots: Int32Array.from({ length: count }, (_none, at) => at), rowOfId, groups: null };
}

/** Replaces changed rows in place. */
export function refreshList(document: DirectoryDocument, laid: Pick<LaidRows, 'list'>): void {
  for (const [at, { id }] of laid.list.entries()) laid.list[at] = document.rows.get(id) ?? laid.list[at];
}
