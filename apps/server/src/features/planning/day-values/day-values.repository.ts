import { type DataMode, type Day, type FactApproval, type LateFacts, oncePer, type ResourceMeasure, type WbsRow } from '@gantry/domain';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import type { EditingPeriod } from './day-values.rules.ts';
import { BY_KEY } from '../../../platform/postgres/named-statements.ts';

/** What a schedule sets for the facts of its versions. */
export type ScheduleSettings = {
  editing_period_days: EditingPeriod;
  approve_own: boolean;
  complete_by_fact: boolean;
  fact_approval: FactApproval;
  late_facts: LateFacts;
};

const settingsIn = oncePer((_db: Db) => new Map<number, Promise<ScheduleSettings>>());

/** The settings of a schedule, with what holds where nothing was set; asked once a transaction. */
export function findScheduleSettings(db: Db, spaceId: number, scheduleId: number): Promise<ScheduleSettings> {
  const known = settingsIn(db);
  const found = known.get(scheduleId) ?? readScheduleSettings(db, spaceId, scheduleId);
  known.set(scheduleId, found);
  return found;
}

async function readScheduleSettings(db: Db, spaceId: number, scheduleId: number): Promise<ScheduleSettings> {
  const row = await db
    .selectFrom('schedule_setting')
    .select('settings')
    .where('space_id', '=', spaceId)
    .where('schedule_id', '=', scheduleId)
    .modifyEnd(BY_KEY)
    .executeTakeFirst();
  const kept = (row?.settings ?? {}) as Partial<ScheduleSettings>;
  const { approve_own = false, complete_by_fact = true, fact_approval = 'none', late_facts = 'refuse' } = kept;
  return {
    approve_own,
    complete_by_fact,
    fact_approval,
    late_facts,
    editing_period_days: { plan: null, fact: null, ...kept.editing_period_days },
  };
}

/** Keeps settings beside those that others have written there. */
export async function saveSettings(tx: Tx, spaceId: number, scheduleId: number, change: Partial<ScheduleSettings>): Promise<void> {
  settingsIn(tx).delete(scheduleId);
  const settings = JSON.stringify(change);
  await tx
    .insertInto('schedule_setting')
    .values({ space_id: spaceId, schedule_id: scheduleId, settings })
    .onConflict((conflict) =>
      conflict.columns(['space_id', 'schedule_id']).doUpdateSet({ settings: sql`schedule_setting.settings || excluded.settings` }),
    )
    .execute();
}

/** What works themselves state of their amounts: a grid of days reads nothing else of them. */
export async function listOwnTotals(
  db: Db,
  { spaceId, versionId }: { spaceId: number; versionId: number },
  ids: readonly number[],
  isWithMoney: boolean,
): Promise<Map<number, Pick<WbsRow, 'volume' | 'labourHours' | 'cost'>>> {
  const { rows } = await sql<Pick<WbsRow, 'id' | 'volume' | 'labourHours' | 'cost'>>`
    select id, volume, labour_hours as "labourHours", cost from wbs_item
    where space_id = ${spaceId} and version_id = ${versionId} and id = any(${[...ids]})`.execute(db);
  return new Map(rows.map(({ id, cost, ...own }) => [id, { ...own, cost: isWithMoney ? cost : null }]));
}

/** A series with its packed days. */
export type PackedSeries = { id: number; item_id: number; mode: DataMode; days: Buffer };

/** Series of a measure that have days in a window, in the order of their ids from one on. */
export async function listSeriesWithin(
  db: Db,
  { spaceId, versionId }: { spaceId: number; versionId: number },
  { measure, from, to }: { measure: ResourceMeasure; from: Day; to: Day },
  { after, limit }: { after: number; limit: number },
): Promise<PackedSeries[]> {
  const { rows } = await sql<PackedSeries>`
    select id, item_id, mode, days from day_series
    where space_id = ${spaceId} and version_id = ${versionId} and id > ${after} and measure = ${measure}
      and first_day <= ${to} and last_day >= ${from}
    order by id limit ${limit}`.execute(db);
  return rows;
}
