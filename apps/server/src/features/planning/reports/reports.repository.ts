import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import { COUNTED_FIRST } from '../version-heads/version-heads.service.ts';

/** A work on which somebody reports, in the version of its schedule that counts. */
export type ReportedRow = {
  version_id: number;
  schedule_id: number;
  schedule_name: string;
  id: number;
  parent_id: number | null;
  code: string;
  name: string;
  start: string | null;
  finish: string | null;
  status: string;
  progress: number;
};

/** Works that somebody carries out, in the versions that count: as `isReporter` says, and those to which their resource is assigned. */
export async function listReportedRows(db: Db, spaceId: number, userId: number): Promise<ReportedRow[]> {
  const { rows } = await sql<ReportedRow>`
    with recursive counted as (
      select distinct on (v.schedule_id) v.id, v.schedule_id from version v where v.space_id = ${spaceId}
      order by v.schedule_id, ${COUNTED_FIRST}
    ), own as (
      select w.version_id, w.id from wbs_item w join counted c on c.id = w.version_id
      where w.space_id = ${spaceId} and w.executor_id = ${userId}
      union
      select w.version_id, w.id from own o join wbs_item w on w.space_id = ${spaceId} and w.version_id = o.version_id and w.parent_id = o.id
      where w.executor_id is null
    ), assigned as (
      select r.version_id, a.item_id as id from resource r join counted c on c.id = r.version_id
      join assignment a on a.space_id = r.space_id and a.version_id = r.version_id and a.resource_id = r.id
      where r.space_id = ${spaceId} and r.user_id = ${userId}
    )
    select w.version_id, c.schedule_id, coalesce(n.name, '') as schedule_name, w.id, w.parent_id, w.code, w.name,
           to_char(coalesce(w.actual_start, w.start), 'YYYY-MM-DD"T"HH24:MI') as start,
           to_char(coalesce(w.actual_finish, w.finish), 'YYYY-MM-DD"T"HH24:MI') as finish, w.status, w.progress
    from (select * from own union select * from assigned) o
    join wbs_item w on w.space_id = ${spaceId} and w.version_id = o.version_id and w.id = o.id
    join counted c on c.id = o.version_id
    left join eps_node n on n.space_id = ${spaceId} and n.id = c.schedule_id
    where w.type in ('task', 'work', 'milestone')
    order by c.schedule_id, w.start nulls last, w.id`.execute(db);
  return rows;
}
