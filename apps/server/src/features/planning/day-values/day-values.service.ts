import { MOST_DAYS } from '@gantry/contract';
import {
  changeDays,
  type DataMode,
  type Day,
  eachDay,
  MONEY_MEASURES,
  type Period,
  type ResourceMeasure,
  rowOfDays,
  type TimesheetApproval,
  valueOnDay,
  type WbsRow,
} from '@gantry/domain';
import { byPeriod, spreadOfDays } from '@gantry/engine';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import { type Draft, edit, readVersion } from '../edits/edits.service.ts';
import { findActual, getVersion } from '../version-heads/version-heads.service.ts';
import { resourceSettingsAt, saveApproval } from '../resource-settings/resource-settings.service.ts';
import { mayEditPlan, requireCurator, requireReporter } from '../reports/reports.service.ts';
import { findScheduleSettings, saveSettings, type ScheduleSettings } from './day-values.repository.ts';
import { openHeldHours, readHeldHours } from './hours/day-values.held.service.ts';
import { longDays } from './hours/day-values.hours.service.ts';
import { listLateFacts, openLateFacts, shownLateFact } from './late/day-values.late.service.ts';
import { factsBefore, settleFacts } from './day-values.facts.service.ts';
import {
  closedDay,
  dayOfText,
  type EditingPeriod,
  EVER,
  keyDayOf,
  lastDayOfFacts,
  openFrom,
  textOfDay,
  valueProblem,
  withoutDays,
} from './day-values.rules.ts';

export { dayOfText, findScheduleSettings, keyDayOf, withoutDays };
export { type HeldHours, holdHours, openHeldHours } from './hours/day-values.held.service.ts';
export { sumByDay } from './day-values.facts.rules.ts';
export { changeFacts, type FactChange, factsOfDays, firstOpenDay } from './day-values.changes.service.ts';
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

type Values = {
  measure: ResourceMeasure;
  mode: DataMode;
  resource_id: number | null;
  values: { day: string; value: number | null }[];
  replace: boolean;
};

/** Sets values of days of a row; refused on days before the editing period, where they would change. */
export async function writeValues(context: Context, versionId: number, itemId: number, body: Values) {
  const done = await edit(context, versionId, context.can('plan.edit') ? 'values.set' : 'values.report', async (draft) => {
    const item = await draft.find('wbs', itemId);
    if (!item) fail('wbs.not_found', { id: itemId });
    const isWithout = withoutDays(item);
    if (isWithout) fail(isWithout, { name: item.name });
    if (body.mode !== 'fact' && !item.dayPlanned) fail('values.not_by_days', { name: item.name });
    if (draft.mask?.money === false && MONEY_MEASURES.has(body.measure)) fail('auth.forbidden', { right: 'cost.read' });
    await requireWriter(context, draft, item, body.mode);
    if (body.resource_id !== null && !(await draft.find('resource', body.resource_id)))
      fail('values.unknown_resource', { id: body.resource_id });
    const all = await factsBefore(draft, [itemId]);
    const [kept] = all.filter(
      ({ measure, mode, resourceId }) => measure === body.measure && mode === body.mode && resourceId === body.resource_id,
    );
    const before = kept?.days ?? null;
    const wanted = new Map<Day, number | null>();
    if (body.replace && before) eachDay(before, (day) => wanted.set(day, null));
    for (const { day, value } of body.values) wanted.set(dayOfText(day), value);
    let changes = new Map([...wanted].filter(([day, value]) => value !== valueOnDay(before, day)));
    const lastFact = lastDayOfFacts(context.now());
    for (const [day, value] of changes) {
      const problem = valueProblem(body.mode, day, value, lastFact);
      if (problem) fail(problem);
    }
    if (body.mode === 'fact' && body.measure === 'labour') {
      const held = await openHeldHours(context, draft, [itemId], [...changes.keys()]);
      for (const day of changes.keys()) {
        const by = held(itemId, body.resource_id, day);
        if (by) fail('values.of_timesheets', by);
      }
    }
    if (body.mode === 'fact') {
      const late = await openLateFacts(context, draft, [itemId]);
      const series = { itemId, resourceId: body.resource_id, measure: body.measure };
      const typed = changes;
      changes = new Map([...typed].filter(([day]) => late.from === null || day >= late.from));
      for (const [day, value] of typed) if (!changes.has(day)) late.move(series, before, changes, day, value);
      await late.save();
    } else {
      const { editing_period_days: period } = await findScheduleSettings(draft.tx, context.spaceId, draft.head.schedule_id);
      const from = openFrom(body.mode, keyDayOf(draft.head.data_date, context), period);
      const closed = closedDay(changes.keys(), from);
      if (closed !== null) fail('values.period_closed', { day: textOfDay(closed), from: textOfDay(from as Day) });
    }
    const after = changeDays(before, changes);
    if ((after?.values.length ?? 0) > MOST_DAYS) fail('values.too_long', { most: MOST_DAYS });
    if (!after) {
      if (kept) draft.remove('daySeries', kept.id);
    } else if (kept) draft.update('daySeries', kept.id, rowOfDays(after));
    else {
      const { measure, mode, resource_id: resourceId } = body;
      draft.insert('daySeries', { id: draft.newId(), itemId, resourceId, measure, mode, ...rowOfDays(after) });
    }
    if (body.mode === 'fact' && body.measure === 'labour' && body.resource_id !== null && changes.size) {
      const { overlong } = await longDays(context, draft, new Map([[body.resource_id, new Set(changes.keys())]]));
      if (overlong.length) fail('values.day_too_long', { ...overlong[0] });
    }
    if (body.mode === 'fact' && changes.size) {
      const [refused] = (await settleFacts(context, draft, [itemId], all)).refused;
      if (refused) fail(refused.code, refused.parameters);
    }
  });
  return { revision: done.revision, diff: done.diff };
}

/** Where reports wait for a curator nobody but a planner writes facts past them. */
export async function requireUnapproved(context: Context, draft: Draft): Promise<void> {
  const { fact_approval } = await findScheduleSettings(draft.tx, context.spaceId, draft.head.schedule_id);
  if (fact_approval === 'curator' && !(await mayEditPlan(context, draft))) fail('report.needs_approval');
}

/** Facts are written by who reports on the row, approved plans by its curator, plans by planners. */
async function requireWriter(context: Context, draft: Draft, item: WbsRow, mode: DataMode): Promise<void> {
  if (mode === 'fact') {
    await requireReporter(context, draft, [item]);
    return requireUnapproved(context, draft);
  }
  if (mode === 'approved_plan') return requireCurator(context, draft, item);
  if (!(await mayEditPlan(context, draft))) fail('auth.forbidden', { right: 'plan.edit' });
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
