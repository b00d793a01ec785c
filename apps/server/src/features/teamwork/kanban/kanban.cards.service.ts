import type { KanbanItem } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { holdsAt } from '../../access/roles/roles.access.service.ts';
import { listColumns } from '../../planning/wbs/wbs.view.service.ts';
import { ranksOfRows, recordsOfRows, type RowsOfBoard } from './kanban.board-rows.service.ts';
import {
  countRowComments,
  type KeptItem,
  listCardRows,
  listItems,
  listItemsOfRows,
  listMarks,
  type PlanRow,
} from './kanban.items.repository.ts';
import { type KeptBoard, type KeptColumn, listColumns as listBoardColumns, namesOf } from './kanban.repository.ts';
import { faceOf, marksOf, rowFinder, unkept } from './kanban.rules.ts';
import { findCountedVersion } from '../../planning/version-heads/version-heads.service.ts';

/** A value of rows, and how many cards have it. */
export type Value = { value: string | null; value_name: string | null; cards: number };

/** Whether the columns of a board by a list attribute say what the caller sees: the attribute is there, is a list, and is not hidden. */
export async function seesValues(context: Context, { node_id, group_by }: Pick<KeptBoard, 'node_id' | 'group_by'>): Promise<boolean> {
  if (!group_by?.includes(':')) return true;
  const versionId = await context.read((db) => findCountedVersion(db, context.spaceId, node_id));
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
      const versionId = await findCountedVersion(db, context.spaceId, board.node_id);
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
  const plan = await openPlans(context, db, kept);
  const [people, labels] = [marksOf(marks.people), marksOf(marks.labels)];
  const items = kept.map((item) =>
    faceOf(item, plan.rowOf(item), {
      people,
      labels,
      comments: item.row_id === null ? (marks.comments.get(item.id) ?? 0) : plan.comments(item),
    }),
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
    if (!(await holdsAt(context, db, scheduleId, 'plan.read'))) continue;
    const versionId = await findCountedVersion(db, context.spaceId, scheduleId);
    if (versionId === null) continue;
    const ids = cards.map(({ row_id }) => row_id ?? 0);
    const codes = cards.map(({ row_code }) => row_code ?? '').filter((code) => code !== '');
    const rows = await listCardRows(db, context.spaceId, versionId, { ids, codes });
    found.set(scheduleId, rowFinder(rows.map((row) => ({ ...row, version_id: versionId }))));
  }
  const works = [...bySchedule.values()].flat().map(({ row_id, row_code }) => ({ id: row_id ?? 0, code: row_code ?? '' }));
  const comments = await commentsOfRows(context, db, [...found.keys()], works);
  return {
    rowOf: ({ schedule_id, row_id, row_code }: KeptItem) =>
      schedule_id === null || row_id === null ? null : (found.get(schedule_id)?.({ row_id, row_code: row_code ?? '' }) ?? null),
    comments: ({ schedule_id, row_id, row_code }: KeptItem) => comments(schedule_id ?? 0, { id: row_id ?? 0, code: row_code ?? '' }),
  };
}

/** How many comments works have: those about the work with the code, and where none has it, with the id. */
async function commentsOfRows(context: Context, db: Db, scheduleIds: readonly number[], works?: readonly { id: number; code: string }[]) {
  const counts = new Map<string, number>();
  const only = works && {
    ids: works.filter(({ code }) => code === '').map(({ id }) => id),
    codes: works.map(({ code }) => code).filter((code) => code !== ''),
  };
  if (scheduleIds.length)
    for (const { schedule_id, row_id, row_code, count } of await countRowComments(db, context.spaceId, scheduleIds, only)) {
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
  const marks = await listMarks(db, spaceId, board.id, ids && [...records.values()].map(({ id }) => id));
  const dress = { people: marksOf(marks.people), labels: marksOf(marks.labels) };
  const only = ids && new Set(ids);
  const isWanted = (id: number): boolean => !only || only.has(records.get(id)?.id ?? 0) || only.has(-id);
  // Of a board that shows all works the comments of all count.
  const works = only || board.filter ? plan.rows.filter(({ id }) => isWanted(id)) : undefined;
  const comments = await commentsOfRows(context, db, [board.node_id], works);
  const ranks = ranksOfRows(plan.rows);
  const missing = new Map<string | null, number>();
  const items: KanbanItem[] = [];
  for (const [at, row] of plan.rows.entries()) {
    const value = plan.values[at];
    const column = columns.get(value);
    if (!column) missing.set(value, (missing.get(value) ?? 0) + 1);
    const record = records.get(row.id);
    if (!isWanted(row.id)) continue;
    const kept = record ?? unkept(board.id, board.node_id, row);
    const face = faceOf(kept, { ...row, version_id: plan.version_id }, { ...dress, comments: comments(board.node_id, row) });
    items.push({ ...face, column_id: column?.id ?? null, rank: kept.rank ?? ranks[at] });
  }
  return { items, missing: [...missing].map(([value, cards]) => ({ value, cards })) };
}

export const columnByValue = (columns: readonly KeptColumn[]): Map<string | null, KeptColumn> =>
  new Map([...columns].reverse().map((column) => [column.value, column]));

/** The names of the people assigned to cards, and of executors and curators of their rows. */
export const peopleOn = (db: Db, items: readonly KanbanItem[]) => namesOf(db, [...new Set(items.flatMap(personsOf))]);
const personsOf = ({ person_ids, row }: KanbanItem): number[] =>
  [...person_ids, row?.executor_id ?? 0, row?.curator_id ?? 0].filter((id) => id > 0);
