import { KANBAN_LIMITS } from '@gantry/contract';
import { type Diff, oncePer } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { type Db, perDatabase } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { naturalRanks } from '../../../platform/postgres/ranks.ts';
import { rowsPassing } from '../../planning/wbs/wbs.view.service.ts';
import { requireAt } from './kanban.access.service.ts';
import { countWorks, type KeptItem, listCardRows, listPlanRows, type PlanRow } from './kanban.items.repository.ts';
import type { KeptBoard } from './kanban.repository.ts';
import { rowFinder, valueOfRow } from './kanban.rules.ts';
import { findCountedHead } from '../../planning/version-heads/version-heads.service.ts';

/** The rows of a board of rows, in the order of the plan, with their values. */
export type RowsOfBoard = {
  version_id: number;
  /** The revision at which they were read as they are stored; null where something else had a say. */
  revision: number | null;
  /** The revision at which they were read. */
  at: number;
  rows: readonly PlanRow[];
  values: (string | null)[];
};

/** Reads the rows of a board of rows; the caller reads the plan there, or is refused. */
export async function readRows(context: Context, board: KeptBoard): Promise<RowsOfBoard> {
  const { versionId, plain } = await context.read(async (db) => {
    await requireAt(context, db, board.node_id, 'plan.read');
    return readPlainRows(context, db, board);
  });
  return plain ?? readDecidedRows(context, board, versionId);
}

/** The rows of a board that are told as they are stored, and the version that has them; null where something else has a say. */
export async function readPlainRows(context: Context, db: Db, board: KeptBoard): Promise<{ versionId: number; plain: RowsOfBoard | null }> {
  const head = await findCountedHead(db, context.spaceId, board.node_id);
  if (!head) fail('kanban.no_actual_version');
  const { id: versionId, revision } = head;
  if (!isPlain(board)) return { versionId, plain: null };
  const known = remembered(context, versionId, revision);
  const rows = known ?? (await readAll(context, db, versionId));
  const plain = bounded({ version_id: versionId, revision, at: revision, rows }, board.group_by ?? '');
  if (!known) remember(context, plain);
  return { versionId, plain };
}

/** The works of a version; one that has more than a board shows is refused before they are read. */
async function readAll(context: Context, db: Db, versionId: number): Promise<PlanRow[]> {
  requireFew(await countWorks(db, context.spaceId, versionId));
  return inTreeOrder(await listPlanRows(db, context.spaceId, versionId));
}

function requireFew(count: number): void {
  if (count > KANBAN_LIMITS.items) fail('kanban.too_many_rows', { count, most: KANBAN_LIMITS.items });
}

/** What a board shows of a row. */
const FIELDS = ['id', 'parentId', 'type', 'code', 'name', 'status', 'start', 'finish', 'progress', 'executorId', 'curatorId'] as const;

/** The rows of a board of which a filter or an attribute says what they are. */
export async function readDecidedRows(context: Context, board: KeptBoard, versionId: number): Promise<RowsOfBoard> {
  const groupBy = board.group_by ?? '';
  const column = groupBy.includes(':') ? groupBy : null;
  const read = await rowsPassing(context, versionId, board.filter, FIELDS, { column });
  const rows: PlanRow[] = [];
  const texts: (string | null)[] = [];
  for (const [at, row] of read.rows.entries()) {
    if (row.type === 'sum') continue;
    const { id, parentId, code, name, status, start, finish, progress, executorId, curatorId } = row;
    rows.push({ id, parent_id: parentId, code, name, status, start, finish, progress, executor_id: executorId, curator_id: curatorId });
    texts.push(read.texts?.[at] ?? null);
  }
  return bounded({ version_id: versionId, revision: null, at: read.revision, rows }, groupBy, texts);
}

/** Whether the rows of a board are told as they are stored: no filter, formula or attribute has a say. */
export const isPlain = ({ filter, group_by }: Pick<KeptBoard, 'filter' | 'group_by'>): boolean =>
  filter === null && !group_by?.includes(':');

