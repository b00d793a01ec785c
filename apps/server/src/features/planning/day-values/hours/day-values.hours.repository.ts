import type { Day } from '@gantry/domain';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/postgres/database.ts';
import { lockInSpace } from '../../../../platform/postgres/locks.ts';

/** Locks the hours of people until the transaction ends, so that concurrent writers cannot exceed 24 hours a day. */
export const lockPeople = async (tx: Tx, spaceId: number, userIds: readonly number[]): Promise<void> => {
  for (const id of [...new Set(userIds)].sort((a, b) => a - b)) await lockInSpace(tx, spaceId, `timesheet ${id}`);
};

/** Done hours of people by days in some versions. */
export async function listHoursOfPeople(
  db: Db,
  spaceId: number,
  versionIds: readonly number[],
  userIds: readonly number[],
  { from, to }: { from: Day; to: Day },
): Promise<{ user_id: number; schedule_id: number; item_id: number; days: Buffer }[]> {
  const { rows } = await sql<{ user_id: number; schedule_id: number; item_id: number; days: Buffer }>`
    select r.user_id, v.schedule_id, s.item_id, s.days from resource r
    join day_series s on s.space_id = r.space_id and s.version_id = r.version_id and s.resource_id = r.id
    join version v on v.space_id = r.space_id and v.id = r.version_id
    where r.space_id = ${spaceId} and r.version_id = any(${[...versionIds]}::bigint[]) and r.user_id = any(${[...userIds]}::bigint[])
      and s.measure = 'labour' and s.mode = 'fact' and s.first_day <= ${to} and s.last_day >= ${from}`.execute(db);
  return rows;
}

export const listScheduleNames = (db: Db, spaceId: number, ids: readonly number[]) =>
  db
    .selectFrom('eps_node')
    .select(['id', 'name'])
    .where('space_id', '=', spaceId)
    .where('id', 'in', [...ids])
    .orderBy('name')
    .execute();
