import type { KanbanBoard, KanbanColumn } from '@gantry/contract';
import { KANBAN_LIMITS } from '@gantry/contract';
import type { RowFilter } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { holdsAt, nodesBelow } from '../../access/roles/roles.access.service.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import { mustSee, requireAt, takeBoard, notifyBoard } from './kanban.access.service.ts';
import { readRows } from './kanban.board-rows.service.ts';
import { nameValues, seesValues } from './kanban.cards.service.ts';
import {
  bumpCard,
  changeBoard,
  type ColumnFields,
  countBoards,
  findBoard,
  findCardAt,
  type KeptBoard,
  type KeptColumn,
  listBoards,
  listColumns,
  listLabels,
  lockBoard,
  lockBoardsOf,
  saveBoard,
  saveColumns,
  saveLabels,
  sweepBoards,
} from './kanban.repository.ts';
import { countCards } from './stats/kanban.counts.service.ts';
import { fits } from './kanban.rules.ts';
import { findCountedVersion } from '../../planning/version-heads/version-heads.service.ts';

/** A board as calls answer it. */
async function describe(context: Context, db: Db, board: KeptBoard): Promise<KanbanBoard> {
  const [found] = await listBoards(db, context.spaceId, [board.node_id], { only: board.id });
  return found ?? fail('kanban.not_found');
}

/** Columns with what their values are called; without those of values that are hidden from the caller. */
export async function namedColumns(context: Context, db: Db, board: KeptBoard, sees: boolean): Promise<KanbanColumn[]> {
  const columns = (await listColumns(db, context.spaceId, [board.id])).filter(({ value }) => sees || value === null);
  const names = await nameValues(
    context,
    db,
    board,
    columns.map(({ value }) => value),
  );
  return columns.map((column) => ({ ...column, value_name: column.value === null ? null : (names.get(column.value) ?? null) }));
}

/** Boards of a node and of all below it, a page of them. */
export async function readBoards(context: Context, nodeId: number, { offset, limit }: { offset: number; limit: number }) {
  return context.read(async (db) => {
    const nodes = await nodesBelow(db, context.spaceId, nodeId);
    const found = await listBoards(db, context.spaceId, nodes, { offset, limit: limit + 1 });
    const boards = found.slice(0, limit);
    const counts = await countCards(context, db, boards);
    return {
      boards: boards.map((board) => {
        const { cards = null, mine = null, overdue = null } = board.source === 'rows' && board.filter ? {} : (counts.get(board.id) ?? {});
        return { ...board, cards, mine, overdue };
      }),
      next: found.length > limit ? offset + limit : null,
    };
  });
}

/** A board with its columns and labels. */
export async function readBoard(context: Context, id: number) {
  const sees = await seesValues(context, await context.read((db) => mustSee(context, db, id)));
  return context.read(async (db) => {
    const board = await mustSee(context, db, id);
    const may = (right: 'boards.edit' | 'plan.report' | 'plan.edit') => holdsAt(context, db, board.node_id, right);
    return {
      board: await describe(context, db, board),
      columns: await namedColumns(context, db, board, sees),
      labels: await listLabels(db, context.spaceId, id),
      version_id: board.source === 'rows' ? await findCountedVersion(db, context.spaceId, board.node_id) : null,
      may: { edit: await may('boards.edit'), report: await may('plan.report'), plan: await may('plan.edit') },
    };
  });
}

type NewBoard = {
  eps_id: number;
  name: string;
  source: 'free' | 'rows';
  group_by?: string;
  filter?: RowFilter | null;
  columns: (Partial<ColumnFields> & { name: string })[];
  template?: number;
};

const PLAIN: ColumnFields = { name: '', tint: null, wip_limit: null, on_enter: null, done: false, value: null };

