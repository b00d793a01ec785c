import { NO_DATE, type PlanItem, type PlanRelation } from '@gantry/domain';
import { endsAt, startsAt, workBy, type Clock } from './clock.ts';
import { isLeftOut, isParent, type PlainNetwork } from './nodes.ts';
import type { PlainResult } from './result.ts';

/** Levels of effort: from the earliest start to the latest finish that their relations point at, others of their kind first. */
export function placeEffort(network: PlainNetwork, result: PlainResult): void {
  const { items } = network.plan;
  const done = new Set<PlanItem>();
  const place = (item: PlanItem) => {
    if (done.has(item) || item.schedulingKind !== 'level_of_effort' || isLeftOut(item) || item.type === 'sum') return;
    done.add(item);
    if (item.status === 'completed' || isParent(network.plan, item)) return;
    for (const relation of network.plan.relations) {
      const other = items.find((one) => one.id === relation.predecessorId);
      if (relation.successorId === item.id && other) place(other);
    }
    placeOne(network, result, item);
  };
  items.forEach(place);
}

function placeOne(network: PlainNetwork, result: PlainResult, item: PlanItem): void {
  const { items, options } = network.plan;
  const at = items.indexOf(item);
  const clock = network.clockOf(item.calendarId);
  const early = pointedAt(network, result, item, 'early');
  const late = pointedAt(network, result, item, 'late');
  const start = startsAt(clock, workBy(clock, Math.max(early.start ?? -Infinity, options.dataDate)));
  const by = early.finish === null ? workBy(clock, start) + item.remainingMinutes : workBy(clock, early.finish);
  const work = Math.max(0, by - workBy(clock, start));
  result.earlyStart[at] = start;
  result.earlyFinish[at] = work > 0 ? endsAt(clock, by) : start;
  result.remaining[at] = work;
  result.lateFinish[at] = endsAt(clock, workBy(clock, late.finish ?? result.earlyFinish[at]));
  const lateStart = late.start ?? startsAt(clock, workBy(clock, late.finish ?? result.earlyFinish[at]) - work);
  result.lateStart[at] = startsAt(clock, workBy(clock, lateStart));
  result.totalFloat[at] = workBy(clock, result.lateFinish[at]) - workBy(clock, result.earlyFinish[at]);
  result.freeFloat[at] = 0;
  result.start[at] = item.actualStart ?? start;
  result.finish[at] = item.actualFinish ?? result.earlyFinish[at];
}

type Ends = { start: number | null; finish: number | null };

function pointedAt(network: PlainNetwork, result: PlainResult, item: PlanItem, side: 'early' | 'late'): Ends {
  const starts: number[] = [];
  const finishes: number[] = [];
  const { relations, items } = network.plan;
  const dateOf = (id: number, end: 'Start' | 'Finish') => {
    const at = items.findIndex((one) => one.id === id);
    return at < 0 || isLeftOut(items[at]) || isParent(network.plan, items[at]) ? NO_DATE : result[`${side}${end}`][at];
  };
  const take = (moment: number, relation: PlanRelation, sign: number, into: number[]) => {
    if (moment !== NO_DATE) into.push(moved(network.lagClock(relation), moment, sign * relation.lagMinutes));
  };
  for (const relation of relations) {
    const { type } = relation;
    if (relation.successorId === item.id)
      take(
        dateOf(relation.predecessorId, type === 'fs' || type === 'ff' ? 'Finish' : 'Start'),
        relation,
        1,
        type === 'fs' || type === 'ss' ? starts : finishes,
      );
    if (relation.predecessorId === item.id)
      take(
        dateOf(relation.successorId, type === 'fs' || type === 'ss' ? 'Start' : 'Finish'),
        relation,
        -1,
        type === 'ss' || type === 'sf' ? starts : finishes,
      );
  }
  return { start: starts.length > 0 ? Math.min(...starts) : null, finish: finishes.length > 0 ? Math.max(...finishes) : null };
}

function moved(clock: Clock, moment: number, work: number): number {
  if (work === 0) return moment;
  const by = workBy(clock, moment) + work;
  return work > 0 ? endsAt(clock, by) : startsAt(clock, by);
}

/** WBS summary activities: the span of the unfinished items under the same parent, at any depth. */
export function placeSummaries(network: PlainNetwork, result: PlainResult): void {
  const { plan } = network;
  const below = (row: PlanItem): number[] =>
    plan.items.flatMap((item, at) => {
      if (item.parentId !== row.id || isLeftOut(item) || item.schedulingKind === 'wbs_summary') return [];
      if (isParent(plan, item)) return below(item);
      return item.status === 'completed' || result.earlyStart[at] === NO_DATE ? [] : [at];
    });
  plan.items.forEach((item, at) => {
    const row = plan.items.find((one) => one.id === item.parentId);
    if (item.schedulingKind !== 'wbs_summary' || isLeftOut(item) || item.status === 'completed' || !row) return;
    const span = below(row);
    if (span.length === 0) return;
    const clock = network.clockOf(item.calendarId);
    const least = (column: Int32Array) => Math.min(...span.map((other) => column[other]));
    const most = (column: Int32Array) => Math.max(...span.map((other) => column[other]));
    result.earlyStart[at] = least(result.earlyStart);
    result.lateStart[at] = least(result.lateStart);
    result.earlyFinish[at] = most(result.earlyFinish);
    result.lateFinish[at] = most(result.lateFinish);
    result.remaining[at] = Math.max(0, workBy(clock, result.earlyFinish[at]) - workBy(clock, result.earlyStart[at]));
    result.totalFloat[at] = workBy(clock, result.lateFinish[at]) - workBy(clock, result.earlyFinish[at]);
    result.freeFloat[at] = 0;
    result.start[at] = item.actualStart ?? result.earlyStart[at];
    result.finish[at] = result.earlyFinish[at];
  });
}

/** Rows with children span them and are critical where one of them is. */
export function placeRows(network: PlainNetwork, result: PlainResult): void {
  const { plan } = network;
  const placed = new Set<PlanItem>();
  const place = (item: PlanItem) => {
    if (placed.has(item)) return;
    placed.add(item);
    const children = plan.items.filter((child) => child.parentId === item.id && !isLeftOut(child));
    children.forEach(place);
    if (children.length === 0) return;
    const at = plan.items.indexOf(item);
    const of = (column: Int32Array) => children.map((child) => column[plan.items.indexOf(child)]).filter((date) => date !== NO_DATE);
    for (const name of ['start', 'earlyStart', 'lateStart'] as const) result[name][at] = Math.min(...none(of(result[name])));
    for (const name of ['finish', 'earlyFinish', 'lateFinish'] as const) result[name][at] = Math.max(...none(of(result[name])));
    for (const name of ['critical', 'nearCritical', 'longestPath'] as const)
      result[name][at] = Math.max(...children.map((child) => result[name][plan.items.indexOf(child)]));
    const clock = network.clockOf(item.calendarId);
    if (result.earlyFinish[at] !== NO_DATE)
      result.totalFloat[at] = workBy(clock, result.lateFinish[at]) - workBy(clock, result.earlyFinish[at]);
  };
  plan.items.forEach(place);
}

function none(dates: number[]): number[] {
  return dates.length > 0 ? dates : [NO_DATE];
}
