import type { KanbanBoard, KanbanLabel } from '@gantry/contract';
import type { RowFilter } from '@gantry/domain';
import { sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import { personName } from '../../../database/person-name.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { ranksAtEnd, ranksBehind } from '../../../platform/postgres/ranks.ts';
import { BY_KEY } from '../../../platform/postgres/named-statements.ts';
import { lockInSpace } from '../../../platform/postgres/locks.ts';

export type ColumnFields = Pick<Row<'kanban_column'>, 'name' | 'tint' | 'wip_limit' | 'on_enter' | 'done' | 'value'>;
export type KeptColumn = ColumnFields & { id: number; board_id: number };

const BOARD = ['id', 'node_id', 'name', 'source', 'group_by', 'filter', 'revision', 'deleted_at'] as const;
/** A board as its calls need it; deleted ones too. */
export type KeptBoard = Pick<Row<'kanban_board'>, (typeof BOARD)[number]>;

export async function findBoard(db: Db, spaceId: number, id: number): Promise<KeptBoard | null> {
  const row = await db
    .selectFrom('kanban_board')
    .select([...BOARD])
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Takes the board's lock until the transaction ends, with its next revision; null where it is gone. */
export async function lockBoard(tx: Tx, spaceId: number, id: number): Promise<KeptBoard | null> {
  const row = await tx
    .updateTable('kanban_board')
    .set({ revision: sql<number>`revision + 1` })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .returning([...BOARD])
    .executeTakeFirst();
  return row ?? null;
}

/** Boards of nodes in order, those of one node beside each other; one of them, or so many behind the first ones. */
export async function listBoards(
  db: Db,
  spaceId: number,
  nodeIds: readonly number[],
  { only, offset = 0, limit = null }: { only?: number; offset?: number; limit?: number | null },
): Promise<KanbanBoard[]> {
  const { rows } = await sql<KanbanBoard>`
    select b.id, b.node_id as eps_id, n.name as eps_name, b.name, b.source, b.group_by, b.filter, b.revision
    from kanban_board b join eps_node n on n.space_id = b.space_id and n.id = b.node_id
    where b.space_id = ${spaceId} and b.node_id = any(${[...nodeIds]}) and b.deleted_at is null
      ${only === undefined ? sql`` : sql`and b.id = ${only}`}
    order by n.name, b.node_id, b.rank, b.id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** Boards of a node change their order one after another. */
export async function lockBoardsOf(tx: Tx, spaceId: number, nodeId: number): Promise<void> {
  await lockInSpace(tx, spaceId, `kanban ${nodeId}`);
}

const ofNode = (spaceId: number, nodeId: number) => sql<boolean>`space_id = ${spaceId} and node_id = ${nodeId}`;
const ofBoard = (spaceId: number, boardId: number) => sql<boolean>`space_id = ${spaceId} and board_id = ${boardId}`;

export async function countBoards(db: Db, spaceId: number, nodeId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from kanban_board where ${ofNode(spaceId, nodeId)} and deleted_at is null`.execute(db);
  return rows[0].count;
}

export type NewBoard = Pick<KeptBoard, 'node_id' | 'name' | 'source' | 'group_by' | 'filter'> & { created_by: number };

export async function saveBoard(tx: Tx, spaceId: number, { filter, ...board }: NewBoard): Promise<number> {
  const [rank] = await ranksAtEnd(tx, 'kanban_board', ofNode(spaceId, board.node_id), 1);
  const { id } = await tx
    .insertInto('kanban_board')
    .values({ ...board, filter: filter && JSON.stringify(filter), space_id: spaceId, rank })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type BoardChange = { name?: string; filter?: RowFilter | null; after_id?: number | null; deleted_by?: number | null };

/** Changes a board; false where the one behind which it should stand is not at its node. */
export async function changeBoard(
  tx: Tx,
  spaceId: number,
  board: KeptBoard,
  { name, filter, after_id, deleted_by }: BoardChange,
): Promise<boolean> {
  const ranks = after_id === undefined ? [] : await ranksBehind(tx, 'kanban_board', ofNode(spaceId, board.node_id), after_id, 1);
  if (!ranks) return false;
  const changed = {
    ...(name === undefined ? {} : { name }),
    ...(filter === undefined ? {} : { filter: filter && JSON.stringify(filter) }),
    ...(ranks.length ? { rank: ranks[0] } : {}),
    ...(deleted_by === undefined ? {} : { deleted_by, deleted_at: deleted_by === null ? null : sql<Date>`now()` }),
  };
  if (Object.keys(changed).length)
    await tx.updateTable('kanban_board').set(changed).where('space_id', '=', spaceId).where('id', '=', board.id).execute();
  return true;
}

/** Forgets boards and cards that were deleted longer ago than 30 days. */
export async function sweepBoards(tx: Tx, spaceId: number): Promise<void> {
  for (const table of SWEPT) await forgotten(spaceId, table).execute(tx);
}

const SWEPT = ['kanban_board', 'kanban_item'] as const;

/** The statement that removes what a table keeps of longer than 30 days ago. */
export const forgotten = (spaceId: number, table: (typeof SWEPT)[number]) =>
  sql`delete from ${sql.table(table)} where space_id = ${spaceId} and deleted_at < now() - interval '30 days'`;

const COLUMN = ['id', 'board_id', 'name', 'tint', 'wip_limit', 'on_enter', 'done', 'value'] as const;

/** Columns of boards, in order. */
export async function listColumns(db: Db, spaceId: number, boardIds: readonly number[]): Promise<KeptColumn[]> {
  if (!boardIds.length) return [];
  return db
    .selectFrom('kanban_column')
    .select([...COLUMN])
    .where('space_id', '=', spaceId)
    .where('board_id', 'in', boardIds)
    .orderBy('board_id')
    .orderBy('rank')
    .orderBy('id')
    .execute();
}

export async function findColumn(db: Db, spaceId: number, id: number): Promise<KeptColumn | null> {
  const row = await db
    .selectFrom('kanban_column')
    .select([...COLUMN])
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Adds columns at the end, or behind one of the board; null where that one is not there. */
export async function saveColumns(
  tx: Tx,
  spaceId: number,
  boardId: number,
  columns: readonly ColumnFields[],
  afterId?: number | null,
): Promise<number[] | null> {
  if (!columns.length) return [];
  const scope = ofBoard(spaceId, boardId);
  const ranks =
    afterId === undefined
      ? await ranksAtEnd(tx, 'kanban_column', scope, columns.length)
      : await ranksBehind(tx, 'kanban_column', scope, afterId, columns.length);
  if (!ranks) return null;
  const made = await tx
    .insertInto('kanban_column')
    .values(
      columns.map(({ on_enter, ...column }, place) => ({
        ...column,
        on_enter: on_enter && JSON.stringify(on_enter),
        space_id: spaceId,
        board_id: boardId,
        rank: ranks[place],
      })),
    )
    .returning('id')
    .execute();
  return made.map(({ id }) => id);
}

/** Changes a column; false where the one behind which it should stand is not on its board. */
export async function changeColumn(
  tx: Tx,
  spaceId: number,
  column: KeptColumn,
  { on_enter, ...fields }: Partial<ColumnFields>,
  afterId?: number | null,
): Promise<boolean> {
  const ranks = afterId === undefined ? [] : await ranksBehind(tx, 'kanban_column', ofBoard(spaceId, column.board_id), afterId, 1);
  if (!ranks) return false;
  const changed = {
    ...fields,
    ...(on_enter === undefined ? {} : { on_enter: on_enter && JSON.stringify(on_enter) }),
    ...(ranks.length ? { rank: ranks[0] } : {}),
  };
  if (Object.keys(changed).length)
    await tx.updateTable('kanban_column').set(changed).where('space_id', '=', spaceId).where('id', '=', column.id).execute();
  return true;
}

export async function deleteColumn(tx: Tx, spaceId: number, id: number): Promise<void> {
  await tx.deleteFrom('kanban_column').where('space_id', '=', spaceId).where('id', '=', id).execute();
}

/** Labels of a board, in order. */
export async function listLabels(db: Db, spaceId: number, boardId: number): Promise<KanbanLabel[]> {
  return db
    .selectFrom('kanban_label')
    .select(['id', 'board_id', 'name', 'tint'])
    .where('space_id', '=', spaceId)
    .where('board_id', '=', boardId)
    .orderBy('rank')
    .orderBy('id')
    .execute();
}

export async function findLabels(db: Db, spaceId: number, ids: readonly number[]): Promise<KanbanLabel[]> {
  if (!ids.length) return [];
  return db
    .selectFrom('kanban_label')
    .select(['id', 'board_id', 'name', 'tint'])
    .where('space_id', '=', spaceId)
    .where('id', 'in', ids)
    .execute();
}

export async function saveLabels(
  tx: Tx,
  spaceId: number,
  boardId: number,
  labels: readonly Pick<KanbanLabel, 'name' | 'tint'>[],
): Promise<number[]> {
  if (!labels.length) return [];
  const ranks = await ranksAtEnd(tx, 'kanban_label', ofBoard(spaceId, boardId), labels.length);
  const made = await tx
    .insertInto('kanban_label')
    .values(labels.map(({ name, tint }, place) => ({ name, tint, space_id: spaceId, board_id: boardId, rank: ranks[place] })))
    .returning('id')
    .execute();
  return made.map(({ id }) => id);
}

/** Changes a label; false where the one behind which it should stand is not on its board. */
export async function changeLabel(
  tx: Tx,
  spaceId: number,
  label: KanbanLabel,
  fields: Partial<Pick<KanbanLabel, 'name' | 'tint'>>,
  afterId?: number | null,
): Promise<boolean> {
  const ranks = afterId === undefined ? [] : await ranksBehind(tx, 'kanban_label', ofBoard(spaceId, label.board_id), afterId, 1);
  if (!ranks) return false;
  const changed = { ...fields, ...(ranks.length ? { rank: ranks[0] } : {}) };
  if (Object.keys(changed).length)
    await tx.updateTable('kanban_label').set(changed).where('space_id', '=', spaceId).where('id', '=', label.id).execute();
  return true;
}

export async function deleteLabel(tx: Tx, spaceId: number, id: number): Promise<void> {
  await tx.deleteFrom('kanban_label').where('space_id', '=', spaceId).where('id', '=', id).execute();
}

/** What people are called. */
export async function namesOf(db: Db, ids: readonly number[]): Promise<{ user_id: number; name: string }[]> {
  if (!ids.length) return [];
  const { rows } = await sql<{ user_id: number; name: string }>`
    select u.id as user_id, ${personName('u')} as name from app_user u where u.id = any(${[...ids]}) order by name, u.id`.execute(db);
  return rows;
}

/** Boards that show rows of a schedule: those of its rows, and those with a card of one of some rows. */
export async function listBoardsShowing(db: Db, spaceId: number, scheduleId: number, itemIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select b.id from kanban_board b
    where b.space_id = ${spaceId} and b.deleted_at is null and (
      (b.source = 'rows' and b.node_id = ${scheduleId})
      or (b.source = 'free' and exists (
        select 1 from kanban_item i
        where i.space_id = b.space_id and i.board_id = b.id and i.schedule_id = ${scheduleId} and i.row_id = any(${[...itemIds]})))) order by b.id ${BY_KEY}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Gives boards their next revision, and marks cards of some rows on free ones, where pages ask for single cards. */
export async function bumpBoards(
  tx: Tx,
  spaceId: number,
  boardIds: readonly number[],
  scheduleId: number,
  itemIds: readonly number[],
): Promise<{ id: number; node_id: number; revision: number }[]> {
  const { rows } = await sql<{ id: number; node_id: number; revision: number }>`
    update kanban_board set revision = revision + 1 where space_id = ${spaceId} and id = any(${[...boardIds]})
    returning id, node_id, revision`.execute(tx);
  await sql`
    update kanban_item i set row_revision = b.revision from kanban_board b
    where b.space_id = i.space_id and b.id = i.board_id and b.source = 'free' and i.space_id = ${spaceId}
      and i.board_id = any(${[...boardIds]}) and i.schedule_id = ${scheduleId} and i.row_id = any(${[...itemIds]})`.execute(tx);
  return rows;
}

/** A card that stands on a board of a node and shows no row. */
export async function findCardAt(db: Db, spaceId: number, nodeId: number, id: number): Promise<{ id: number; title: string } | null> {
  const { rows } = await sql<{ id: number; title: string }>`
    select i.id, i.title from kanban_item i join kanban_board b on b.space_id = i.space_id and b.id = i.board_id
    where i.space_id = ${spaceId} and i.id = ${id} and i.row_id is null and i.deleted_at is null
      and b.node_id = ${nodeId} and b.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Gives the board of a card its next revision, at which pages read the card anew. */
export async function bumpCard(tx: Tx, spaceId: number, id: number): Promise<{ id: number; node_id: number; revision: number } | null> {
  const { rows } = await sql<{ id: number; node_id: number; revision: number }>`
    update kanban_board b set revision = b.revision + 1 from kanban_item i
    where i.space_id = ${spaceId} and i.id = ${id} and b.space_id = i.space_id and b.id = i.board_id
    returning b.id, b.node_id, b.revision`.execute(tx);
  if (rows.length)
    await sql`update kanban_item set row_revision = ${rows[0].revision} where space_id = ${spaceId} and id = ${id}`.execute(tx);
  return rows[0] ?? null;
}
