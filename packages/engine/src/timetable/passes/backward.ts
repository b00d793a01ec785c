import { NO_DATE } from '@gantry/domain';
import { KIND, LINK, STATUS } from '../../network/columns.ts';
import type { Network } from '../../network/network.ts';
import type { CompiledCalendar } from '../../time/calendar.ts';
import { endOfWork, startOfWork, workBefore } from '../../time/work.ts';
import { hasAssignments, spanUntil } from './assigned.ts';
import { carriedBackward, withoutLag } from './link-law.ts';
import { backwardByProject } from '../msproject/backward.ts';
import { freeFloatOf, freeFloatWithin, NO_BOUND } from '../paths/floats.ts';
import { inStretchesBackward } from '../stretches.ts';
import type { PassState } from './pass-state.ts';

// A constant of this module: an imported one is read from memory each time.
const NOT_BOUND = NO_BOUND;

/** Free float of the nodes, where it is asked for on the way back; it reads early dates alone. */
export type FreeFloats = { float: Int32Array; projectFinish: number };

/** Late dates of all nodes, against the rank order. */
export function backwardPass(network: Network, state: PassState, free: FreeFloats | null = null): void {
  inStretchesBackward(network.count, (from, end) => backwardStretch(network, state, free, from, end));
}

function backwardStretch(network: Network, state: PassState, free: FreeFloats | null, from: number, end: number): void {
  const { calendars, calendar: calendarOf, ordinary, succOffset, succList, leavesAt, entersAt, linkLag, count } = network;
  const { remaining, early, earlyFinish, late, lateStart, lateFinish, lateWork, finishWork, finishLine } = state;
  const { openEndsCritical } = network.options;
  for (let node = end - 1; node >= from; node--) {
    const minutes = remaining[node];
    if (ordinary[node] === 0 || minutes === 0) {
      backwardNode(network, state, node);
      if (free) free.float[node] = freeFloatOf(network, state, node, free.projectFinish);
      continue;
    }
    const calendar = calendars[calendarOf[node]];
    const last = succOffset[node + 1];
    let earliest = finishLine;
    if (openEndsCritical && succOffset[node] === last && earlyFinish[node] < earliest) earliest = earlyFinish[node];
    let startBound = NO_DATE;
    // How late it could start and finish before a link moved an early date.
    let freeStart = NOT_BOUND;
    let freeFinish = NOT_BOUND;
    for (let at = succOffset[node]; at < last; at++) {
      const link = succList[at];
      const enters = entersAt[link];
      let bound = late[enters];
      let freeBound = early[enters];
      if (linkLag[link] !== 0) {
        bound = withoutLag(network, link, bound);
        // Once the finish has no free float, no other bound can add any.
        if (free && freeFinish > earlyFinish[node]) freeBound = withoutLag(network, link, freeBound);
      }
      if (leavesAt[link] >= count) {
        if (freeBound < freeFinish) freeFinish = freeBound;
      } else {
        if (freeBound < freeStart) freeStart = freeBound;
        if (startBound === NO_DATE || bound < startBound) startBound = bound;
        bound = endOfWork(calendar, workBefore(calendar, bound) + minutes);
      }
      if (bound < earliest) earliest = bound;
    }
    const work = workBefore(calendar, earliest);
    lateWork[node] = work;
    lateFinish[node] = endOfWork(calendar, work);
    lateStart[node] = startAt(calendar, work - minutes, startBound);
    if (!free) continue;
    if (freeFinish === NOT_BOUND && freeStart === NOT_BOUND) freeFinish = free.projectFinish;
    if (freeFinish <= earlyFinish[node]) free.float[node] = 0;
    else if (freeStart === NOT_BOUND) free.float[node] = Math.max(0, workBefore(calendar, freeFinish) - finishWork[node]);
    else free.float[node] = freeFloatWithin(network, state, node, freeStart, freeFinish, free.projectFinish);
  }
}

