import { sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import { personName } from '../../../database/person-name.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { ranksAtEnd, ranksBehind } from '../../../platform/postgres/ranks.ts';
import { inBlocks } from '../../../platform/postgres/insertions.ts';

/** The row that a card shows, in every version of its schedule. */
export type CardRow = { schedule_id: number; row_id: number; row_code: string };

/** A card as it is kept. */
export type KeptItem = Pick<
  Row<'kanban_item'>,
  'id' | 'board_id' | 'column_id' | 'rank' | 'title' | 'priority' | 'schedule_id' | 'row_id' | 'row_code' | 'changed_revision'
> & {
  described: boolean;
  due: string | null;
  deleted: boolean;
  /** It can still be taken back. */
  restorable: boolean;
};
export type ItemFields = { title: string; description: string; due: string | null; priority: number };
export type NewItem = ItemFields & Partial<CardRow> & { column_id: number | null; rank: string | null };

const FACE = sql`i.id, i.board_id, i.column_id, i.rank, i.title, i.description <> '' as described, i.due::text as due, i.priority,
  i.schedule_id, i.row_id, i.row_code, i.changed_revision, i.deleted_at is not null as deleted,
  coalesce(i.deleted_at > now() - interval '30 days', false) as restorable`;

/** Cards of a board: all that stand, some by their ids, or, deleted ones too, what has changed since a revision. */
export async function listItems(
  db: Db,
  spaceId: number,
  boardId: number,
  { ids, since }: { ids?: readonly number[]; since?: number } = {},
): Promise<KeptItem[]> {
  const { rows } = await sql<KeptItem>`
    select ${FACE} from kanban_item i where i.space_id = ${spaceId} and i.board_id = ${boardId}
      ${ids ? sql`and i.id = any(${[...ids]})` : sql``}
      ${since === undefined ? (ids ? sql`` : sql`and i.deleted_at is null`) : sql`and (i.changed_revision > ${since} or i.row_revision > ${since})`}
    order by i.column_id, i.rank, i.id`.execute(db);
  return rows;
}

/** Records of rows of a board, by the rows. */
export async function listItemsOfRows(db: Db, spaceId: number, boardId: number, scheduleId: number): Promise<KeptItem[]> {
  const { rows } = await sql<KeptItem>`
    select ${FACE} from kanban_item i
    where i.space_id = ${spaceId} and i.board_id = ${boardId} and i.schedule_id = ${scheduleId} and i.deleted_at is null`.execute(db);
  return rows;
}

/** Takes the locks of cards of a board, in the order of their ids. */
export async function lockItems(tx: Tx, spaceId: number, boardId: number, ids: readonly number[]): Promise<KeptItem[]> {
  const { rows } = await sql<KeptItem>`
    select ${FACE} from kanban_item i
    where i.space_id = ${spaceId} and i.board_id = ${boardId} and i.id = any(${[...ids]}) order by i.id for update`.execute(tx);
  return rows;
}

/** A person or a label on a card. */
export type MarkOfCard = { item_id: number; mark: number };

/** The board of a card that stands; null where there is none. */
export async function boardOfItem(db: Db, spaceId: number, id: number): Promise<number | null> {
  const row = await db
    .selectFrom('kanban_item')
    .select('board_id')
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.board_id ?? null;
}

/** People and labels assigned to the cards of a board, and how many comments each has. */
export async function listMarks(
  db: Db,
  spaceId: number,
  boardId: number,
  ids?: readonly number[],
): Promise<{ people: MarkOfCard[]; labels: MarkOfCard[]; comments: Map<number, number> }> {
  const among = ids ? sql`and i.id = any(${[...ids]})` : sql``;
  const { rows } = await sql<{ is: 'person' | 'label' | 'comments'; item_id: number; mark: number }>`
    select 'person' as is, p.item_id, p.user_id as mark, null as rank
    from kanban_item_person p join kanban_item i on i.space_id = p.space_id and i.id = p.item_id
    where p.space_id = ${spaceId} and i.board_id = ${boardId} ${among}
    union all
    select 'label', l.item_id, l.label_id, n.rank
    from kanban_item_label l join kanban_item i on i.space_id = l.space_id and i.id = l.item_id
    join kanban_label n on n.space_id = l.space_id and n.id = l.label_id
    where l.space_id = ${spaceId} and i.board_id = ${boardId} ${among}
    union all
    select 'comments', c.card_id, count(*), null
    from comment c join kanban_item i on i.space_id = c.space_id and i.id = c.card_id
    where c.space_id = ${spaceId} and i.board_id = ${boardId} ${among} and c.deleted_at is null group by c.card_id
    order by 1, 2, 4, 3`.execute(db);
  const of = (kind: string) => rows.filter(({ is }) => is === kind);
  return { people: of('person'), labels: of('label'), comments: new Map(of('comments').map(({ item_id, mark }) => [item_id, mark])) };
}

/** How many comments works of schedules have; `works`: those with these codes, or without a code and with these ids. */
export async function countRowComments(
  db: Db,
  spaceId: number,
  scheduleIds: readonly number[],
  works?: { ids: readonly number[]; codes: readonly string[] },
): Promise<{ schedule_id: number; row_id: number; row_code: string; count: number }[]> {
  const { rows } = await sql<{ schedule_id: number; row_id: number; row_code: string; count: number }>`
    select node_id as schedule_id, row_id, row_code, count(*)::int as count from comment
    where space_id = ${spaceId} and node_id = any(${[...scheduleIds]}) and row_id is not null and deleted_at is null
      ${works ? sql`and (row_code = any(${[...works.codes]}) or (row_code = '' and row_id = any(${[...works.ids]})))` : sql``}
    group by node_id, row_id, row_code`.execute(db);
  return rows;
}

/** The comment of a node that was written last; null where there is none. */
export async function findNewestComment(db: Db, spaceId: number, nodeId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from comment where space_id = ${spaceId} and node_id = ${nodeId} and deleted_at is null order by id desc limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

const CARD_FIELDS = sql`id, parent_id, code, name, status, start, finish, progress, executor_id, curator_id`;

/** How many works a version has, phases apart. */
export async function countWorks(db: Db, spaceId: number, versionId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from wbs_item where space_id = ${spaceId} and version_id = ${versionId} and type <> 'sum'`.execute(db);
  return rows[0].count;
}

/** All rows of a version as cards show them, in the order of siblings; `sum` says which are phases. */
export async function listPlanRows(db: Db, spaceId: number, versionId: number): Promise<(PlanRow & { sum: boolean })[]> {
  const { rows } = await sql<PlanRow & { sum: boolean }>`
    select ${CARD_FIELDS}, type = 'sum' as sum from wbs_item where space_id = ${spaceId} and version_id = ${versionId}
    order by position, id`.execute(db);
  return rows;
}

/** Rows of a version as cards show them, by id or by code. */
export async function listCardRows(
  db: Db,
  spaceId: number,
  versionId: number,
  { ids, codes }: { ids: readonly number[]; codes: readonly string[] },
): Promise<PlanRow[]> {
  const { rows } = await sql<PlanRow>`
    select ${CARD_FIELDS} from wbs_item where space_id = ${spaceId} and version_id = ${versionId} and (id = any(${[...ids]}) or code = any(${[...codes]}))`.execute(
    db,
  );
  return rows;
}

/** A row of the plan as a card shows it. */
export type PlanRow = {
  id: number;
  parent_id: number | null;
  code: string;
  name: string;
  status: 'not_started' | 'in_progress' | 'completed';
  start: string | null;
  finish: string | null;
  progress: number;
  executor_id: number | null;
  curator_id: number | null;
};

const ofColumn = (spaceId: number, columnId: number) => sql<boolean>`space_id = ${spaceId} and column_id = ${columnId}`;

/** Places of cards in a column, at its end or behind one of them; null where that one does not stand there. Deleted cards keep theirs. */
export async function ranksInColumn(
  tx: Tx,
  spaceId: number,
  columnId: number,
  count: number,
  afterId: number | null | undefined,
): Promise<string[] | null> {
  const scope = ofColumn(spaceId, columnId);
  if (afterId === undefined) return ranksAtEnd(tx, 'kanban_item', scope, count);
  return ranksBehind(tx, 'kanban_item', scope, afterId, count, sql`deleted_at is null`);
}

export async function countItems(db: Db, spaceId: number, where: { board_id?: number; column_id?: number }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from kanban_item where space_id = ${spaceId} and deleted_at is null
      ${where.board_id === undefined ? sql`` : sql`and board_id = ${where.board_id}`}
      ${where.column_id === undefined ? sql`` : sql`and column_id = ${where.column_id}`}`.execute(db);
  return rows[0].count;
}

/** What makes or changes cards: the board at its new revision, and who does it. */
export type Change = { spaceId: number; boardId: number; revision: number; userId: number };

export async function saveItems(tx: Tx, { spaceId, boardId, revision, userId }: Change, items: readonly NewItem[]): Promise<number[]> {
  if (!items.length) return [];
  const made = await tx
    .insertInto('kanban_item')
    .values(items.map((item) => ({ ...item, space_id: spaceId, board_id: boardId, changed_revision: revision, created_by: userId })))
    .returning('id')
    .execute();
  return made.map(({ id }) => id);
}

export type ItemChange = Partial<ItemFields & CardRow> & { deleted?: boolean };

/** Changes what a card says, and marks it changed. */
export async function changeItem(
  tx: Tx,
  { spaceId, revision, userId }: Change,
  id: number,
  { deleted, ...fields }: ItemChange,
): Promise<void> {
  const gone = deleted === undefined ? {} : { deleted_at: deleted ? sql<Date>`now()` : null, deleted_by: deleted ? userId : null };
  await tx
    .updateTable('kanban_item')
    .set({ ...fields, ...gone, changed_revision: revision })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .execute();
}

/** Puts cards into a column, each at its place; null: where the plan has their rows. */
export async function placeItems(
  tx: Tx,
  { spaceId, revision }: Change,
  columnId: number | null,
  places: readonly { id: number; rank: string | null }[],
): Promise<void> {
  if (!places.length) return;
  await sql`
    update kanban_item i set column_id = ${columnId}, rank = p.rank, changed_revision = ${revision}
    from unnest(${places.map(({ id }) => id)}::bigint[], ${places.map(({ rank }) => rank)}::text[]) as p (id, rank)
    where i.space_id = ${spaceId} and i.id = p.id`.execute(tx);
}

/** Marks cards changed. */
export async function touchItems(tx: Tx, { spaceId, revision }: Change, ids: readonly number[]): Promise<void> {
  if (!ids.length) return;
  await sql`
    update kanban_item set changed_revision = ${revision} where space_id = ${spaceId} and id = any(${[...ids]})`.execute(tx);
}

/** Notes that cards came into a column. */
export async function saveMoves(
  tx: Tx,
  { spaceId, boardId, userId }: Change,
  moves: readonly { id: number; from: number | null; to: number | null }[],
  at: Date,
): Promise<void> {
  for (const some of inBlocks(moves, 7))
    await tx
      .insertInto('kanban_move')
      .values(
        some.map(({ id, from, to }) => ({
          space_id: spaceId,
          board_id: boardId,
          item_id: id,
          from_id: from,
          to_id: to,
          at,
          by_id: userId,
        })),
      )
      .execute();
}

/** Sets who stands on a card. */
export async function setPeople(tx: Tx, spaceId: number, id: number, people: readonly number[]): Promise<void> {
  await sql`delete from kanban_item_person where space_id = ${spaceId} and item_id = ${id} and user_id <> all(${[...people]})`.execute(tx);
  if (!people.length) return;
  await tx
    .insertInto('kanban_item_person')
    .values(people.map((user_id) => ({ space_id: spaceId, item_id: id, user_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Sets the labels of a card. */
export async function setLabels(tx: Tx, spaceId: number, id: number, labels: readonly number[]): Promise<void> {
  await sql`delete from kanban_item_label where space_id = ${spaceId} and item_id = ${id} and label_id <> all(${[...labels]})`.execute(tx);
  await addLabels(tx, spaceId, [id], labels);
}

/** Puts each of some labels on each of some cards. */
export async function addLabels(tx: Tx, spaceId: number, ids: readonly number[], labels: readonly number[]): Promise<void> {
  const pairs = ids.flatMap((item_id) => labels.map((label_id) => ({ space_id: spaceId, item_id, label_id })));
  for (const some of inBlocks(pairs, 3))
    await tx
      .insertInto('kanban_item_label')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

export async function takeLabels(tx: Tx, spaceId: number, ids: readonly number[], labels: readonly number[]): Promise<void> {
  await sql`
    delete from kanban_item_label
    where space_id = ${spaceId} and item_id = any(${[...ids]}) and label_id = any(${[...labels]})`.execute(tx);
}

/** Cards with a label. */
export async function listLabelled(db: Db, spaceId: number, labelId: number): Promise<number[]> {
  const { rows } = await sql<{ item_id: number }>`
    select item_id from kanban_item_label where space_id = ${spaceId} and label_id = ${labelId}`.execute(db);
  return rows.map(({ item_id }) => item_id);
}

/** What some cards say at length. */
export async function listDescriptions(db: Db, spaceId: number, boardId: number, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; description: string }>`
    select id, description from kanban_item where space_id = ${spaceId} and board_id = ${boardId} and description <> ''
      and id = any(${[...ids]})`.execute(db);
  return new Map(rows.map(({ id, description }) => [id, description]));
}

/** Cards of a board whose description holds any of some words, with whether it holds each. */
export async function listHolding(db: Db, spaceId: number, boardId: number, words: readonly string[]): Promise<Map<number, boolean[]>> {
  if (!words.length) return new Map();
  const holds = words.map((word) => sql`strpos(lower(i.description), lower(${word})) > 0`);
  const { rows } = await sql<{ id: number; holds: boolean[] }>`
    select * from (
      select i.id, array[${sql.join(holds)}] as holds from kanban_item i
      where i.space_id = ${spaceId} and i.board_id = ${boardId} and i.description <> '' and i.deleted_at is null
    ) i where true = any(i.holds)`.execute(db);
  return new Map(rows.map((row) => [row.id, row.holds]));
}

const MOVES_SHOWN = 50;

/** Who made a card and where it has been, the last first. */
export async function findHistory(db: Db, spaceId: number, id: number) {
  const { rows: made } = await sql<{ created_at: Date; created_by: string | null }>`
    select i.created_at, ${personName('u')} as created_by from kanban_item i left join app_user u on u.id = i.created_by
    where i.space_id = ${spaceId} and i.id = ${id}`.execute(db);
  const { rows } = await sql<{ from: number | null; to: number | null; at: Date; by: string | null }>`
    select m.from_id as from, m.to_id as to, m.at, ${personName('u')} as by from kanban_move m left join app_user u on u.id = m.by_id
    where m.space_id = ${spaceId} and m.item_id = ${id} order by m.id desc limit ${MOVES_SHOWN}`.execute(db);
  return { made: made[0] ?? null, moves: rows.map((move) => ({ ...move, at: move.at.toISOString() })) };
}
