import { KANBAN_LIMITS, type KanbanItem } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { naturalRanks } from '../../../platform/postgres/ranks.ts';
import { mayAt } from '../../access/roles/roles.access.service.ts';
import { listColumns, rowsPassing } from '../../planning/wbs/wbs.view.service.ts';
import { findWorkingVersion } from '../notices/notices.service.ts';
import { requireAt } from './kanban.access.service.ts';
import {
  countComments,
  countRowComments,
  type KeptItem,
  listCardRows,
  listItems,
  listItemsOfRows,
  listMarks,
  listPlanRows,
  type PlanRow,
} from './kanban.items.repository.ts';
import { type KeptBoard, type KeptColumn, listColumns as listBoardColumns, namesOf } from './kanban.repository.ts';
import { faceOf, marksOf, rowFinder, unkept, valueOfRow } from './kanban.rules.ts';

/** A value of rows, and how many cards have it. */
export type Value = { value: string | null; value_name: string | null; cards: number };

/** The rows of a board of rows, in the order of the plan, with their values. */
export type RowsOfBoard = { version_id: number; rows: PlanRow[]; values: (string | null)[] };

/** Reads the rows of a board of rows; the caller reads the plan there, or is refused. */
export async function readRows(context: Context, board: KeptBoard): Promise<RowsOfBoard> {
  const versionId = await context.read(async (db) => {
    await requireAt(context, db, board.node_id, 'plan.read');
    return findWorkingVersion(db, context.spaceId, board.node_id);
  });
  if (versionId === null) fail('kanban.no_actual_version');
  const groupBy = board.group_by ?? '';
  if (isPlain(board)) {
    const stored = await context.read((db) => listPlanRows(db, context.spaceId, versionId));
    return bounded({ version_id: versionId, rows: inTreeOrder(stored) }, groupBy);
  }
  const column = groupBy.includes(':') ? groupBy : null;
  const read = await rowsPassing(context, versionId, board.filter, false, column);
  const rows: PlanRow[] = [];
  const texts: (string | null)[] = [];
  for (const [at, row] of read.rows.entries()) {
    if (row.type === 'sum') continue;
    const { id, parentId, code, name, status, start, finish, progress, executorId, curatorId } = row;
    rows.push({ id, parent_id: parentId, code, name, status, start, finish, progress, executor_id: executorId, curator_id: curatorId });
    texts.push(read.texts?.[at] ?? null);
  }
  return bounded({ version_id: versionId, rows }, groupBy, texts);
}

/** Whether the rows of a board are told as they are stored: no filter, formula or attribute has a say. */
const isPlain = ({ filter, group_by }: KeptBoard): boolean => filter === null && !group_by?.includes(':');

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
function bounded({ version_id, rows }: Omit<RowsOfBoard, 'values'>, groupBy: string, texts?: readonly (string | null)[]): RowsOfBoard {
  if (rows.length > KANBAN_LIMITS.items) fail('kanban.too_many_rows', { count: rows.length, most: KANBAN_LIMITS.items });
  return { version_id, rows, values: rows.map((row, at) => valueOfRow(groupBy, row, texts?.[at] ?? null)) };
}

/** The rows of a board after some have changed. Only those are read where they keep their places and nothing else decides. */
export async function readRowsAgain(context: Context, board: KeptBoard, before: RowsOfBoard, ids: readonly number[]): Promise<RowsOfBoard> {
  if (!isPlain(board) || board.group_by === 'summary') return readRows(context, board);
  const changed = await context.read((db) => listCardRows(db, context.spaceId, before.version_id, { ids, codes: [] }));
  const byId = new Map(changed.map((row) => [row.id, row]));
  return bounded({ ...before, rows: before.rows.map((row) => byId.get(row.id) ?? row) }, board.group_by ?? '');
}

/** Whether the columns of a board by a list attribute say what the caller sees: the attribute is there, is a list, and is not hidden. */
export async function seesValues(context: Context, { node_id, group_by }: Pick<KeptBoard, 'node_id' | 'group_by'>): Promise<boolean> {
  if (!group_by?.includes(':')) return true;
  const versionId = await context.read((db) => findWorkingVersion(db, context.spaceId, node_id));
  if (versionId === null) return false;
  return (await listColumns(context, versionId)).some(({ id, type }) => id === group_by && type === 'list');
}

/** What values are called: people, summaries; null for a status and for none. */
export async function nameValues(
  context: Context,
  db: Db,
  board: KeptBoard,
  values: Iterable<string | null>,
): Promise<Map<string, string>> {
  const known = [...new Set(values)].filter((value) => value !== null);
  const ids = () => known.map(Number).filter((id) => id > 0);
  switch (board.group_by) {
    case null:
    case 'status':
      return new Map();
    case 'executor':
    case 'curator':
      return new Map((await namesOf(db, ids())).map(({ user_id, name }) => [String(user_id), name]));
    case 'summary': {
      const versionId = await findWorkingVersion(db, context.spaceId, board.node_id);
      const rows = versionId === null ? [] : await listCardRows(db, context.spaceId, versionId, { ids: ids(), codes: [] });
      return new Map(rows.map(({ id, name }) => [String(id), name]));
    }
    default:
      return new Map(known.map((value) => [value, value]));
  }
}

/** Cards of a board with the values of rows that no column has. */
export type Cards = { items: KanbanItem[]; missing: Omit<Value, 'value_name'>[] };

type Wanted = { ids?: readonly number[]; since?: number };

/** Cards of a board as their faces show them; `rows` are those of a board of rows. */
export async function readCards(context: Context, db: Db, board: KeptBoard, rows: RowsOfBoard | null, wanted: Wanted = {}): Promise<Cards> {
  return rows ? cardsOfRows(context, db, board, rows, wanted) : freeCards(context, db, board, wanted);
}

