import type { ImportRule } from '@gantry/contract';
import { sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

const COLUMNS = ['id', 'schedule_id', 'name', 'rule', 'updated_at'] as const;

const settingsOf = (db: Db, spaceId: number) => db.selectFrom('import_setting').select(COLUMNS).where('space_id', '=', spaceId);

export async function listSettings(db: Db, spaceId: number, scheduleId: number) {
  return settingsOf(db, spaceId).where('schedule_id', '=', scheduleId).orderBy('name').execute();
}

export async function findSetting(db: Db, spaceId: number, id: number) {
  return (await settingsOf(db, spaceId).where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function findSettingNamed(db: Db, spaceId: number, scheduleId: number, name: string) {
  const named = settingsOf(db, spaceId)
    .where('schedule_id', '=', scheduleId)
    .where(sql`lower(name)`, '=', name.toLowerCase());
  return (await named.executeTakeFirst()) ?? null;
}

export async function saveSetting(
  tx: Tx,
  spaceId: number,
  setting: Pick<Row<'import_setting'>, 'schedule_id' | 'name' | 'rule'>,
): Promise<number> {
  const { id } = await tx
    .insertInto('import_setting')
    .values({ ...setting, space_id: spaceId, rule: JSON.stringify(setting.rule) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateSetting(tx: Tx, spaceId: number, id: number, change: { name?: string; rule?: ImportRule }): Promise<void> {
  const { name, rule } = change;
  await tx
    .updateTable('import_setting')
    .set({ ...(name === undefined ? {} : { name }), ...(rule ? { rule: JSON.stringify(rule) } : {}), updated_at: sql<Date>`now()` })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .execute();
}

export async function deleteSetting(tx: Tx, spaceId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('import_setting').where('space_id', '=', spaceId).where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}
