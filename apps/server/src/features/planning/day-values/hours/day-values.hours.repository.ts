import type { Day } from '@gantry/domain';
import { sql } from 'kysely';
import type { Db } from '../../../../platform/postgres/database.ts';

export type HoursElsewhere = { user_id: number; schedule_id: number; schedule: string; days: Buffer };

/** Done hours of people by days in some versions, with the names of their schedules. */
export async function listHoursOfPeople(
  db: Db,
  spaceId: number,
  versionIds: readonly number[],
  userIds: readonly number[],
  { from, to }: { from: Day; to: Day },
): Promise<HoursElsewhere[]> {
  const { rows } = await sql<HoursElsewhere>`
    select r.user_id, n.id as schedule_id, n.name as schedule, s.days from resource r
    join day_series s on s.space_id = r.space_id and s.version_id = r.version_id and s.resource_id = r.id
    join version v on v.space_id = r.space_id and v.id = r.version_id
    join eps_node n on n.space_id = r.space_id and n.id = v.schedule_id
    where r.space_id = ${spaceId} and r.version_id = any(${[...versionIds]}::bigint[]) and r.user_id = any(${[...userIds]}::bigint[])
      and s.measure = 'labour' and s.mode = 'fact' and s.first_day <= ${to} and s.last_day >= ${from}
    order by n.name`.execute(db);
  return rows;
}
