import { fromWire } from '@gantry/contract';
import { type CalculationOptions, formatMinute, type ItemExtra, type JsonValue, minuteAt, parseMinute, sameValue } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { type Draft, edit, firstMissing } from '../edits/edits.service.ts';
import { findActual, getVersion } from '../version-heads/version-heads.service.ts';
import { readState } from './timetable.state.service.ts';

type SettingsPatch = Record<string, JsonValue>;

async function changeOptions(draft: Draft, patch: Partial<CalculationOptions>): Promise<void> {
  const [settings] = await draft.all('settings');
  const options = { ...settings?.options, ...patch };
  if (!settings) draft.insert('settings', { id: draft.newId(), options, distributions: null });
  else if (!sameValue(settings.options, options)) draft.update('settings', settings.id, { options });
}

/** The data date is part of the options, for history and undo; the column of the version follows. */
export async function keepDataDate(draft: Draft, dataDate: number): Promise<void> {
  if (draft.head.data_date !== formatMinute(dataDate)) await changeOptions(draft, { dataDate });
}

/** Changes options of the calculation of a version; an edit like any other, so it can be taken back. */
export async function saveSettings(context: Context, versionId: number, wire: SettingsPatch) {
  const { dataDate, mustFinishBy, ...patch } = fromWire(wire) as { dataDate?: string; mustFinishBy?: string | null } & SettingsPatch;
  const dates = {
    ...(dataDate === undefined ? {} : { dataDate: minuteAt(dataDate) }),
    ...(mustFinishBy === undefined ? {} : { mustFinishBy: mustFinishBy === null ? null : parseMinute(mustFinishBy) }),
  };
  const done = await edit(context, versionId, 'timetable.settings', (draft) => changeOptions(draft, { ...patch, ...dates }));
  return { revision: done.revision, diff: done.diff };
}

/** Sets by which scenario rows that have begun go on, null = as the version says, and the volume a day that one of them counts with. */
export async function setScenario(
  context: Context,
  versionId: number,
  { ids, scenario, base_intensity_per_day: intensity }: { ids: number[]; scenario?: number | null; base_intensity_per_day?: number | null },
) {
  const done = await edit(context, versionId, 'timetable.scenario', async (draft) => {
    const rows = await draft.rows('wbs', ids);
    const missing = firstMissing(ids, rows);
    if (missing !== undefined) fail('wbs.not_found', { id: missing });
    for (const row of rows) {
      const extra: ItemExtra = { ...row.extra };
      for (const [name, value] of [['progressScenario', scenario] as const, ['baseIntensityPerDay', intensity] as const]) {
        if (value === null) delete extra[name];
        else if (value !== undefined) extra[name] = value;
      }
      draft.update('wbs', row.id, { extra: Object.keys(extra).length ? extra : null });
    }
  });
  return { revision: done.revision, diff: done.diff };
}

/** The version whose options count as the schedule's: the named one, else the actual one. */
async function versionFor(context: Context, scheduleId: number, versionId?: number): Promise<number> {
  const version = versionId === undefined ? await findActual(context, scheduleId) : await getVersion(context, versionId);
  if (!version || version.schedule_id !== scheduleId) fail('version.not_found', { id: versionId ?? 0 });
  return version.id;
}

/** Options of the calculation of a schedule: those of its actual version. */
export async function readScheduleSettings(context: Context, scheduleId: number, versionId?: number) {
  const id = await versionFor(context, scheduleId, versionId);
  return { version_id: id, settings: (await readState(context, id)).settings };
}

/** Changes options of the calculation of a schedule, in its actual version. */
export async function saveScheduleSettings(
  context: Context,
  scheduleId: number,
  { version_id, ...wire }: SettingsPatch & { version_id?: number },
) {
  return saveSettings(context, await versionFor(context, scheduleId, version_id), wire);
}