/** Adds a board at a node. One of rows has a column for each value that its rows have now. */
export async function createBoard(context: Context, { eps_id, name, source, group_by, filter = null, columns, template }: NewBoard) {
  const node = await getNode(context, eps_id);
  const isOfRows = source === 'rows';
  if (isOfRows && node.kind !== 'schedule') fail('kanban.needs_schedule');
  if (isOfRows && group_by === undefined) fail('kanban.needs_grouping');
  const about = { node_id: eps_id, name, source, group_by: isOfRows ? (group_by ?? null) : null, filter: isOfRows ? filter : null };
  if (!(await seesValues(context, about))) fail('kanban.needs_grouping');
  const own = isOfRows ? await columnsOfValues(context, about) : columns.map((column) => ({ ...PLAIN, ...column }));
  return context.write(async (tx) => {
    const { spaceId, userId } = context;
    const from = template === undefined ? null : await mustSee(context, tx, template);
    if (from && from.source !== source) fail('kanban.not_found');
    await lockBoardsOf(tx, spaceId, eps_id);
    if ((await countBoards(tx, spaceId, eps_id)) >= KANBAN_LIMITS.boards) fail('kanban.too_many', { most: KANBAN_LIMITS.boards });
    const id = await saveBoard(tx, spaceId, { ...about, created_by: userId });
    if (from) await saveLabels(tx, spaceId, id, await listLabels(tx, spaceId, from.id));
    const copied = from && !isOfRows ? (await listColumns(tx, spaceId, [from.id])).map(withoutIds) : [];
    await saveColumns(tx, spaceId, id, [...copied, ...own].slice(0, KANBAN_LIMITS.columns));
    context.note({ board: name, node: eps_id });
    await notifyBoard(context, tx, spaceId, { id, node_id: eps_id, revision: 1 });
    return { id, revision: 1 };
  });
}

const withoutIds = ({ name, tint, wip_limit, on_enter, done, value }: KeptColumn): ColumnFields => ({
  name,
  tint,
  wip_limit,
  on_enter,
  done,
  value,
});

/** Columns of the values that rows have now, in the order of their first row; what is completed is done. */
async function columnsOfValues(context: Context, about: Pick<KeptBoard, 'node_id' | 'name' | 'source' | 'group_by' | 'filter'>) {
  const groupBy = about.group_by ?? '';
  const ofValue = (value: string | null): ColumnFields => ({ ...PLAIN, value, done: groupBy === 'status' && value === 'completed' });
  if (groupBy === 'status') return ['not_started', 'in_progress', 'completed'].map(ofValue);
  const { values } = await readRows(context, { ...about, id: 0, revision: 0, deleted_at: null });
  const seen = [...new Set(values)].filter((value) => value !== null && fits(groupBy, value)).slice(0, KANBAN_LIMITS.columns - 1);
  return [null, ...seen].map(ofValue);
}

type BoardChange = { id: number; name?: string; filter?: RowFilter | null; after_id?: number | null; deleted?: false };

/** Changes a board, or takes back its deletion. */
export async function updateBoard(context: Context, { id, deleted, filter, ...changes }: BoardChange) {
  return context.write(async (tx) => {
    const { spaceId } = context;
    const board = deleted === undefined ? await takeBoard(context, tx, id) : await takeDeleted(context, tx, id);
    await lockBoardsOf(tx, spaceId, board.node_id);
    const about = {
      ...changes,
      ...(filter === undefined || board.source === 'free' ? {} : { filter }),
      ...(deleted === undefined ? {} : { deleted_by: null }),
    };
    if (!(await changeBoard(tx, spaceId, board, about))) fail('kanban.not_found');
    return { revision: board.revision };
  });
}

const RESTORED_MS = 30 * 86_400_000;

/** A board that was deleted not long ago; one that stands is taken as it is. */
async function takeDeleted(context: Context, tx: Tx, id: number): Promise<KeptBoard> {
  const board = await findBoard(tx, context.spaceId, id);
  const isThere = board && (board.deleted_at === null || context.now().getTime() - board.deleted_at.getTime() < RESTORED_MS);
  if (!isThere || !(await holdsAt(context, tx, board.node_id, 'boards.read'))) fail('kanban.not_found');
  await requireAt(context, tx, board.node_id, 'boards.edit');
  const taken = await lockBoard(tx, context.spaceId, id);
  if (!taken) fail('kanban.not_found');
  context.note({ board: taken.name, node: taken.node_id });
  await notifyBoard(context, tx, context.spaceId, taken);
  return taken;
}

/** Deletes a board softly. */
export async function removeBoard(context: Context, id: number): Promise<void> {
  await context.write(async (tx) => {
    const board = await takeBoard(context, tx, id);
    await changeBoard(tx, context.spaceId, board, { deleted_by: context.userId });
    await sweepBoards(tx, context.spaceId);
  });
}

/** A card of a board at a node that the caller sees; one of a row is spoken of at its work. */
export async function findCard(context: Context, db: Db, nodeId: number, id: number): Promise<{ id: number; title: string } | null> {
  return (await holdsAt(context, db, nodeId, 'boards.read')) ? findCardAt(db, context.spaceId, nodeId, id) : null;
}

/** Tells pages that what belongs to a card, such as its comments, has changed; nobody's change of it is refused for that. */
export async function touchCard(context: Context, tx: Tx, id: number): Promise<void> {
  const board = await bumpCard(tx, context.spaceId, id);
  if (board) await notifyBoard(context, tx, context.spaceId, board);
}