async function freeCards(context: Context, db: Db, board: KeptBoard, wanted: Wanted): Promise<Cards> {
  const { spaceId } = context;
  const kept = (await listItems(db, spaceId, board.id, wanted)).filter(({ deleted }) => !deleted);
  const marks = await listMarks(db, spaceId, board.id, wanted.ids ?? (wanted.since === undefined ? undefined : kept.map(({ id }) => id)));
  const comments = new Map((await countComments(db, spaceId, board.id)).map(({ card_id, count }) => [card_id, count]));
  const plan = await openPlans(context, db, kept);
  const [people, labels] = [marksOf(marks.people), marksOf(marks.labels)];
  const items = kept.map((item) =>
    faceOf(item, plan.rowOf(item), { people, labels, comments: item.row_id === null ? (comments.get(item.id) ?? 0) : plan.comments(item) }),
  );
  return { items, missing: [] };
}

/** The rows that cards show, live, where the caller reads plans there. */
async function openPlans(context: Context, db: Db, items: readonly KeptItem[]) {
  const found = new Map<number, (card: { row_id: number; row_code: string }) => (PlanRow & { version_id: number }) | null>();
  const bySchedule = Map.groupBy(
    items.filter(({ row_id }) => row_id !== null),
    ({ schedule_id }) => schedule_id ?? 0,
  );
  for (const [scheduleId, cards] of bySchedule) {
    if (!(await mayAt(context, db, scheduleId, 'plan.read'))) continue;
    const versionId = await findWorkingVersion(db, context.spaceId, scheduleId);
    if (versionId === null) continue;
    const ids = cards.map(({ row_id }) => row_id ?? 0);
    const codes = cards.map(({ row_code }) => row_code ?? '').filter((code) => code !== '');
    const rows = await listCardRows(db, context.spaceId, versionId, { ids, codes });
    found.set(scheduleId, rowFinder(rows.map((row) => ({ ...row, version_id: versionId }))));
  }
  const comments = await commentsOfRows(context, db, [...found.keys()]);
  return {
    rowOf: ({ schedule_id, row_id, row_code }: KeptItem) =>
      schedule_id === null || row_id === null ? null : (found.get(schedule_id)?.({ row_id, row_code: row_code ?? '' }) ?? null),
    comments: ({ schedule_id, row_id, row_code }: KeptItem) => comments(schedule_id ?? 0, { id: row_id ?? 0, code: row_code ?? '' }),
  };
}

/** How many comments works have: those about the work with the code, and where none has it, with the id. */
async function commentsOfRows(context: Context, db: Db, scheduleIds: readonly number[]) {
  const counts = new Map<string, number>();
  if (scheduleIds.length)
    for (const { schedule_id, row_id, row_code, count } of await countRowComments(db, context.spaceId, scheduleIds)) {
      const key = row_code === '' ? `${schedule_id} ${row_id}` : `${schedule_id} #${row_code}`;
      counts.set(key, (counts.get(key) ?? 0) + count);
    }
  return (scheduleId: number, { id, code }: { id: number; code: string }) =>
    counts.get(code === '' ? `${scheduleId} ${id}` : `${scheduleId} #${code}`) ?? 0;
}

async function cardsOfRows(context: Context, db: Db, board: KeptBoard, plan: RowsOfBoard, { ids }: Wanted): Promise<Cards> {
  const { spaceId } = context;
  const columns = columnByValue(await listBoardColumns(db, spaceId, [board.id]));
  const records = recordsOfRows(plan, await listItemsOfRows(db, spaceId, board.id, board.node_id));
  const marks = await listMarks(db, spaceId, board.id);
  const dress = { people: marksOf(marks.people), labels: marksOf(marks.labels) };
  const comments = await commentsOfRows(context, db, [board.node_id]);
  const only = ids && new Set(ids);
  const ranks = naturalRanks(plan.rows.length);
  const missing = new Map<string | null, number>();
  const items: KanbanItem[] = [];
  for (const [at, row] of plan.rows.entries()) {
    const value = plan.values[at];
    const column = columns.get(value);
    if (!column) missing.set(value, (missing.get(value) ?? 0) + 1);
    const kept = records.get(row.id) ?? unkept(board.id, board.node_id, row);
    if (only && !only.has(kept.id) && !only.has(-row.id)) continue;
    const face = faceOf(kept, { ...row, version_id: plan.version_id }, { ...dress, comments: comments(board.node_id, row) });
    items.push({ ...face, column_id: column?.id ?? null, rank: kept.rank ?? ranks[at] });
  }
  return { items, missing: [...missing].map(([value, cards]) => ({ value, cards })) };
}

/** The records of rows, by the row that they are about now. */
export function recordsOfRows({ rows }: RowsOfBoard, items: readonly KeptItem[]): Map<number, KeptItem> {
  const rowOf = rowFinder(rows);
  const records = new Map<number, KeptItem>();
  for (const item of items) {
    const row = rowOf({ row_id: item.row_id ?? 0, row_code: item.row_code ?? '' });
    if (row && !records.has(row.id)) records.set(row.id, item);
  }
  return records;
}

export const columnByValue = (columns: readonly KeptColumn[]): Map<string | null, KeptColumn> =>
  new Map([...columns].reverse().map((column) => [column.value, column]));

/** The names of the people assigned to cards, and of executors and curators of their rows. */
export const peopleOn = (db: Db, items: readonly KanbanItem[]) => namesOf(db, [...new Set(items.flatMap(personsOf))]);
const personsOf = ({ person_ids, row }: KanbanItem): number[] =>
  [...person_ids, row?.executor_id ?? 0, row?.curator_id ?? 0].filter((id) => id > 0);
