import { NO_DATE } from '@gantry/domain';
import { KIND, LINK, STATUS } from '../network/columns.ts';
import type { Network } from '../network/network.ts';
import type { CompiledCalendar } from '../time/calendar.ts';
import { endOfWork, startOfWork, workBefore } from '../time/work.ts';
import { carriedForward } from './link-law.ts';
import type { PassState } from './pass-state.ts';

/** Early dates of all nodes, in rank order. */
export function forwardPass(network: Network, state: PassState): void {
  for (let node = 0; node < network.count; node++) forwardNode(network, state, node);
}

/** Early dates of one node from those of its predecessors. */
export function forwardNode(network: Network, state: PassState, node: number): void {
  const calendar = network.calendars[network.calendar[node]];
  const remaining = network.remaining[node];
  let latest = firstMoment(network, node);
  let finishBound = NO_DATE;
  for (let link = network.predOffset[node]; link < network.predOffset[node + 1]; link++) {
    const moment = carriedForward(network, state, link);
    const type = network.linkType[link];
    let start = moment;
    if (type === LINK.ff || type === LINK.sf) {
      if (moment > finishBound) finishBound = moment;
      if (remaining > 0) start = startOfWork(calendar, workBefore(calendar, moment) - remaining);
    }
    state.linkStart[link] = start;
    if (start > latest) latest = start;
  }
  if (network.status[node] === STATUS.completed) {
    state.earlyStart[node] = latest;
    state.earlyFinish[node] = latest;
    return;
  }
  const floor = network.finishFloor[node];
  if (floor !== NO_DATE) {
    if (floor > finishBound) finishBound = floor;
    latest = Math.max(latest, remaining > 0 ? startOfWork(calendar, workBefore(calendar, floor) - remaining) : floor);
  }
  if (network.startFloor[node] > latest) latest = network.startFloor[node];
  place(network, state, node, latest, finishBound);
}

/** Nothing starts before the data date, nor before the project's own start as long as it has not begun. */
function firstMoment(network: Network, node: number): number {
  const { dataDate, projectStart } = network.options;
  return network.status[node] === STATUS.notStarted && projectStart !== null ? Math.max(dataDate, projectStart) : dataDate;
}

function place(network: Network, state: PassState, node: number, latest: number, finishBound: number): void {
  const calendar = network.calendars[network.calendar[node]];
  const start = firstStart(calendar, network.kind[node], latest);
  const remaining = remainingFrom(network, node, calendar, start);
  state.remaining[node] = remaining;
  state.earlyStart[node] = start;
  if (remaining === 0) {
    state.earlyFinish[node] = start;
    return;
  }
  const work = workBefore(calendar, start) + remaining;
  const finish = endOfWork(calendar, work);
  state.earlyFinish[node] = finishBound > finish && workBefore(calendar, finishBound) === work ? finishBound : finish;
}

function firstStart(calendar: CompiledCalendar, kind: number, latest: number): number {
  const work = workBefore(calendar, latest);
  if (kind === KIND.finishMilestone && endOfWork(calendar, work) === latest) return latest;
  return startOfWork(calendar, work);
}

function remainingFrom(network: Network, node: number, calendar: CompiledCalendar, start: number): number {
  const expected = network.expectedFinish[node];
  if (expected === NO_DATE || !network.options.useExpectedFinish) return network.remaining[node];
  return Math.max(0, workBefore(calendar, expected) - workBefore(calendar, start));
}
