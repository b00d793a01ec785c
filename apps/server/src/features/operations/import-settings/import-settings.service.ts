import { importRule, type ImportRule, type ImportSetting } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { requireRoom } from '../../../platform/room.ts';
import { fail } from '../../../platform/fail.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import { deleteSetting, findSetting, findSettingNamed, listSettings, saveSetting, updateSetting } from './import-settings.repository.ts';

/** Saved rules of a schedule, by name. */
export async function listImportSettings(context: Context, scheduleId: number): Promise<ImportSetting[]> {
  await getNode(context, scheduleId, 'schedule');
  const rows = await context.read((db) => listSettings(db, context.spaceId, scheduleId));
  return rows.map((row) => ({ ...row, rule: importRule.parse(row.rule), updated_at: row.updated_at.toISOString() }));
}

export async function findImportRule(context: Context, scheduleId: number, name: string): Promise<ImportRule | null> {
  const row = await context.read((db) => findSettingNamed(db, context.spaceId, scheduleId, name));
  return row ? importRule.parse(row.rule) : null;
}

/** Saves a rule under a name that its schedule does not have yet. */
export async function createImportSetting(
  context: Context,
  setting: { schedule_id: number; name: string; rule: ImportRule },
): Promise<number> {
  await getNode(context, setting.schedule_id, 'schedule');
  return context.write(async (tx) => {
    await refuseTaken(context, tx, setting.schedule_id, setting.name);
    await requireRoom(tx, 'import_setting', { space_id: context.spaceId, schedule_id: setting.schedule_id });
    return saveSetting(tx, context.spaceId, setting);
  });
}

/** Copies the rules of another schedule; one whose name is taken stays away. */
export async function copyImportSettings(context: Context, scheduleId: number, fromId: number) {
  await getNode(context, scheduleId, 'schedule');
  await getNode(context, fromId, 'schedule');
  return context.write(async (tx) => {
    const taken = new Set((await listSettings(tx, context.spaceId, scheduleId)).map(({ name }) => name.toLowerCase()));
    const answer = { copied: [] as string[], passed_over: [] as string[] };
    for (const { name, rule } of await listSettings(tx, context.spaceId, fromId)) {
      if (taken.has(name.toLowerCase())) answer.passed_over.push(name);
      else {
        await requireRoom(tx, 'import_setting', { space_id: context.spaceId, schedule_id: scheduleId });
        await saveSetting(tx, context.spaceId, { schedule_id: scheduleId, name, rule });
        answer.copied.push(name);
      }
    }
    return answer;
  });
}

/** Renames or changes a rule. */
export async function changeImportSetting(context: Context, id: number, change: { name?: string; rule?: ImportRule }): Promise<void> {
  await context.write(async (tx) => {
    const setting = await findSetting(tx, context.spaceId, id);
    if (!setting) fail('import_setting.not_found', { id });
    if (change.name !== undefined) await refuseTaken(context, tx, setting.schedule_id, change.name, id);
    await updateSetting(tx, context.spaceId, id, change);
  });
}

/** Deletes a rule. */
export async function removeImportSetting(context: Context, id: number): Promise<void> {
  await context.write(async (tx) => {
    if (!(await deleteSetting(tx, context.spaceId, id))) fail('import_setting.not_found', { id });
  });
}

async function refuseTaken(context: Context, tx: Tx, scheduleId: number, name: string, own?: number): Promise<void> {
  const same = await findSettingNamed(tx, context.spaceId, scheduleId, name);
  if (same && same.id !== own) fail('import_setting.name_taken', { name });
}
