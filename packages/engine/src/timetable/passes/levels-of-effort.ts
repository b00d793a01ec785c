import { NO_DATE } from '@gantry/domain';
import { KIND, LINK, STATUS, type NetworkColumns } from '../../network/columns.ts';
import { lagCalendarIndex, type Network } from '../../network/network.ts';
import { grouped, orderNodes } from '../../network/order.ts';
import { addWork, endOfWork, startOfWork, workBefore } from '../../time/work.ts';
import type { CalculationResult } from '../result.ts';

/** The columns of a result that a level of effort reads from its neighbours and writes for itself. */
export type EffortDates = Pick<
  CalculationResult,
  'earlyStart' | 'earlyFinish' | 'lateStart' | 'lateFinish' | 'start' | 'finish' | 'totalFloat' | 'freeFloat' | 'remaining' | 'longestPath'
>;

/**
 * Dates of the levels of effort, after all other items: from the earliest start that a start-side relation points at to the latest
 * finish of a finish-side one. They drive nothing. Completed ones have no early or late dates.
 */
export function scheduleEffort(network: Network, dates: EffortDates): void {
  const { columns, relations } = network;
  if (relations.ofEffort.length === 0 && !columns.kind.includes(KIND.levelOfEffort)) return;
  const incoming = grouped(
    columns.itemCount,
    relations.ofEffort.map((relation) => columns.successor[relation]),
  );
  const outgoing = grouped(
    columns.itemCount,
    relations.ofEffort.map((relation) => columns.predecessor[relation]),
  );
  const linksOf = (side: { offset: Int32Array; list: Int32Array }, item: number) =>
    Array.from(side.list.subarray(side.offset[item], side.offset[item + 1]), (at) => relations.ofEffort[at]);
  for (const item of effortOrder(network)) {
    if (network.hierarchy.isParent[item] || columns.status[item] === STATUS.completed) continue;
    scheduleOne(network, dates, item, linksOf(incoming, item), linksOf(outgoing, item));
  }
}

/** Levels of effort with those that hang on others after these; cycles among them are broken anywhere. */
function effortOrder(network: Network): number[] {
  const { columns } = network;
  const items: number[] = [];
  for (let item = 0; item < columns.itemCount; item++) if (columns.kind[item] === KIND.levelOfEffort) items.push(item);
  const placeOf = new Map(items.map((item, place) => [item, place]));
  const among = network.relations.ofEffort.filter(
    (relation) => placeOf.has(columns.predecessor[relation]) && placeOf.has(columns.successor[relation]),
  );
  const edges = {
    from: among.map((relation) => placeOf.get(columns.predecessor[relation]) ?? 0),
    to: among.map((relation) => placeOf.get(columns.successor[relation]) ?? 0),
  };
  return Array.from(orderNodes(items.length, edges).order, (place) => items[place]);
}

type Span = { start: number; finish: number };

function scheduleOne(network: Network, dates: EffortDates, item: number, incoming: number[], outgoing: number[]): void {
  const { columns } = network;
  const calendar = network.calendars[columns.calendar[item] >= 0 ? columns.calendar[item] : network.projectCalendar];
  const early = spanOf(network, { start: dates.earlyStart, finish: dates.earlyFinish }, incoming, outgoing);
  const late = spanOf(network, { start: dates.lateStart, finish: dates.lateFinish }, incoming, outgoing);
  const from = Math.max(early.start, network.options.dataDate);
  const start = startOfWork(calendar, workBefore(calendar, from));
  const work = early.finish === NO_DATE ? workBefore(calendar, start) + columns.remaining[item] : workBefore(calendar, early.finish);
  const remaining = Math.max(0, work - workBefore(calendar, start));
  dates.earlyStart[item] = start;
  dates.earlyFinish[item] = remaining > 0 ? endOfWork(calendar, work) : start;
  dates.remaining[item] = remaining;
  const lateFinish = late.finish === NO_DATE ? dates.earlyFinish[item] : late.finish;
  const lateStart = late.start === NO_DATE ? addWork(calendar, lateFinish, -remaining) : late.start;
  dates.lateFinish[item] = endOfWork(calendar, workBefore(calendar, lateFinish));
  dates.lateStart[item] = startOfWork(calendar, workBefore(calendar, lateStart));
  dates.totalFloat[item] = workBefore(calendar, dates.lateFinish[item]) - workBefore(calendar, dates.earlyFinish[item]);
  dates.freeFloat[item] = 0;
  dates.start[item] = columns.actualStart[item] === NO_DATE ? start : columns.actualStart[item];
  dates.finish[item] = columns.actualFinish[item] === NO_DATE ? dates.earlyFinish[item] : columns.actualFinish[item];
  dates.longestPath[item] = outgoing.some((relation) => drivesOnLongestPath(network, dates, relation)) ? 1 : 0;
}

/** Earliest start and latest finish that the relations of a level of effort point at. */
function spanOf(network: Network, of: { start: Int32Array; finish: Int32Array }, incoming: number[], outgoing: number[]): Span {
  const { columns } = network;
  const span: Span = { start: NO_DATE, finish: NO_DATE };
  const take = (relation: number, base: number, sign: number, atStart: boolean) => {
    if (base === NO_DATE) return;
    const moment = addWork(network.calendars[lagCalendarIndex(network, relation)], base, sign * columns.lag[relation]);
    if (atStart) span.start = span.start === NO_DATE ? moment : Math.min(span.start, moment);
    else span.finish = Math.max(span.finish, moment);
  };
  for (const relation of incoming) {
    const type = columns.relationType[relation];
    const base = type === LINK.fs || type === LINK.ff ? of.finish : of.start;
    take(relation, base[columns.predecessor[relation]], 1, type === LINK.fs || type === LINK.ss);
  }
  for (const relation of outgoing) {
    const type = columns.relationType[relation];
    const base = type === LINK.fs || type === LINK.ss ? of.start : of.finish;
    take(relation, base[columns.successor[relation]], -1, type === LINK.ss || type === LINK.sf);
  }
  return span;
}

/** Whether the relation would set the start of a successor on the longest path, if a level of effort could. */
function drivesOnLongestPath(network: Network, dates: EffortDates, relation: number): boolean {
  const { columns } = network;
  const from = columns.predecessor[relation];
  const to = columns.successor[relation];
  if (dates.longestPath[to] === 0) return false;
  const type = columns.relationType[relation];
  const base = type === LINK.fs || type === LINK.ff ? dates.earlyFinish[from] : dates.earlyStart[from];
  const moment = addWork(network.calendars[lagCalendarIndex(network, relation)], base, columns.lag[relation]);
  const calendar = network.calendars[calendarOf(network, columns, to)];
  const ending = type === LINK.ff || type === LINK.sf;
  return workBefore(calendar, moment) === workBefore(calendar, ending ? dates.earlyFinish[to] : dates.earlyStart[to]);
}

function calendarOf(network: Network, columns: NetworkColumns, item: number): number {
  return columns.calendar[item] >= 0 ? columns.calendar[item] : network.projectCalendar;
}
