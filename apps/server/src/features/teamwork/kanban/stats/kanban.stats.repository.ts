import { sql } from 'kysely';
import { worksOfEntries } from '../../../../database/works-of-entries.ts';
import type { Db } from '../../../../platform/postgres/database.ts';
import { COUNTED_FIRST } from '../../../planning/version-heads/version-heads.service.ts';

export type Counts = { cards: number; mine: number; overdue: number };

/** How many cards free boards have, and of them how many of a person and past their day, both not done. */
export async function countFreeCards(
  db: Db,
  spaceId: number,
  boardIds: readonly number[],
  { userId, today }: { userId: number; today: string },
): Promise<(Counts & { id: number })[]> {
  const { rows } = await sql<Counts & { id: number }>`
    select b.id, count(i.id)::int as cards,
      count(i.id) filter (where not coalesce(c.done, false) and exists (
        select 1 from kanban_item_person p where p.space_id = i.space_id and p.item_id = i.id and p.user_id = ${userId}))::int as mine,
      count(i.id) filter (where not coalesce(c.done, false) and i.due < ${today}::date)::int as overdue
    from kanban_board b
    left join kanban_item i on i.space_id = b.space_id and i.board_id = b.id and i.deleted_at is null
    left join kanban_column c on c.space_id = i.space_id and c.id = i.column_id
    where b.space_id = ${spaceId} and b.id = any(${[...boardIds]}) group by b.id`.execute(db);
  return rows;
}

/** The versions that count in some schedules. */
export async function listCountedHeads(
  db: Db,
  spaceId: number,
  scheduleIds: readonly number[],
): Promise<{ id: number; schedule_id: number; revision: number }[]> {
  const { rows } = await sql<{ id: number; schedule_id: number; revision: number }>`
    select distinct on (v.schedule_id) v.id, v.schedule_id, v.revision from version v
    where v.space_id = ${spaceId} and v.schedule_id = any(${[...scheduleIds]}) order by v.schedule_id, ${COUNTED_FIRST}`.execute(db);
  return rows;
}

/** Works of a version, phases apart: all, and of those that are not done, those past their finish and those of each person. */
export type WorkCounts = { cards: number; overdue: number; people: ReadonlyMap<number, number> };

export async function countWorksOf(
  db: Db,
  spaceId: number,
  versionIds: readonly number[],
  today: string,
): Promise<Map<number, WorkCounts>> {
  const works = sql`wbs_item w where w.space_id = ${spaceId} and w.version_id = any(${[...versionIds]}) and w.type <> 'sum'`;
  const { rows } = await sql<{ version_id: number; cards: number; overdue: number }>`
    select w.version_id, count(*)::int as cards,
      count(*) filter (where w.status <> 'completed' and w.finish < ${today}::date)::int as overdue
    from ${works} group by w.version_id`.execute(db);
  const { rows: people } = await sql<{ version_id: number; person: number; works: number }>`
    select o.version_id, p.person, count(*)::int as works
    from (select w.version_id, w.executor_id, w.curator_id from ${works} and w.status <> 'completed'
      and (w.executor_id is not null or w.curator_id is not null)) o
    cross join lateral (select distinct one as person from unnest(array[o.executor_id, o.curator_id]) one where one is not null) p
    group by o.version_id, p.person`.execute(db);
  const ofVersion = Map.groupBy(people, ({ version_id }) => version_id);
  return new Map(
    rows.map(({ version_id, ...counts }) => {
      const own = ofVersion.get(version_id) ?? [];
      return [version_id, { ...counts, people: new Map(own.map((one) => [one.person, one.works])) }];
    }),
  );
}

/** Works of a version by a value that each has, and how many of those that are not done are past their day: that of their card, else their finish. */
export async function countByValue(
  db: Db,
  spaceId: number,
  { boardId, scheduleId, versionId, value }: { boardId: number; scheduleId: number; versionId: number; value: WorkValue },
  today: string,
): Promise<{ value: string | null; cards: number; overdue: number }[]> {
  const { rows } = await sql<{ value: string | null; cards: number; overdue: number }>`
    with own as (
      select i.row_id, i.row_code, i.due from kanban_item i
      where i.space_id = ${spaceId} and i.board_id = ${boardId} and i.schedule_id = ${scheduleId} and i.deleted_at is null and i.due is not null
    ), named as (${worksOfEntries(sql`own`, { spaceId, versionId })}),
    dues as (select distinct on (n.id) n.id, o.due from named n join own o on o.row_id = n.row_id and o.row_code = n.row_code order by n.id)
    select ${sql.ref(`w.${value}`)}::text as value, count(*)::int as cards,
      count(*) filter (where w.status <> 'completed' and coalesce(d.due, w.finish::date) < ${today}::date)::int as overdue
    from wbs_item w left join dues d on d.id = w.id
    where w.space_id = ${spaceId} and w.version_id = ${versionId} and w.type <> 'sum' group by 1`.execute(db);
  return rows;
}

/** What works are put into columns by, as it is stored. */
export type WorkValue = 'status' | 'executor_id' | 'curator_id' | 'parent_id';

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

/**
 * Cards that came to columns and left them since a day, by day, all after another day together: a card leaves where it goes on, and when it
 * is deleted.
 */
export async function listFlow(
  db: Db,
  spaceId: number,
  boardIds: readonly number[],
  from: string,
  until: string,
): Promise<{ column_id: number; day: string; change: number }[]> {
  const moved = sql`m.space_id = ${spaceId} and m.board_id = any(${[...boardIds]}) and m.at >= ${from}::date`;
  const { rows } = await sql<{ column_id: number; day: string; change: number }>`
    with steps as (
      select m.to_id as column_id, m.at, 1 as change from kanban_move m where ${moved} and m.to_id is not null
      union all
      select m.from_id, m.at, -1 from kanban_move m where ${moved} and m.from_id is not null
      union all
      select i.column_id, i.deleted_at, -1 from kanban_item i
      where i.space_id = ${spaceId} and i.board_id = any(${[...boardIds]}) and i.deleted_at >= ${from}::date and i.column_id is not null
    )
    select column_id, to_char(least((at at time zone 'utc')::date, ${until}::date + 1), 'YYYY-MM-DD') as day, sum(change)::int as change
    from steps group by 1, 2 order by 2`.execute(db);
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
        and i.id in (
          select l.item_id from kanban_move l
          where l.space_id = ${spaceId} and l.board_id = any(${[...boardIds]}) and l.at >= ${from}::date and l.at < ${until}::date + 1)
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
