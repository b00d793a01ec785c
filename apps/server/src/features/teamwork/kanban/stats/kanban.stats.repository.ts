import type { KanbanBoard } from '@gantry/contract';
import { sql } from 'kysely';
import type { Db } from '../../../../platform/postgres/database.ts';
import { COUNTED_FIRST } from '../../../planning/version-heads/version-heads.service.ts';

export type Counts = { id: number; cards: number; mine: number; overdue: number };

/** How many cards boards have, and of them how many of a person and past their day, both not done. Of boards of rows all rows count. */
export async function countCards(
  db: Db,
  spaceId: number,
  boards: readonly Pick<KanbanBoard, 'id' | 'eps_id' | 'source'>[],
  { userId, today }: { userId: number; today: string },
): Promise<Counts[]> {
  const idsOf = (source: KanbanBoard['source']) => boards.filter((board) => board.source === source).map(({ id }) => id);
  const { rows: free } = await sql<Counts>`
    select b.id, count(i.id)::int as cards,
      count(i.id) filter (where not coalesce(c.done, false) and exists (
        select 1 from kanban_item_person p where p.space_id = i.space_id and p.item_id = i.id and p.user_id = ${userId}))::int as mine,
      count(i.id) filter (where not coalesce(c.done, false) and i.due < ${today}::date)::int as overdue
    from kanban_board b
    left join kanban_item i on i.space_id = b.space_id and i.board_id = b.id and i.deleted_at is null
    left join kanban_column c on c.space_id = i.space_id and c.id = i.column_id
    where b.space_id = ${spaceId} and b.id = any(${idsOf('free')}) group by b.id`.execute(db);
  const { rows } = await sql<Counts>`
    select b.id, count(w.id)::int as cards,
      count(w.id) filter (where w.status <> 'completed' and ${userId} in (w.executor_id, w.curator_id))::int as mine,
      count(w.id) filter (where w.status <> 'completed' and w.finish < ${today}::date)::int as overdue
    from kanban_board b
    left join lateral (
      select v.id from version v where v.space_id = b.space_id and v.schedule_id = b.node_id
      order by ${COUNTED_FIRST} limit 1
    ) v on true
    left join wbs_item w on w.space_id = b.space_id and w.version_id = v.id and w.type <> 'sum'
    where b.space_id = ${spaceId} and b.id = any(${idsOf('rows')}) group by b.id`.execute(db);
  return [...free, ...rows];
}

/** How many cards stand in columns of boards, and how many of them are past their day. */
export async function countByColumn(
  db: Db,
  spaceId: number,
  boardIds: readonly number[],
  today: string,
): Promise<{ column_id: number; cards: number; overdue: number }[]> {
  const { rows } = await sql<{ column_id: number; cards: number; overdue: number }>`
    select c.id as column_id, count(i.id)::int as cards, count(i.id) filter (where not c.done and i.due < ${today}::date)::int as overdue
    from kanban_column c
    left join kanban_item i on i.space_id = c.space_id and i.column_id = c.id and i.deleted_at is null
    where c.space_id = ${spaceId} and c.board_id = any(${[...boardIds]}) group by c.id`.execute(db);
  return rows;
}

/** Cards that came to columns and left them, by day: a card leaves where it goes on, and when it is deleted. */
export async function listFlow(
  db: Db,
  spaceId: number,
  boardIds: readonly number[],
  until: string,
): Promise<{ column_id: number; day: string; change: number }[]> {
  const { rows } = await sql<{ column_id: number; day: string; change: number }>`
    with steps as (
      select m.to_id as column_id, m.at, 1 as change from kanban_move m
      where m.space_id = ${spaceId} and m.board_id = any(${[...boardIds]}) and m.to_id is not null
      union all
      select m.from_id, m.at, -1 from kanban_move m
      where m.space_id = ${spaceId} and m.board_id = any(${[...boardIds]}) and m.from_id is not null
      union all
      select i.column_id, i.deleted_at, -1 from kanban_item i
      where i.space_id = ${spaceId} and i.board_id = any(${[...boardIds]}) and i.deleted_at is not null and i.column_id is not null
    )
    select column_id, to_char(at at time zone 'utc', 'YYYY-MM-DD') as day, sum(change)::int as change from steps
    where at < ${until}::date + 1 group by 1, 2 order by 2`.execute(db);
  return rows;
}

/** Cards of boards that were done between two days: when the last came into a done column, and how long after it left the first. */
export async function listDone(
  db: Db,
  spaceId: number,
  boardIds: readonly number[],
  from: string,
  until: string,
): Promise<{ board_id: number; week: string; hours: number }[]> {
  const { rows } = await sql<{ board_id: number; week: string; hours: number }>`
    with finished as (
      select i.board_id, i.id, i.created_at, max(m.at) as at
      from kanban_item i
      join kanban_column c on c.space_id = i.space_id and c.id = i.column_id and c.done
      join kanban_move m on m.space_id = i.space_id and m.item_id = i.id
      join kanban_column t on t.space_id = m.space_id and t.id = m.to_id and t.done
      left join kanban_column f on f.space_id = m.space_id and f.id = m.from_id
      where i.space_id = ${spaceId} and i.board_id = any(${[...boardIds]}) and i.deleted_at is null and not coalesce(f.done, false)
      group by i.board_id, i.id, i.created_at
    ), firsts as (
      select distinct on (board_id) board_id, id from kanban_column
      where space_id = ${spaceId} and board_id = any(${[...boardIds]}) order by board_id, rank, id
    )
    select d.board_id, to_char(date_trunc('week', d.at at time zone 'utc'), 'YYYY-MM-DD') as week,
      (extract(epoch from d.at - coalesce((
        select min(m.at) from kanban_move m join firsts f on f.board_id = d.board_id and f.id = m.from_id
        where m.space_id = ${spaceId} and m.item_id = d.id and m.at <= d.at), d.created_at)) / 3600)::float8 as hours
    from finished d
    where d.at >= ${from}::date and d.at < ${until}::date + 1 order by d.board_id, d.at`.execute(db);
  return rows;
}
