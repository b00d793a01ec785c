import { NO_DATE } from '@gantry/domain';
import { KIND, STATUS } from '../network/columns.ts';
import type { Network } from '../network/network.ts';
import { workBefore } from '../time/work.ts';
import type { EffortDates } from './passes/levels-of-effort.ts';

/** Dates of WBS summary activities: the span of the unfinished items that lie under the same parent, at any depth. */
export function scheduleWbsSummaries(network: Network, dates: EffortDates): void {
  const { columns, hierarchy } = network;
  if (!columns.kind.includes(KIND.wbsSummary)) return;
  const starts = [dates.earlyStart, dates.lateStart].map((column) => envelope(network, column, Math.min));
  const finishes = [dates.earlyFinish, dates.lateFinish].map((column) => envelope(network, column, Math.max));
  for (let item = 0; item < columns.itemCount; item++) {
    const parent = hierarchy.parent[item];
    if (columns.kind[item] !== KIND.wbsSummary || hierarchy.isParent[item] || columns.status[item] === STATUS.completed) continue;
    if (parent < 0 || starts[0][parent] === NO_DATE) continue;
    const calendar = network.calendars[columns.calendar[item] >= 0 ? columns.calendar[item] : network.projectCalendar];
    dates.earlyStart[item] = starts[0][parent];
    dates.lateStart[item] = starts[1][parent];
    dates.earlyFinish[item] = finishes[0][parent];
    dates.lateFinish[item] = finishes[1][parent];
    dates.remaining[item] = Math.max(0, workBefore(calendar, dates.earlyFinish[item]) - workBefore(calendar, dates.earlyStart[item]));
    dates.totalFloat[item] = workBefore(calendar, dates.lateFinish[item]) - workBefore(calendar, dates.earlyFinish[item]);
    dates.freeFloat[item] = 0;
    dates.start[item] = columns.actualStart[item] === NO_DATE ? dates.earlyStart[item] : columns.actualStart[item];
    dates.finish[item] = dates.earlyFinish[item];
  }
}

/** Per parent, the least or greatest date of the unfinished items below it. */
function envelope(network: Network, column: Int32Array, pick: (a: number, b: number) => number): Int32Array {
  const { columns, hierarchy } = network;
  const of = new Int32Array(columns.itemCount).fill(NO_DATE);
  for (const item of hierarchy.bottomUp) {
    const own = hierarchy.isParent[item] || columns.status[item] === STATUS.completed ? of[item] : column[item];
    const parent = hierarchy.parent[item];
    if (parent < 0 || own === NO_DATE || columns.kind[item] === KIND.draft || columns.kind[item] === KIND.wbsSummary) continue;
    of[parent] = of[parent] === NO_DATE ? own : pick(of[parent], own);
  }
  return of;
}