/** Late dates of one node from those of its successors. */
export function backwardNode(network: Network, state: PassState, node: number): void {
  if (network.byProject) {
    backwardByProject(network, state, node);
    return;
  }
  const calendar = network.calendars[network.calendar[node]];
  const remaining = state.remaining[node];
  let earliest = state.finishLine;
  if (network.options.openEndsCritical && network.succOffset[node] === network.succOffset[node + 1])
    earliest = Math.min(earliest, state.earlyFinish[node]);
  let startBound = NO_DATE;
  const byActual = network.options.progressMode === 'actual_dates';
  for (let at = network.succOffset[node]; at < network.succOffset[node + 1]; at++) {
    const link = network.succList[at];
    if (!binds(network, state, link)) continue;
    let bound = byActual ? boundByActual(network, state, link) : carriedBackward(network, link, state.late);
    const type = network.linkType[link];
    if (type === LINK.ss || type === LINK.sf) {
      if (startBound === NO_DATE || bound < startBound) startBound = bound;
      if (remaining > 0) bound = endOfWork(calendar, workBefore(calendar, bound) + remaining);
    }
    if (bound < earliest) earliest = bound;
  }
  const mandatory = network.mandatoryFinish[node];
  if (mandatory !== NO_DATE) earliest = mandatory;
  const mandatoryStart = network.mandatoryStart[node];
  if (mandatoryStart !== NO_DATE)
    earliest = remaining > 0 ? endOfWork(calendar, workBefore(calendar, mandatoryStart) + remaining) : mandatoryStart;
  const ceiling = network.finishCeiling[node];
  if (ceiling !== NO_DATE && ceiling < earliest) earliest = ceiling;
  const startCeiling = network.startCeiling[node];
  if (startCeiling !== NO_DATE) {
    const bound = remaining > 0 ? endOfWork(calendar, workBefore(calendar, startCeiling) + remaining) : startCeiling;
    if (bound < earliest) earliest = bound;
  }
  if (network.status[node] === STATUS.completed) {
    state.lateFinish[node] = earliest;
    state.lateStart[node] = earliest;
    return;
  }
  if (hasAssignments(network, node)) {
    const span = spanUntil(network, node, earliest, network.remaining[node]);
    // The calendars of resources can end in time and still start too late for a relation out of the start.
    state.lateStart[node] = startBound !== NO_DATE && startBound < span.start ? startBound : span.start;
    state.lateFinish[node] = span.finish;
    return;
  }
  const work = workBefore(calendar, earliest);
  state.lateWork[node] = work;
  if (remaining === 0) {
    const keeps = network.kind[node] === KIND.startMilestone && startOfWork(calendar, work) === earliest;
    state.lateFinish[node] = keeps ? earliest : endOfWork(calendar, work);
    state.lateStart[node] = state.lateFinish[node];
    return;
  }
  state.lateFinish[node] = endOfWork(calendar, work);
  state.lateStart[node] = startAt(calendar, work - remaining, startBound);
}

/** Where so much work has gone by: at the start of a working period, or at the end of the one before where a link holds the start there. */
function startAt(calendar: CompiledCalendar, work: number, startBound: number): number {
  const start = startOfWork(calendar, work);
  const isBound = startBound !== NO_DATE && startBound < start && workBefore(calendar, startBound) === work;
  return isBound ? endOfWork(calendar, work) : start;
}

/** By actual dates, work that came out of sequence holds its predecessor to the actual date, unless the end that it waited for has come. */
function boundByActual(network: Network, state: PassState, link: number): number {
  const { actualStart, actualFinish } = network.columns;
  const item = network.itemOf[network.linkTo[link]];
  const type = network.linkType[link];
  const actual = type === LINK.fs || type === LINK.ss ? actualStart[item] : actualFinish[item];
  const from = network.status[network.linkFrom[link]];
  const isSettled = from === STATUS.completed || (from === STATUS.inProgress && (type === LINK.ss || type === LINK.sf));
  if (actual !== NO_DATE && !isSettled) return withoutLag(network, link, actual);
  return carriedBackward(network, link, state.late);
}

/** A gate at the start of a row holds only the item that starts first below it. */
function binds(network: Network, state: PassState, link: number): boolean {
  const to = network.linkTo[link];
  return network.kind[to] !== KIND.startGate || state.linkStart[link] === state.earlyStart[to];
}
