import { entryOf, type EntryMeasure } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import type { VersionReader } from '../edits/edits.service.ts';
import { gridRowOf } from './day-values.grid.rules.ts';
import { findScheduleSettings } from './day-values.repository.ts';
import { dayOfText, keyDayOf, openFrom, textOfDay } from './day-values.rules.ts';

/** Days of a work as who does it sees them: the quantity where it has one, else the hours, else nothing but the share that is done. */
export type WorkDays = {
  measure: EntryMeasure;
  unit: string;
  total: number | null;
  done: number;
  plan: (number | null)[];
  fact: (number | null)[];
};

const HOURS = 'h';

/** Planned and done days of works, without any cost. */
export async function daysOfWorks(
  context: Context,
  { db, key, head, rows, rowsBy }: VersionReader,
  ids: readonly number[],
  { from, to }: { from: string; to: string },
): Promise<{ openFrom: string | null; of: ReadonlyMap<number, WorkDays> }> {
  const keyDay = keyDayOf(head.data_date, context);
  const { editing_period_days, late_facts } = await findScheduleSettings(db, key.spaceId, head.schedule_id);
  const open = late_facts === 'first_open_day' ? null : openFrom('fact', keyDay, editing_period_days);
  const series = Map.groupBy(await rowsBy('daySeries', 'itemId', ids), ({ itemId }) => itemId);
  const assignments = await rowsBy('assignment', 'itemId', ids);
  const resources = new Map(
    (await rows('resource', [...new Set(assignments.map(({ resourceId }) => resourceId))])).map((row) => [row.id, row]),
  );
  const assignmentsOf = Map.groupBy(assignments, ({ itemId }) => itemId);
  const owns = new Map((await rows('wbs', ids)).map((row) => [row.id, row]));
  const of = new Map<number, WorkDays>();
  for (const id of ids) {
    const own = assignmentsOf.get(id) ?? [];
    const itself = owns.get(id);
    const work = {
      own: itself ?? {},
      series: series.get(id) ?? [],
      assignments: own,
      resourceOf: (resource: number) => entryOf(resources, resource),
    };
    const asked = { from: dayOfText(from), to: dayOfText(to), keyDay };
    const found = (['volume', 'labour'] as const).map((measure) => ({ measure, row: gridRowOf(id, work, { ...asked, measure }) }));
    const counted = found.find(({ row }) => (row.total ?? 0) > 0);
    const { row } = counted ?? found[0];
    const carrier = own.find(({ extra, resourceId }) => extra?.carriesVolume || resources.get(resourceId)?.kind === 'material');
    const unit =
      counted?.measure === 'volume' ? itself?.volumeUnit || (resources.get(carrier?.resourceId ?? 0)?.unit ?? '') : counted ? HOURS : '%';
    of.set(id, { measure: counted?.measure ?? 'percent', unit, total: row.total, done: row.done, plan: row.plan, fact: row.fact });
  }
  return { openFrom: open === null ? null : textOfDay(open), of };
}
