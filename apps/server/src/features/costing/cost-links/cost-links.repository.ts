import type { CostSettings } from '@gantry/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

export async function findCostSettings(db: Db, spaceId: number, scheduleId: number): Promise<CostSettings | null> {
  const row = await db
    .selectFrom('cost_setting')
    .select('options')
    .where('space_id', '=', spaceId)
    .where('schedule_id', '=', scheduleId)
    .executeTakeFirst();
  return row?.options ?? null;
}

export async function putCostSettings(tx: Tx, spaceId: number, scheduleId: number, options: CostSettings): Promise<void> {
  await sql`insert into cost_setting (space_id, schedule_id, options) values (${spaceId}, ${scheduleId}, ${JSON.stringify(options)}::jsonb)
    on conflict (space_id, schedule_id) do update set options = excluded.options`.execute(tx);
}
