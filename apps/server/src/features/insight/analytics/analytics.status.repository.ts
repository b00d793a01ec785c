import { formatMinute } from '@gantry/domain';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import type { FactHead } from './facts/analytics.facts.rules.ts';

/** The sums that a schedule reported on a data date. */
export type StatusPoint = { schedule_id: number; day: string; head: FactHead; month: Uint8Array };

/** Status points of a schedule that are kept one by one: two years of weeks. Of those before them the last of each month stays. */
const MOST_POINTS = 104;

/** Keeps the sums of a schedule on its data date; a point with a later one after it stays as it was reported. */
export async function saveStatusPoint(
  tx: Tx,
  spaceId: number,
  { schedule_id, head, month }: Omit<StatusPoint, 'day'>,
  most = MOST_POINTS,
): Promise<void> {
  const day = sql`${formatMinute(head.data_date).slice(0, 10)}::date`;
  const { rows } =
    await sql`select from status_point where space_id = ${spaceId} and schedule_id = ${schedule_id} and day > ${day} limit 1`.execute(tx);
  if (rows.length) return;
  const counted = sql`${JSON.stringify(head)}::jsonb`;
  await sql`insert into status_point (space_id, schedule_id, day, head, month)
    values (${spaceId}, ${schedule_id}, ${day}, ${counted}, ${month})
    on conflict (space_id, schedule_id, day) do update set head = ${counted}, month = ${month}`.execute(tx);
  const own = sql`space_id = ${spaceId} and schedule_id = ${schedule_id}`;
  await sql`delete from status_point p where ${own}
    and day < (select day from status_point where ${own} order by day desc offset ${most - 1} limit 1)
    and exists (select from status_point n where n.space_id = ${spaceId} and n.schedule_id = ${schedule_id} and n.day > p.day
      and n.day < date_trunc('month', p.day::timestamp) + interval '1 month')`.execute(tx);
}

/** The last status points of some schedules up to a day, the earliest first. */
export async function listStatusPoints(
  db: Db,
  spaceId: number,
  scheduleIds: readonly number[],
  { until, most }: { until: string; most: number },
): Promise<StatusPoint[]> {
  const { rows } = await sql<StatusPoint>`select s.schedule_id, s.day, s.head, s.month
    from unnest(${[...scheduleIds]}::bigint[]) as wanted (id)
    cross join lateral (
      select p.schedule_id, p.day::text as day, p.head, p.month from status_point p
      where p.space_id = ${spaceId} and p.schedule_id = wanted.id and p.day <= ${until}::date order by p.day desc limit ${most}
    ) s order by s.day, s.schedule_id`.execute(db);
  return rows;
}
