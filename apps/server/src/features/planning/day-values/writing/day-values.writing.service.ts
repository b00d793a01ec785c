/** Values of days as people write them: blocks of many rows, a single row, and plans that are cleared. All of them go by one rule. */

import { type DayCells, type LateFact, MOST_DAYS, MOST_WRITTEN_DAYS } from '@gantry/contract';
import {
  changeDays,
  type DataMode,
  type Day,
  type DayRun,
  eachDay,
  MONEY_MEASURES,
  type ResourceMeasure,
  rowOfDays,
  valueOnDay,
  type VersionRow,
} from '@gantry/domain';
import type { Context } from '../../../../platform/context.ts';
import { fail, namedIn, Refused } from '../../../../platform/fail.ts';
import { type Draft, edit } from '../../edits/edits.service.ts';
import { mayEditPlan, notReportedBy } from '../../reports/reports.service.ts';
import { factsBefore, settleFacts } from '../day-values.facts.service.ts';
import { cellsByResources } from '../day-values.grid.rules.ts';
import { findScheduleSettings } from '../day-values.repository.ts';
import { dayOfText, keyDayOf, lastDayOfFacts, openFrom, textOfDay } from '../day-values.rules.ts';
import { openHeldHours } from '../hours/day-values.held.service.ts';
import { DaysTooLong, longDays, type NamedDay, noteRaised, type RaisedHours } from '../hours/day-values.hours.service.ts';
import { openLateFacts } from '../late/day-values.late.service.ts';
import { type CellRefusal, refusalOfDay, refusalOfRow } from './day-values.refusals.rules.ts';

type Named = Record<string, string | number>;
type RefusedDay = { item_id: number; day: string | null; code: string; parameters?: Named };

/** A row whose facts the rest of it does not allow: the edit is tried again without it. */
class RowRefused extends Error {
  refused: { id: number; code: string; named?: Named }[];
  constructor(refused: { id: number; code: string; named?: Named }[]) {
    super('rows refused');
    this.refused = refused;
  }
}

/** Sets values of days of many rows in one edit; refused cells are left out and named, or refuse all. */
export async function writeDays(context: Context, versionId: number, cells: readonly DayCells[], skipRefused: boolean) {
  if (cells.reduce((sum, { values }) => sum + values.length, 0) > MOST_WRITTEN_DAYS) fail('values.too_many', { most: MOST_WRITTEN_DAYS });
  const without: RefusedDay[] = [];
  for (;;) {
    const refused = [...without];
    const taken = cells.filter(({ item_id }) => !without.some((one) => one.item_id === item_id));
    try {
      const done = await edit(context, versionId, nameOfEdit(context), (draft) => writeCells(context, draft, taken, skipRefused, refused));
      return { revision: done.revision, diff: done.diff, ...done.result, refused };
    } catch (error) {
      if (!(error instanceof RowRefused)) throw error;
      without.push(...error.refused.map(({ id, code, named }) => ({ item_id: id, day: null, code, ...(named && { parameters: named }) })));
    }
  }
}

const nameOfEdit = (context: Context): string => (context.can('plan.edit') ? 'values.set' : 'values.report');

type Values = {
  measure: ResourceMeasure;
  mode: DataMode;
  resource_id: number | null;
  values: { day: string; value: number | null }[];
  replace: boolean;
};

/** Sets values of days of a row, all of them or none; with `replace` its other days go. */
export async function writeValues(context: Context, versionId: number, itemId: number, body: Values) {
  const { revision, diff } = await edit(context, versionId, nameOfEdit(context), async (draft) => {
    const wanted = new Map<Day, number | null>();
    if (body.replace)
      for (const { measure, mode, resourceId, days } of await draft.rowsBy('daySeries', 'itemId', [itemId]))
        if (measure === body.measure && mode === body.mode && (body.resource_id === null || resourceId === body.resource_id))
          eachDay(days, (day) => wanted.set(day, null));
    for (const { day, value } of body.values) wanted.set(dayOfText(day), value);
    await writeCells(context, draft, [{ ...body, item_id: itemId, ...runOf(wanted) }], false, []);
  });
  return { revision, diff };
}

