import { type Day, eachDay, MONEY_MEASURES, type Period, type ResourceMeasure, type TimesheetApproval } from '@gantry/domain';
import { byPeriod, spreadOfDays } from '@gantry/engine';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import { readVersion } from '../edits/edits.service.ts';
import { findActual, getVersion } from '../version-heads/version-heads.service.ts';
import { resourceSettingsAt, saveApproval } from '../resource-settings/resource-settings.service.ts';
import { findScheduleSettings, saveSettings, type ScheduleSettings } from './day-values.repository.ts';
import { readHeldHours } from './hours/day-values.held.service.ts';
import { listLateFacts, shownLateFact } from './late/day-values.late.service.ts';
import {
  dayOfText,
  type EditingPeriod,
  EVER,
  keyDayOf,
  openFrom,
  textOfDay,
  withoutDays,
  wrongAmount,
  wrongDay,
} from './day-values.rules.ts';

export { dayOfText, findScheduleSettings, keyDayOf, withoutDays, wrongAmount, wrongDay };
export { type HeldHours, holdHours, openHeldHours, type WrittenHours } from './hours/day-values.held.service.ts';
export { type NamedDay, openHours, withoutLongDays } from './hours/day-values.hours.service.ts';
export { sumByDay } from './day-values.facts.rules.ts';
export { changeFacts, type FactChange, openFacts, type OpenFacts } from './day-values.changes.service.ts';
export { daysOfWorks } from './day-values.works.service.ts';

/** More digits than amounts of a day ever have. */
const DECIMALS = 6;

/** Values of a row by periods, with the days from which they may be changed. */
export async function readValues(context: Context, versionId: number, itemId: number, period: Period) {
  return readVersion(context, versionId, async ({ db, key, head, mask, rows, rowsBy }) => {
    if (!(await rows('wbs', [itemId])).length) fail('wbs.not_found', { id: itemId });
    const limits = limitsOf(keyDayOf(head.data_date, context), await findScheduleSettings(db, key.spaceId, head.schedule_id));
    const series = (await rowsBy('daySeries', 'itemId', [itemId])).map((row) => {
      const days = new Map<Day, number>();
      eachDay(row.days, (day, value) => days.set(day, value));
      const spread = spreadOfDays(days, DECIMALS);
      const found = byPeriod(spread, period).map(({ from, value }) => ({ from: textOfDay(from), value }));
      return {
        measure: row.measure,
        mode: row.mode,
        resource_id: row.resourceId,
        total: found.reduce((sum, { value }) => sum + value, 0),
        values: found.filter(({ value }) => value !== 0),
      };
    });
    const hidden = (of: ResourceMeasure): boolean => mask?.money === false && MONEY_MEASURES.has(of);
    const late = (await listLateFacts(db, key, [itemId])).filter(({ measure }) => !hidden(measure)).map(shownLateFact);
    const held = await readHeldHours(context, db, { ...key, scheduleId: head.schedule_id, itemIds: [itemId], ...EVER });
    return { limits, series, late, held };
  });
}

type SettingsChange = Partial<Omit<ScheduleSettings, 'editing_period_days'>> & {
  editing_period_days?: Partial<EditingPeriod>;
  timesheet_approval?: TimesheetApproval;
};

/** Changes what a schedule sets for the facts of its versions; fields that the request omits keep their values. */
export async function saveScheduleSettings(context: Context, scheduleId: number, { timesheet_approval, ...change }: SettingsChange) {
  await getNode(context, scheduleId, 'schedule');
  return context.write(async (tx) => {
    const before = await findScheduleSettings(tx, context.spaceId, scheduleId);
    const after = { ...before, ...change, editing_period_days: { ...before.editing_period_days, ...change.editing_period_days } };
    await saveSettings(tx, context.spaceId, scheduleId, after);
    if (timesheet_approval) await saveApproval(tx, context.spaceId, scheduleId, timesheet_approval);
    return { ...after, timesheet_approval: (await resourceSettingsAt(tx, context.spaceId, scheduleId)).timesheet_approval };
  });
}

/** From which day on values may be changed in a version of a schedule. */
export async function readLimit(context: Context, scheduleId: number, versionId?: number) {
  const version = versionId === undefined ? await findActual(context, scheduleId) : await getVersion(context, versionId);
  if (!version || version.schedule_id !== scheduleId) fail('version.not_found', { id: versionId ?? 0 });
  const keyDay = keyDayOf(version.data_date, context);
  const settings = await context.read(async (db) => ({
    ...(await findScheduleSettings(db, context.spaceId, scheduleId)),
    ...(await resourceSettingsAt(db, context.spaceId, scheduleId)),
  }));
  const limits = limitsOf(keyDay, settings);
  return {
    version_id: version.id,
    key_date: textOfDay(keyDay),
    approve_own: settings.approve_own,
    complete_by_fact: settings.complete_by_fact,
    fact_approval: settings.fact_approval,
    late_facts: settings.late_facts,
    timesheet_approval: settings.timesheet_approval,
    ...limits,
  };
}

/** From which day on planned and done values may be changed. */
export function limitsOf(
  keyDay: Day,
  { editing_period_days: period, late_facts }: Pick<ScheduleSettings, 'editing_period_days' | 'late_facts'>,
) {
  const limit = (mode: 'plan' | 'fact') => {
    const from = openFrom(mode, keyDay, period);
    return { days: period[mode], from: from === null ? null : textOfDay(from) };
  };
  return { plan: limit('plan'), fact: { ...limit('fact'), late: late_facts === 'first_open_day' } };
}
