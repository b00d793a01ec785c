import { NO_DATE } from '@gantry/domain';
import { FLAG, LINK, STATUS } from '../../network/columns.ts';
import { isGate, type Network } from '../../network/network.ts';
import { endOfWork, startOfWork, workBefore } from '../../time/work.ts';
import { hasAssignments, spanFrom } from '../passes/assigned.ts';
import { carriedForward } from '../passes/link-law.ts';
import type { PassState } from '../passes/pass-state.ts';

/** Early dates of a node by MS Project's rules: started work keeps actual dates, manually scheduled work its own. */
export function forwardByProject(network: Network, state: PassState, node: number): void {
  const latest = latestStart(network, state, node);
  state.remaining[node] = network.remaining[node];
  if (isGate(network.kind[node])) set(state, node, latest, latest);
  else if (network.status[node] === STATUS.completed) placeActual(network, state, node, latest);
  else if ((network.flags[node] & FLAG.manual) !== 0) placeByHand(network, state, node, latest);
  else if (network.status[node] === STATUS.inProgress) placeStarted(network, state, node, latest);
  else place(network, state, node, latest);
}

function set(state: PassState, node: number, start: number, finish: number): void {
  state.earlyStart[node] = start;
  state.earlyFinish[node] = finish;
}

/** Latest start demanded by links, limits and the project. A link to a finish demands the start that ends there. */
function latestStart(network: Network, state: PassState, node: number): number {
  const calendar = network.calendars[network.calendar[node]];
  const remaining = network.remaining[node];
  const startOf = (finish: number) => (remaining > 0 ? startOfWork(calendar, workBefore(calendar, finish) - remaining) : finish);
  let latest = network.options.projectStart ?? network.options.dataDate;
  for (let link = network.predOffset[node]; link < network.predOffset[node + 1]; link++) {
    const moment = carriedForward(network, state, link);
    const type = network.linkType[link];
    const start = type === LINK.ff || type === LINK.sf ? startOf(moment) : moment;
    state.linkStart[link] = start;
    if (start > latest) latest = start;
  }
  if (network.startFloor[node] > latest) latest = network.startFloor[node];
  const floor = network.finishFloor[node];
  return floor === NO_DATE ? latest : Math.max(latest, startOf(floor));
}

function placeActual(network: Network, state: PassState, node: number, latest: number): void {
  const item = network.itemOf[node];
  const { actualStart, actualFinish, plannedStart, plannedFinish } = network.columns;
  const start = firstOf(actualStart[item], plannedStart[item], latest);
  set(state, node, start, Math.max(start, firstOf(actualFinish[item], plannedFinish[item], start)));
}

function placeByHand(network: Network, state: PassState, node: number, latest: number): void {
  const item = network.itemOf[node];
  const { actualStart, plannedStart, plannedFinish } = network.columns;
  const start = firstOf(actualStart[item], plannedStart[item], latest);
  const calendar = network.calendars[network.calendar[node]];
  const finish = network.remaining[node] > 0 ? endOfWork(calendar, workBefore(calendar, start) + network.remaining[node]) : start;
  set(state, node, start, Math.max(start, firstOf(plannedFinish[item], finish, start)));
}

/** Places the remaining work of started work where it stopped. */
function placeStarted(network: Network, state: PassState, node: number, latest: number): void {
  const start = firstOf(network.columns.actualStart[network.itemOf[node]], latest, latest);
  const from = resumeOf(network, node, start);
  const remaining = network.remaining[node];
  if (hasAssignments(network, node)) {
    set(state, node, start, Math.max(start, spanFrom(network, node, from, remaining).finish));
    return;
  }
  const calendar = network.calendars[network.calendar[node]];
  set(state, node, start, remaining > 0 ? endOfWork(calendar, workBefore(calendar, from) + remaining) : from);
}

/** The moment from which the rest of started work runs. */
export function resumeOf(network: Network, node: number, start: number): number {
  const item = network.itemOf[node];
  if (network.resume[node] !== NO_DATE) return network.resume[node];
  const calendar = network.calendars[network.calendar[node]];
  const done = Math.max(0, network.columns.duration[item] - network.remaining[node]);
  return done > 0 ? endOfWork(calendar, workBefore(calendar, start) + done) : start;
}

function place(network: Network, state: PassState, node: number, latest: number): void {
  const calendar = network.calendars[network.calendar[node]];
  const remaining = network.remaining[node];
  const delay = network.columns.levelingDelay[network.itemOf[node]];
  let moment = latest + delay;
  if (network.options.msproject?.honorConstraints !== false) {
    const finish = network.mandatoryFinish[node];
    if (network.mandatoryStart[node] !== NO_DATE) moment = network.mandatoryStart[node];
    else if (finish !== NO_DATE) moment = remaining > 0 ? startOfWork(calendar, workBefore(calendar, finish) - remaining) : finish;
  }
  if (remaining === 0) {
    set(state, node, atRest(calendar, moment), atRest(calendar, moment));
    return;
  }
  if (hasAssignments(network, node)) {
    const span = spanFrom(network, node, moment, remaining);
    set(state, node, span.start, span.finish);
    return;
  }
  const work = workBefore(calendar, moment);
  set(state, node, startOfWork(calendar, work), endOfWork(calendar, work + remaining));
}

/** A milestone stands where its predecessor ends; only out of working time it moves on to the next start. */
function atRest(calendar: Network['calendars'][number], moment: number): number {
  const work = workBefore(calendar, moment);
  return endOfWork(calendar, work) === moment ? moment : startOfWork(calendar, work);
}

function firstOf(a: number, b: number, c: number): number {
  if (a !== NO_DATE) return a;
  return b !== NO_DATE ? b : c;
}
