import type { Day } from '@gantry/domain';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/postgres/database.ts';
import { lockInSpace } from '../../../../platform/postgres/locks.ts';
import { COUNTED_FIRST } from '../../version-heads/version-heads.service.ts';

/** Locks the hours of people until the transaction ends, so that concurrent writers cannot exceed 24 hours a day. */
export const lockPeople = async (tx: Tx, spaceId: number, userIds: readonly number[]): Promise<void> => {
  for (const id of [...new Set(userIds)].sort((a, b) => a - b)) await lockInSpace(tx, spaceId, `timesheet ${id}`);
};

/** Done hours of people by days, in the versions that count of all schedules but one: those in which a resource stands for one of them. */
export async function listHoursOfPeople(
  db: Db,
  spaceId: number,
  besides: number,
  userIds: readonly number[],
  { from, to }: { from: Day; to: Day },
): Promise<{ user_id: number; schedule_id: number; item_id: number; days: Buffer }[]> {
  const { rows } = await sql<{ user_id: number; schedule_id: number; item_id: number; days: Buffer }>`
    with own as (
      select r.user_id, r.version_id, r.id, h.schedule_id from resource r join version h on h.space_id = r.space_id and h.id = r.version_id
      where r.space_id = ${spaceId} and r.user_id = any(${[...userIds]}::bigint[]) and h.schedule_id <> ${besides}
    ), counted as (
      select s.schedule_id, c.id as version_id from (select distinct schedule_id from own) s cross join lateral (
        select v.id from version v where v.space_id = ${spaceId} and v.schedule_id = s.schedule_id order by ${COUNTED_FIRST} limit 1
      ) c
    )
    select o.user_id, o.schedule_id, s.item_id, s.days from own o join counted c on c.version_id = o.version_id
    join day_series s on s.space_id = ${spaceId} and s.version_id = o.version_id and s.resource_id = o.id
    where s.measure = 'labour' and s.mode = 'fact' and s.first_day <= ${to} and s.last_day >= ${from}`.execute(db);
  return rows;
}

/** The versions that count of some schedules, by the ids of these. */
export async function listCountedOf(db: Db, spaceId: number, scheduleIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ schedule_id: number; id: number }>`
    select distinct on (v.schedule_id) v.schedule_id, v.id from version v
    where v.space_id = ${spaceId} and v.schedule_id = any(${[...scheduleIds]}::bigint[]) order by v.schedule_id, ${COUNTED_FIRST}`.execute(
    db,
  );
  return new Map(rows.map(({ schedule_id, id }) => [schedule_id, id]));
}

export const listScheduleNames = (db: Db, spaceId: number, ids: readonly number[]) =>
  db
    .selectFrom('eps_node')
    .select(['id', 'name'])
    .where('space_id', '=', spaceId)
    .where('id', 'in', [...ids])
    .orderBy('name')
    .execute();
