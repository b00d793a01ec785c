import type { Db, Tx } from '../../../platform/postgres/database.ts';
import type { EditingPeriod } from './day-values.rules.ts';

/** What a schedule sets for the values of days of its versions. */
export async function findEditingPeriod(db: Db, spaceId: number, scheduleId: number): Promise<EditingPeriod> {
  const row = await db
    .selectFrom('schedule_setting')
    .select('settings')
    .where('space_id', '=', spaceId)
    .where('schedule_id', '=', scheduleId)
    .executeTakeFirst();
  return { plan: null, fact: null, ...(row?.settings as { editing_period_days?: EditingPeriod } | undefined)?.editing_period_days };
}

export async function saveEditingPeriod(tx: Tx, spaceId: number, scheduleId: number, period: EditingPeriod): Promise<void> {
  const settings = JSON.stringify({ editing_period_days: period });
  await tx
    .insertInto('schedule_setting')
    .values({ space_id: spaceId, schedule_id: scheduleId, settings })
    .onConflict((conflict) => conflict.columns(['space_id', 'schedule_id']).doUpdateSet({ settings }))
    .execute();
}
