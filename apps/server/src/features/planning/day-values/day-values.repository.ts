import type { FactApproval } from '@gantry/domain';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import type { EditingPeriod } from './day-values.rules.ts';

/** What a schedule sets for the facts of its versions. */
export type ScheduleSettings = {
  editing_period_days: EditingPeriod;
  approve_own: boolean;
  complete_by_fact: boolean;
  fact_approval: FactApproval;
};

/** The settings of a schedule, with what holds where nothing was set. */
export async function findScheduleSettings(db: Db, spaceId: number, scheduleId: number): Promise<ScheduleSettings> {
  const row = await db
    .selectFrom('schedule_setting')
    .select('settings')
    .where('space_id', '=', spaceId)
    .where('schedule_id', '=', scheduleId)
    .executeTakeFirst();
  const kept = (row?.settings ?? {}) as Partial<ScheduleSettings>;
  const { approve_own = false, complete_by_fact = true, fact_approval = 'none' } = kept;
  return {
    approve_own,
    complete_by_fact,
    fact_approval,
    editing_period_days: { plan: null, fact: null, ...kept.editing_period_days },
  };
}

/** For which days values may still be changed. */
export const findEditingPeriod = async (db: Db, spaceId: number, scheduleId: number): Promise<EditingPeriod> =>
  (await findScheduleSettings(db, spaceId, scheduleId)).editing_period_days;

/** Keeps settings beside those that others have written there. */
export async function saveSettings(tx: Tx, spaceId: number, scheduleId: number, change: Partial<ScheduleSettings>): Promise<void> {
  const settings = JSON.stringify(change);
  await tx
    .insertInto('schedule_setting')
    .values({ space_id: spaceId, schedule_id: scheduleId, settings })
    .onConflict((conflict) =>
      conflict.columns(['space_id', 'schedule_id']).doUpdateSet({ settings: sql`schedule_setting.settings || excluded.settings` }),
    )
    .execute();
}