/** Works without phases, in the order of the tree, from rows in the order of siblings. */
function inTreeOrder(stored: readonly (PlanRow & { sum: boolean })[]): PlanRow[] {
  const below = Map.groupBy(stored, ({ parent_id }) => parent_id);
  const rows: PlanRow[] = [];
  const open = [...(below.get(null) ?? [])].reverse();
  for (let next = open.pop(); next; next = open.pop()) {
    const { sum, ...row } = next;
    if (!sum) rows.push(row);
    const children = below.get(row.id) ?? [];
    for (let at = children.length - 1; at >= 0; at -= 1) open.push(children[at]);
  }
  return rows;
}

/** The rows of a board with their values, refused where they are more than a board holds. */
function bounded(read: Omit<RowsOfBoard, 'values'>, groupBy: string, texts?: readonly (string | null)[]): RowsOfBoard {
  const { rows } = read;
  requireFew(rows.length);
  return { ...read, values: rows.map((row, at) => valueOfRow(groupBy, row, texts?.[at] ?? null)) };
}

/** The rows of a board after some have changed, named by negative ids; null where more than those may have moved or changed. */
export async function readRowsAgain(
  context: Context,
  db: Db,
  board: KeptBoard,
  before: RowsOfBoard,
  negatives: readonly number[],
): Promise<RowsOfBoard | null> {
  if (!isPlain(board) || board.group_by === 'summary') return null;
  const changed = await listCardRows(db, context.spaceId, before.version_id, { ids: negatives.map((id) => -id), codes: [] });
  const [rows, values] = [[...before.rows], [...before.values]];
  for (const row of changed) {
    const at = placesOfRows(before.rows).get(row.id);
    if (at === undefined) continue;
    rows[at] = row;
    values[at] = valueOfRow(board.group_by ?? '', row, null);
  }
  return { ...before, rows, values };
}

/** Rows of versions as they are stored, of some that were asked for last. */
const rowsOfVersions = perDatabase(() => new Map<string, { revision: number; rows: readonly PlanRow[] }>());
const VERSIONS_REMEMBERED = 8;

const remembered = (context: Context, versionId: number, revision: number): readonly PlanRow[] | null => {
  const known = rowsOfVersions(context).get(`${context.spaceId} ${versionId}`);
  return known?.revision === revision ? known.rows : null;
};

function remember(context: Context, { version_id, revision, rows }: RowsOfBoard): void {
  const [versions, key] = [rowsOfVersions(context), `${context.spaceId} ${version_id}`];
  if (revision === null || (versions.get(key)?.revision ?? -1) > revision) return;
  versions.delete(key);
  versions.set(key, { revision, rows });
  const [oldest] = versions.keys();
  if (versions.size > VERSIONS_REMEMBERED) versions.delete(oldest);
}

/**
 * Remembers the rows of a board as a committed edit leaves them, so that the next card does not read all of them. `after` has those read
 * anew that the edit was asked to change: where it changed others too, or another edit came before it, nothing is remembered.
 */
export function rememberEdit(context: Context, after: RowsOfBoard, asked: readonly number[], { revision, diff }: Edited): void {
  const { added, removed, updated } = diff.wbs ?? { added: [], removed: [], updated: [] };
  const changed = new Set(asked);
  const isAsked = !added.length && !removed.length && updated.every(({ id }) => changed.has(id));
  if (isAsked && after.revision !== null && revision === after.revision + 1) remember(context, { ...after, revision });
}
export type Edited = { revision: number; diff: Diff };

/** The records of rows, by the row that they are about now. */
export function recordsOfRows({ rows }: RowsOfBoard, items: readonly KeptItem[]): Map<number, KeptItem> {
  const records = new Map<number, KeptItem>();
  if (!items.length) return records;
  const rowOf = finderOfRows(rows);
  for (const item of items) {
    const row = rowOf({ row_id: item.row_id ?? 0, row_code: item.row_code ?? '' });
    if (row && !records.has(row.id)) records.set(row.id, item);
  }
  return records;
}

const finderOfRows = oncePer((rows: readonly PlanRow[]) => rowFinder(rows));
/** Where each row of a board stands in the plan, by its id. */
export const placesOfRows = oncePer((rows: readonly PlanRow[]) => new Map(rows.map(({ id }, at) => [id, at])));
/** The ranks that rows have as long as nobody has ordered them. */
export const ranksOfRows = oncePer((rows: readonly PlanRow[]) => naturalRanks(rows.length));