/** Single days as a run that keeps what lies between them. */
function runOf(wanted: ReadonlyMap<Day, number | null>): Pick<DayCells, 'first_day' | 'values'> {
  const days = [...wanted.keys()].toSorted((a, b) => a - b);
  const [first = 0] = days;
  const values: DayCells['values'] = [];
  for (const day of days) {
    while (values.length < day - first) values.push('keep');
    values.push(wanted.get(day) ?? null);
  }
  return { first_day: textOfDay(first), values };
}

/** Where reports wait for a curator nobody but a planner writes facts past them. */
async function requireUnapproved(context: Context, draft: Draft): Promise<void> {
  const { fact_approval } = await findScheduleSettings(draft.tx, context.spaceId, draft.head.schedule_id);
  if (fact_approval === 'curator' && !(await mayEditPlan(context, draft))) fail('report.needs_approval');
}

async function writeCells(
  context: Context,
  draft: Draft,
  cells: readonly DayCells[],
  skipRefused: boolean,
  refused: RefusedDay[],
): Promise<{ written: number; late: LateFact[]; long: NamedDay[] }> {
  const ids = [...new Set(cells.map(({ item_id }) => item_id))];
  const rows = new Map((await draft.rows('wbs', ids)).map((row) => [row.id, row]));
  const foreign = new Set((await notReportedBy(context, draft, [...rows.values()])).map(({ id }) => id));
  const mayPlan = await mayEditPlan(context, draft);
  if (cells.some(({ mode }) => mode === 'fact')) await requireUnapproved(context, draft);
  const all = await factsBefore(draft, ids);
  const known = new Map<string, VersionRow<'daySeries'>>(all.map((row) => [nameOf(row), row]));
  const keyDay = keyDayOf(draft.head.data_date, context);
  const { editing_period_days: period } = await findScheduleSettings(draft.tx, context.spaceId, draft.head.schedule_id);
  const late = cells.some(({ mode }) => mode === 'fact') ? await openLateFacts(context, draft, ids) : null;
  const labour = cells.filter(({ measure, mode }) => measure === 'labour' && mode === 'fact');
  const labourDays = labour.flatMap(({ first_day, values }) => [dayOfText(first_day), dayOfText(first_day) + values.length - 1]);
  const held = await openHeldHours(context, draft, [...new Set(labour.map(({ item_id }) => item_id))], labourDays);
  const ofTimesheets = ({ item_id, measure, mode }: DayCells, day: Day): boolean =>
    measure === 'labour' && mode === 'fact' && held(item_id, null, day) !== null;
  const shared = cellsByResources(cells, all, ofTimesheets);
  const wantedResources = [...new Set(shared.flatMap(({ resource_id }) => resource_id ?? []))];
  const resources = new Set((await draft.rows('resource', wantedResources)).map(({ id }) => id));
  let written = 0;
  const facts = new Set<number>();
  const raised: RaisedHours = new Map();
  const lastFact = lastDayOfFacts(context.now());
  const named = new Set<string>();
  const refuse = (cell: DayCells, day: Day | null, { code, named: parameters }: CellRefusal): void => {
    if (!skipRefused) fail(code, parameters);
    const place = { item_id: cell.item_id, day: day === null ? null : textOfDay(day), code };
    // A sum that is shared out is refused once.
    const name = Object.values(place).join(' ');
    if (!named.has(name)) refused.push({ ...place, ...(Object.keys(parameters).length && { parameters }) });
    named.add(name);
  };
  const writer = { userId: context.userId, mayPlan, seesMoney: draft.mask?.money !== false };
  const hasResource = (id: number): boolean => resources.has(id);
  for (const cell of shared) {
    const row = rows.get(cell.item_id);
    const whole = refusalOfRow(cell, { row, isForeign: foreign.has(cell.item_id), hasResource }, writer);
    if (whole) {
      refuse(cell, null, whole);
      continue;
    }
    const series = { itemId: cell.item_id, resourceId: cell.resource_id, measure: cell.measure, mode: cell.mode };
    const kept = known.get(nameOf(series));
    const before = kept?.days ?? null;
    const from = openFrom(cell.mode, keyDay, period);
    const first = dayOfText(cell.first_day);
    const changes = new Map<Day, number | null>();
    const closed = new Map<Day, number | null>();
    for (const [at, value] of cell.values.entries()) {
      const day = first + at;
      if (value === 'keep' || value === valueOnDay(before, day)) continue;
      const isHours = cell.measure === 'labour' && cell.mode === 'fact';
      const by = isHours ? held(cell.item_id, cell.resource_id, day) : null;
      const refusal = refusalOfDay(day, value, { mode: cell.mode, from, lastFact, mayPlan, takesLate: late?.takes === true, held: by });
      if (refusal === 'late') closed.set(day, value);
      else if (refusal) refuse(cell, day, refusal);
      else changes.set(day, value);
    }
    for (const [day, value] of closed)
      try {
        late?.move(series, before, changes, day, value);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        refuse(cell, day, { code: error.code, named: {} });
      }
    if (!changes.size) continue;
    const after = changeDays(before, changes);
    if ((after?.values.length ?? 0) > MOST_DAYS) {
      refuse(cell, null, { code: 'values.too_long', named: { most: MOST_DAYS } });
      continue;
    }
    written += changes.size;
    if (cell.mode === 'fact') facts.add(cell.item_id);
    if (cell.mode === 'fact' && cell.measure === 'labour' && cell.resource_id !== null)
      noteRaised(raised, { resourceId: cell.resource_id, itemId: cell.item_id, before }, changes);
    store(draft, known, series, kept, after);
  }
  const { overlong, long } = await longDays(context, draft, raised);
  if (overlong.length) {
    const code = 'values.day_too_long' as const;
    const works = new Map(overlong.flatMap(({ itemIds, named }) => [...itemIds].map((id) => [id, { id, code, named }] as const)));
    if (skipRefused) throw new RowRefused([...works.values()]);
    throw new DaysTooLong(overlong);
  }
  if (facts.size) {
    const { refused: rejected } = await settleFacts(context, draft, [...facts], all);
    if (rejected.length && skipRefused)
      throw new RowRefused(rejected.map(({ id, code, parameters }) => ({ id, code, named: namedIn(parameters) })));
    if (rejected.length) fail(rejected[0].code, rejected[0].parameters);
  }
  return { written, late: (await late?.save()) ?? [], long: long.map(({ named: of }) => of) };
}

