import type { DayGridRow } from '@gantry/contract';
import { type DataMode, type Day, eachDay, type ResourceMeasure, type VersionRow } from '@gantry/domain';
import { outcomeOf, type Work } from './day-values.facts.rules.ts';
import { totalsOf } from '@gantry/engine';

type Series = VersionRow<'daySeries'>;

/** Values of all series of a mode and measure, added up by day. */
export function daysOfMode(series: readonly Series[], mode: DataMode, measure: ResourceMeasure): Map<Day, number> {
  const days = new Map<Day, number>();
  for (const row of series) {
    if (row.mode !== mode || row.measure !== measure) continue;
    eachDay(row.days, (day, value) => days.set(day, (days.get(day) ?? 0) + value));
  }
  return days;
}

const sumOf = (days: ReadonlyMap<Day, number>, is: (day: Day) => boolean = () => true): number =>
  tidy([...days].reduce((sum, [day, value]) => (is(day) ? sum + value : sum), 0));
/** Quantities are kept to millionths. */
const tidy = (value: number): number => Math.round(value * 1e6) / 1e6;

type Asked = { from: Day; to: Day; measure: ResourceMeasure; keyDay: Day };

/** A row of the day grid: its days, and what is late and what has no day yet. */
export function gridRowOf(itemId: number, work: Omit<Work, 'before'>, { from, to, measure, keyDay }: Asked): DayGridRow {
  const [plan, fact, approved] = (['plan', 'fact', 'approved_plan'] as const).map((mode) => daysOfMode(work.series, mode, measure));
  const dense = (days: ReadonlyMap<Day, number>) => Array.from({ length: to - from + 1 }, (_, at) => days.get(from + at) ?? null);
  const { progress } = outcomeOf({ ...work, before: work.series });
  const of = (['volume', 'labour', 'cost'] as const).find((one) => one === measure);
  const parts = work.assignments.map((one) => {
    const { kind, unit } = work.resourceOf(one.resourceId);
    return { ...one, ...one.extra, kind, unit };
  });
  const total = of ? totalsOf(parts, { [of]: sumOf(plan) })[of] : null;
  const done = of && progress?.measure === of ? tidy(progress.fact) : sumOf(fact);
  const due = sumOf(approved.size ? approved : plan, (day) => day < keyDay);
  return {
    item_id: itemId,
    plan: dense(plan),
    fact: dense(fact),
    approved: dense(approved),
    total,
    planned: sumOf(plan),
    done,
    undistributed: total === null ? null : tidy(total - done - sumOf(plan, (day) => day >= keyDay)),
    deviation: tidy(due - done),
  };
}

/** Ids of works in the order of the tree, all or those below a row. */
export function worksInOrder(
  rows: readonly Pick<VersionRow<'wbs'>, 'id' | 'parentId' | 'position' | 'type'>[],
  below: number | null,
): number[] {
  const children = Map.groupBy(rows, ({ parentId }) => parentId);
  const works: number[] = [];
  const open = (children.get(below) ?? []).toSorted((a, b) => b.position - a.position);
  for (let row = open.pop(); row; row = open.pop()) {
    if (row.type !== 'sum' && row.type !== 'draft') works.push(row.id);
    open.push(...(children.get(row.id) ?? []).toSorted((a, b) => b.position - a.position));
  }
  return works;
}
