import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import { COUNTED_FIRST } from '../version-heads/version-heads.service.ts';

/** A work on which somebody reports, in the version of its schedule that counts. */
export type ReportedRow = {
  version_id: number;
  schedule_id: number;
  schedule_name: string;
  id: number;
  code: string;
  name: string;
  start: string | null;
  finish: string | null;
  status: string;
  progress: number;
};

/** Whose works are asked for; of one version that counts, or of all. */
type Whose = { spaceId: number; userId: number; versionId?: number };
type Asked = {
  /** The most works that are answered: those nearest to these days. */
  most: number;
  near?: { from: string; to: string };
  /** Leaves out works that were done before the days. */
  open?: boolean;
  /** Works with these ids or codes alone. */
  of?: { ids: readonly number[]; codes?: readonly string[] };
};

/**
 * Works that somebody carries out, in the versions that count, as `works` with the versions in `counted`: as `isReporter` says, and those
 * to which their resource is assigned.
 */
const reported = ({ spaceId, userId, versionId }: Whose): RawBuilder<unknown> => sql`
  with recursive counted as (
    select distinct on (v.schedule_id) v.id, v.schedule_id from version v
    where v.space_id = ${spaceId} ${versionId === undefined ? sql`` : sql`and v.id = ${versionId}`}
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
  ), works as (select * from own union select * from assigned)`;

const IS_WORK = sql`w.type in ('task', 'work', 'milestone')`;
const START = sql`coalesce(w.actual_start, w.start)`;
const FINISH = sql`coalesce(w.actual_finish, w.finish)`;

/** Works on which somebody reports, and whether there are `more` than were asked for. */
export async function listReportedRows(
  db: Db,
  whose: Whose,
  { most, near, open = false, of }: Asked,
): Promise<{ rows: ReportedRow[]; more: boolean }> {
  const { spaceId } = whose;
  const isRunning = near && sql`w.status = 'in_progress' or (${START} < ${near.to}::date + 1 and ${FINISH} >= ${near.from}::date)`;
  const nearest = near
    ? sql`(${isRunning}) is not true, w.status = 'completed', abs(extract(epoch from ${START} - ${near.from}::date)) nulls last, w.id`
    : sql`w.start nulls last, w.id`;
  const { rows } = await sql<ReportedRow & { total: number }>`${reported(whose)}
    select * from (
      select w.version_id, c.schedule_id, coalesce(n.name, '') as schedule_name, w.id, w.parent_id, w.code, w.name,
             to_char(${START}, 'YYYY-MM-DD"T"HH24:MI') as start, to_char(${FINISH}, 'YYYY-MM-DD"T"HH24:MI') as finish, w.status, w.progress,
             w.start as planned, count(*) over ()::int as total
      from works o
      join wbs_item w on w.space_id = ${spaceId} and w.version_id = o.version_id and w.id = o.id
      join counted c on c.id = o.version_id
      left join eps_node n on n.space_id = ${spaceId} and n.id = c.schedule_id
      where ${IS_WORK} ${open && near ? sql`and (w.status <> 'completed' or ${FINISH} >= ${near.from}::date)` : sql``}
        ${of ? sql`and (w.id = any(${[...of.ids]}::int[]) or w.code = any(${[...(of.codes ?? [])]}::text[]))` : sql``}
      order by ${nearest} limit ${most}
    ) found order by schedule_id, planned nulls last, id`.execute(db);
  return { rows, more: (rows[0]?.total ?? 0) > most };
}

/** The ids of all works on which somebody reports, by the versions that count. */
export async function listReportedIds(db: Db, whose: Whose): Promise<{ version_id: number; schedule_id: number; ids: number[] }[]> {
  const { rows } = await sql<{ version_id: number; schedule_id: number; ids: number[] }>`${reported(whose)}
    select c.id as version_id, c.schedule_id, array_agg(w.id order by w.id) as ids from works o
    join wbs_item w on w.space_id = ${whose.spaceId} and w.version_id = o.version_id and w.id = o.id
    join counted c on c.id = o.version_id
    where ${IS_WORK} group by c.id, c.schedule_id order by c.schedule_id`.execute(db);
  return rows;
}
