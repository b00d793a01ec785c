import {
  changeDays,
  type Day,
  dayOf,
  eachDay,
  entryOf,
  minuteAt,
  MINUTES_PER_DAY,
  rowOfDays,
  type VersionRow,
  type WbsRow,
} from '@gantry/domain';
import { laidBy } from '@gantry/engine';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { type Draft, edit, firstMissing } from '../edits/edits.service.ts';
import { type WorkingTime, workingTimeOf } from '../wbs/wbs.service.ts';
import { gridRowOf } from './day-values.grid.rules.ts';
import { findScheduleSettings } from './day-values.repository.ts';
import { dayOfText, keyDayOf, openFrom, textOfDay } from './day-values.rules.ts';

type Series = VersionRow<'daySeries'>;
const DECIMALS = 6;

/** Sets whether rows are planned by days. */
export async function setPlanned(context: Context, versionId: number, ids: readonly number[], dayPlanned: boolean) {
  const done = await edit(context, versionId, 'values.planned', async (draft) => {
    const rows = new Map((await draft.rows('wbs', ids)).map((row) => [row.id, row]));
    for (const id of ids) {
      const row = rows.get(id);
      if (!row) fail('wbs.not_found', { id });
      if (row.dayPlanned !== dayPlanned) draft.update('wbs', id, { dayPlanned });
    }
  });
  return { revision: done.revision, diff: done.diff };
}

/** Lays what is left of the volume of works evenly over their working days from a day on; earlier days stay. */
export async function planAtDay(context: Context, versionId: number, text: string, ids?: readonly number[]) {
  const day = dayOfText(text);
  const done = await edit(context, versionId, 'values.plan_at_day', async (draft) => {
    const { editing_period_days: period } = await findScheduleSettings(draft.tx, context.spaceId, draft.head.schedule_id);
    const from = openFrom('plan', keyDayOf(draft.head.data_date, context), period);
    if (from !== null && day < from) fail('values.period_closed', { day: text, from: textOfDay(from) });
    const rows = ids ? await draft.rows('wbs', ids) : await draft.all('wbs');
    const missing = ids && firstMissing(ids, rows);
    if (missing !== undefined) fail('wbs.not_found', { id: missing });
    const works = rows.filter(isLaid);
    const timeOf = await workingTimeOf(draft);
    const partsOf = await partsOfWorks(draft, works);
    return works.flatMap((row) => {
      const { series, assignments, resourceOf } = partsOf(row.id);
      const asked = { from: day, to: day, measure: 'volume', keyDay: day } as const;
      const { total, done: fact } = gridRowOf(row.id, { own: row, series, assignments, resourceOf }, asked);
      const weights = workingDaysOf(row, day, timeOf(row));
      if (total === null || !weights.size) return [];
      const plans = series.filter(({ measure, mode }) => measure === 'volume' && mode === 'plan');
      const ofResources = sumFrom(
        plans.filter(({ resourceId }) => resourceId !== null),
        day,
      );
      const kept = plans.find(({ resourceId }) => resourceId === null);
      const laid = laidBy(Math.max(0, total - fact - ofResources), weights, DECIMALS);
      store(draft, row.id, kept, day, laid);
      return [
        { item_id: row.id, before: sumFrom(plans, day), after: ofResources + [...laid.values()].reduce((sum, value) => sum + value, 0) },
      ];
    });
  });
  return { revision: done.revision, diff: done.diff, rows: done.result };
}

const isLaid = (row: WbsRow): boolean =>
  row.type !== 'sum' && row.type !== 'draft' && row.dayPlanned && row.status !== 'completed' && row.finish !== null;

async function partsOfWorks(draft: Draft, works: readonly WbsRow[]) {
  const ids = works.map(({ id }) => id);
  const series = Map.groupBy(await draft.rowsBy('daySeries', 'itemId', ids), ({ itemId }) => itemId);
  const list = await draft.rowsBy('assignment', 'itemId', ids);
  const assignments = Map.groupBy(list, ({ itemId }) => itemId);
  const wanted = [...new Set(list.map(({ resourceId }) => resourceId))];
  const resources = new Map((await draft.rows('resource', wanted)).map((row) => [row.id, row]));
  return (id: number) => ({
    series: series.get(id) ?? [],
    assignments: assignments.get(id) ?? [],
    resourceOf: (resource: number) => entryOf(resources, resource),
  });
}

/** Working minutes of the days of a work from a day to its finish. */
function workingDaysOf({ start, finish }: WbsRow, day: Day, time: WorkingTime): Map<Day, number> {
  const end = minuteAt(finish ?? '');
  const begin = Math.max(day * MINUTES_PER_DAY, start === null ? 0 : minuteAt(start));
  const days = new Map<Day, number>();
  for (let at = dayOf(begin); at * MINUTES_PER_DAY < end; at += 1) {
    const minutes = time.between(Math.max(begin, at * MINUTES_PER_DAY), Math.min(end, (at + 1) * MINUTES_PER_DAY));
    if (minutes > 0) days.set(at, minutes);
  }
  return days;
}

function sumFrom(series: readonly Series[], from: Day): number {
  let sum = 0;
  for (const { days } of series) eachDay(days, (day, value) => void (day >= from && (sum += value)));
  return sum;
}

/** Replaces the planned days of a row from a day on. */
function store(draft: Draft, itemId: number, kept: Series | undefined, from: Day, laid: ReadonlyMap<Day, number>): void {
  const changes = new Map<Day, number | null>();
  if (kept) eachDay(kept.days, (day) => void (day >= from && changes.set(day, null)));
  for (const [day, value] of laid) if (value > 0) changes.set(day, value);
  const after = changeDays(kept?.days ?? null, changes);
  if (!after) {
    if (kept) draft.remove('daySeries', kept.id);
  } else if (kept) draft.update('daySeries', kept.id, rowOfDays(after));
  else draft.insert('daySeries', { id: draft.newId(), itemId, resourceId: null, measure: 'volume', mode: 'plan', ...rowOfDays(after) });
}
