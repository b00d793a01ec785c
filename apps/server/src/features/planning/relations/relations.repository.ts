import type { PageOfRows } from '@gantry/contract';
import type { RelationType, TaskStatus } from '@gantry/domain';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import type { VersionKey } from '../version-heads/version-heads.service.ts';

export type RelatedRow = {
  id: number;
  side: 'predecessor' | 'successor';
  type: RelationType;
  lag_minutes: number;
  lag_calendar: 'predecessor' | 'successor' | 'project' | 'elapsed' | null;
  driving: boolean;
  other_id: number;
  code: string;
  name: string;
  status: TaskStatus;
  progress: number;
  start: string | null;
  finish: string | null;
  free_reserve: number | null;
  full_reserve: number | null;
  critical: boolean;
  scenario: number | null;
  schedule: string;
  project: string | null;
};

/** The ids of a page of the relations of a version, and how many it has in all. */
export async function listPage(
  db: Db,
  { spaceId, versionId }: VersionKey,
  { offset, limit }: PageOfRows,
): Promise<{ ids: number[]; total: number }> {
  const own = sql`from relation where space_id = ${spaceId} and version_id = ${versionId}`;
  const { rows } = await sql<{ ids: number[] | null; total: number }>`
    select (select count(*)::int ${own}) as total,
           (select array_agg(p.id order by p.id) from (select id ${own} order by id offset ${offset} limit ${limit}) p) as ids`.execute(db);
  return { ids: rows[0].ids ?? [], total: rows[0].total };
}

/** Relations of a task with the task at the other end of each, and the place of both. */
export async function listRelated(db: Db, key: VersionKey, itemId: number): Promise<RelatedRow[]> {
  const { rows } = await sql<RelatedRow>`
    select r.id, case when r.successor_id = ${itemId} then 'predecessor' else 'successor' end as side,
           r.type, r.lag_minutes, r.lag_calendar, r.driving, w.id as other_id, w.code, w.name, w.status, w.progress, w.start, w.finish,
           w.free_float_minutes as free_reserve, w.total_float_minutes as full_reserve, w.critical,
           (w.extra ->> 'progressScenario')::int as scenario, s.name as schedule, project.name as project
    from relation r
    join wbs_item w on w.space_id = r.space_id and w.version_id = r.version_id
                   and w.id = case when r.successor_id = ${itemId} then r.predecessor_id else r.successor_id end
    join version v on v.space_id = r.space_id and v.id = r.version_id
    join eps_node s on s.space_id = v.space_id and s.id = v.schedule_id
    left join lateral (
      with recursive up as (
        select parent_id, kind, name from eps_node where space_id = ${key.spaceId} and id = s.parent_id
        union all
        select n.parent_id, n.kind, n.name from eps_node n join up on n.id = up.parent_id where n.space_id = ${key.spaceId}
      ) select name from up where kind = 'project' limit 1
    ) project on true
    where r.space_id = ${key.spaceId} and r.version_id = ${key.versionId} and (r.predecessor_id = ${itemId} or r.successor_id = ${itemId})
    order by side, w.start, w.id`.execute(db);
  return rows;
}
