import type { VersionKind } from '@gantry/domain';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import { COUNTED_FIRST } from '../../planning/version-heads/version-heads.service.ts';

type ScheduleRow = { id: number; name: string; group: string | null };
type WantedRow = { id: number; schedule_id: number; name: string; kind: VersionKind; locked: boolean };

/** Schedules of a project with the names of their groups, in the order of the tree. */
export async function listSchedules(db: Db, spaceId: number, projectId: number): Promise<ScheduleRow[]> {
  const { rows } = await sql<ScheduleRow>`
    select coalesce(c.id, n.id) as id, coalesce(c.name, n.name) as name, case when c.id is not null then n.name end as "group"
    from eps_node n left join eps_node c on c.space_id = n.space_id and c.parent_id = n.id and n.kind <> 'schedule'
    where n.space_id = ${spaceId} and n.parent_id = ${projectId} and (n.kind = 'schedule' or c.id is not null)
    order by n.position, c.position`.execute(db);
  return rows;
}

/** Versions of schedules that have rows, oldest first: all of them, or of each schedule the one that counts. */
export async function listFilled(db: Db, spaceId: number, scheduleIds: readonly number[], which: 'all' | 'counted'): Promise<WantedRow[]> {
  const among = sql`from version v where v.space_id = ${spaceId} and v.schedule_id = any(${[...scheduleIds]}::bigint[])`;
  const wanted =
    which === 'all'
      ? sql`select v.* ${among}`
      : sql`select distinct on (v.schedule_id) v.* ${among} order by v.schedule_id, ${COUNTED_FIRST}`;
  const { rows } = await sql<WantedRow>`
    select w.id, w.schedule_id, w.name, w.kind, w.locked from (${wanted}) w where w.item_count > 0 order by w.id`.execute(db);
  return rows;
}
