import type { RelationType, TaskStatus } from '@gantry/domain';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { VersionKey } from '../versions/versions.head.service.ts';

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
};

/** Relations of a task with the task at the other end of each. */
export async function listRelated(db: Db, key: VersionKey, itemId: number): Promise<RelatedRow[]> {
  const { rows } = await sql<RelatedRow>`
    select r.id, case when r.successor_id = ${itemId} then 'predecessor' else 'successor' end as side,
           r.type, r.lag_minutes, r.lag_calendar, r.driving, w.id as other_id, w.code, w.name, w.status, w.progress, w.start, w.finish,
           w.free_float_minutes as free_reserve, w.total_float_minutes as full_reserve, w.critical
    from relation r
    join wbs_item w on w.space_id = r.space_id and w.version_id = r.version_id
                   and w.id = case when r.successor_id = ${itemId} then r.predecessor_id else r.successor_id end
    where r.space_id = ${key.spaceId} and r.version_id = ${key.versionId} and (r.predecessor_id = ${itemId} or r.successor_id = ${itemId})
    order by side, w.start, w.id`.execute(db);
  return rows;
}

/** A way along relations from one task to another, as ids from the first to the last; null where there is none. */
export async function findWay(db: Db, key: VersionKey, from: number, to: number): Promise<number[] | null> {
  const { rows } = await sql<{ id: number; via: number | null }>`
    with recursive reach(id, via) as (
      select ${from}::int, null::int
      union
      select r.successor_id, r.predecessor_id from relation r join reach on r.predecessor_id = reach.id
      where r.space_id = ${key.spaceId} and r.version_id = ${key.versionId} and reach.id <> ${to}
    ) select id, via from reach`.execute(db);
  const viaOf = new Map<number, number | null>();
  for (const { id, via } of rows) if (!viaOf.has(id)) viaOf.set(id, via);
  if (!viaOf.has(to)) return null;
  const way: number[] = [];
  for (let id: number | null = to; id !== null && !way.includes(id); id = viaOf.get(id) ?? null) way.unshift(id);
  return way;
}
