import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';

type Analytic = { schedules: number; works: number; completed: number; start: string | null; finish: string | null };

/** What lies below each of some nodes, by the actual version of each schedule, else its newest. */
export async function analyticOf(db: Db, spaceId: number, ids: readonly number[]): Promise<Map<number, Analytic>> {
  const { rows } = await sql<Analytic & { id: number }>`
    with recursive below as (
      select id as top, id from eps_node where space_id = ${spaceId} and id = any(${[...ids]})
      union all
      select b.top, n.id from eps_node n join below b on n.parent_id = b.id where n.space_id = ${spaceId}
    ), shown as materialized (
      select s.id as schedule_id, w.* from (select distinct id from below) s
      cross join lateral (
        select id as version_id from version where space_id = ${spaceId} and schedule_id = s.id order by (kind = 'actual') desc, id desc limit 1
      ) v
      cross join lateral (
        select count(*)::int as works, count(*) filter (where i.status = 'completed')::int as completed, min(i.start) as start, max(i.finish) as finish
        from wbs_item i where i.space_id = ${spaceId} and i.version_id = v.version_id and i.type <> 'sum'
      ) w
    )
    select b.top as id, count(*)::int as schedules, sum(s.works)::int as works, sum(s.completed)::int as completed,
           min(s.start) as start, max(s.finish) as finish
    from below b join shown s on s.schedule_id = b.id group by b.top`.execute(db);
  return new Map(rows.map(({ id, ...analytic }) => [id, analytic]));
}