type Name = Pick<VersionRow<'daySeries'>, 'itemId' | 'resourceId' | 'measure' | 'mode'>;
const nameOf = ({ itemId, resourceId, measure, mode }: Name): string => `${itemId} ${resourceId} ${measure} ${mode}`;

/** Writes days of a series; a further cell of the same series finds them. */
function store(
  draft: Draft,
  known: Map<string, VersionRow<'daySeries'>>,
  series: Name,
  kept: VersionRow<'daySeries'> | undefined,
  after: DayRun | null,
): void {
  if (!after) {
    if (kept) draft.remove('daySeries', kept.id);
    known.delete(nameOf(series));
    return;
  }
  const id = kept?.id ?? draft.newId();
  const row = { id, ...series, ...rowOfDays(after) };
  if (kept) draft.update('daySeries', id, row);
  else draft.insert('daySeries', row);
  known.set(nameOf(series), row);
}

/** Takes the planned values of a row away, from the first day on that may still be changed. */
export async function clearPlan(context: Context, versionId: number, itemId: number) {
  const done = await edit(context, versionId, 'values.set', async (draft) => {
    if (!(await draft.find('wbs', itemId))) fail('wbs.not_found', { id: itemId });
    const { editing_period_days: period } = await findScheduleSettings(draft.tx, context.spaceId, draft.head.schedule_id);
    const from = openFrom('plan', keyDayOf(draft.head.data_date, context), period);
    const hidden = draft.mask?.money === false ? MONEY_MEASURES : new Set<ResourceMeasure>();
    let written = 0;
    for (const row of await draft.rowsBy('daySeries', 'itemId', [itemId])) {
      if (row.mode !== 'plan' || hidden.has(row.measure)) continue;
      const gone: [Day, null][] = [];
      eachDay(row.days, (day) => {
        if (from === null || day >= from) gone.push([day, null]);
      });
      if (!gone.length) continue;
      written += gone.length;
      const after = changeDays(row.days, gone);
      if (after) draft.update('daySeries', row.id, rowOfDays(after));
      else draft.remove('daySeries', row.id);
    }
    return written;
  });
  return { revision: done.revision, diff: done.diff, written: done.result, refused: [], late: [], long: [] };
}
