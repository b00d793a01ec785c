import { NO_DATE } from '@gantry/domain';
import { FLAG, KIND, STATUS } from '../../network/columns.ts';
import type { Network } from '../../network/network.ts';
import type { CompiledCalendar } from '../../time/calendar.ts';
import { endOfWork, isFarBefore, startOfWork, workBefore } from '../../time/work.ts';
import { hasAssignments, spanFrom, spanUntil } from './assigned.ts';
import { carriedForward, entersStart, withLag } from './link-law.ts';
import { forwardByProject } from '../msproject/forward.ts';
import { inStretches } from '../stretches.ts';
import { DRIVER_NOT_FOUND } from '../paths/drivers.ts';
import type { Findings, PassState } from './pass-state.ts';

// A constant of this module: an imported one is read from memory each time.
const NOT_FOUND = DRIVER_NOT_FOUND;

/** Calculates the early dates of all nodes, in rank order, and finds the drivers of ordinary nodes where `findings` are asked for. */
export function forwardPass(network: Network, state: PassState, findings: Findings | null = null): void {
  if (findings) findings.driving.fill(0);
  inStretches(network.count, (from, end) => forwardStretch(network, state, findings, from, end));
}

function forwardStretch(network: Network, state: PassState, findings: Findings | null, from: number, end: number): void {
  const { calendars, calendar: calendarOf, remaining, ordinary, predOffset, leavesAt, entersAt, linkLag, linkRelation, count } = network;
  const { early, earlyStart, earlyFinish, finishWork, linkStart } = state;
  const opening = openingOf(network);
  for (let node = from; node < end; node++) {
    const minutes = remaining[node];
    if (ordinary[node] === 0 || minutes === 0) {
      forwardNode(network, state, node);
      if (findings) findings.driver[node] = NOT_FOUND;
      continue;
    }
    const calendar = calendars[calendarOf[node]];
    let latest = opening;
    // The link with the latest moment, and the latest moment of all other links.
    let best = -1;
    let second = NO_DATE;
    let finishBound = NO_DATE;
    for (let link = predOffset[node]; link < predOffset[node + 1]; link++) {
      let moment = early[leavesAt[link]];
      if (linkLag[link] !== 0) moment = withLag(network, link, moment);
      if (entersAt[link] >= count) {
        if (moment > finishBound) finishBound = moment;
        moment = startOfWork(calendar, workBefore(calendar, moment) - minutes);
      }
      linkStart[link] = moment;
      if (moment > latest) {
        second = latest;
        latest = moment;
        best = link;
      } else if (moment > second) second = moment;
    }
    const work = workBefore(calendar, latest);
    earlyStart[node] = startOfWork(calendar, work);
    earlyFinish[node] = finishAt(calendar, work + minutes, finishBound);
    finishWork[node] = work + minutes;
    state.remaining[node] = minutes;
    if (findings === null) continue;
    // Usually only one link is close enough to the start to drive it.
    const relation = best >= 0 && isFarBefore(calendar, second, latest) ? linkRelation[best] : NOT_FOUND;
    findings.driver[node] = relation >= 0 ? relation : NOT_FOUND;
    if (relation >= 0) findings.driving[relation] = 1;
  }
}

/** Early dates of one node from those of its predecessors. */
export function forwardNode(network: Network, state: PassState, node: number): void {
  if (network.kind[node] === KIND.startGate) {
    placeStartGate(network, state, node);
    return;
  }
  if (network.byProject) {
    forwardByProject(network, state, node);
    return;
  }
  const calendar = network.calendars[network.calendar[node]];
  const first = network.predOffset[node];
  const end = network.predOffset[node + 1];
  let latest = firstMoment(network, node);
  let finishBound = network.finishFloor[node];
  // By actual dates, an end that has come no longer waits for what should have come first.
  const byActual = network.options.progressMode === 'actual_dates';
  const hasActualStart = byActual && network.status[node] !== STATUS.notStarted;
  const hasActualFinish = byActual && network.status[node] === STATUS.completed;
  for (let link = first; link < end; link++) {
    const moment = carriedForward(network, state, link);
    state.linkStart[link] = moment;
    if (!entersStart(network.linkType[link])) {
      if (moment > finishBound && !hasActualFinish) finishBound = moment;
    } else if (moment > latest && !hasActualStart) latest = moment;
  }
  if (network.startFloor[node] > latest) latest = network.startFloor[node];
  const remaining = remainingFor(network, node, calendar, latest, finishBound);
  state.remaining[node] = remaining;
  if (finishBound !== NO_DATE) {
    const floor = network.finishFloor[node];
    if (floor !== NO_DATE) latest = Math.max(latest, startToEnd(network, node, floor, remaining));
    for (let link = first; link < end; link++) {
      if (entersStart(network.linkType[link])) continue;
      const start = startToEnd(network, node, state.linkStart[link], remaining);
      state.linkStart[link] = start;
      if (start > latest) latest = start;
    }
  }
  const mandatory = mandatoryMoment(network, node, calendar, remaining);
  if (mandatory !== NO_DATE) {
    place(network, state, node, mandatory, network.mandatoryFinish[node]);
    return;
  }
  const last = lastStart(network, node);
  if (latest > last) {
    latest = last;
    finishBound = NO_DATE;
  }
  if (network.status[node] === STATUS.completed) {
    state.earlyStart[node] = latest;
    state.earlyFinish[node] = latest;
  } else place(network, state, node, latest, finishBound);
}

/** The earliest start of the items below a row. */
function placeStartGate(network: Network, state: PassState, node: number): void {
  let earliest = NO_DATE;
  for (let link = network.predOffset[node]; link < network.predOffset[node + 1]; link++) {
    const start = carriedForward(network, state, link);
    state.linkStart[link] = start;
    if (earliest === NO_DATE || start < earliest) earliest = start;
  }
  state.earlyStart[node] = earliest === NO_DATE ? network.options.dataDate : earliest;
  state.earlyFinish[node] = state.earlyStart[node];
}

/** The latest start that an item may be moved to, whatever its relations ask; never before the data date. */
function lastStart(network: Network, node: number): number {
  if ((network.flags[node] & FLAG.notLater) === 0 || network.status[node] !== STATUS.notStarted) return Infinity;
  const stands = network.columns.plannedStart[network.itemOf[node]];
  return stands === NO_DATE ? Infinity : Math.max(network.options.dataDate, stands);
}

/** Where a mandatory date holds the start against all links; never before the data date. */
function mandatoryMoment(network: Network, node: number, calendar: CompiledCalendar, remaining: number): number {
  const start = network.mandatoryStart[node];
  const finish = network.mandatoryFinish[node];
  if (start === NO_DATE && finish === NO_DATE) return NO_DATE;
  return Math.max(network.options.dataDate, start === NO_DATE ? startFor(calendar, finish, remaining) : start);
}

/** Start of so much work that ends at the moment; the moment itself where there is no work. */
function startFor(calendar: CompiledCalendar, finish: number, remaining: number): number {
  return remaining > 0 ? startOfWork(calendar, workBefore(calendar, finish) - remaining) : finish;
}

/** The start that lets a node end at the moment; of one that follows its resources, the first start of its assignments. */
export function startToEnd(network: Network, node: number, finish: number, remaining: number): number {
  if (hasAssignments(network, node)) return spanUntil(network, node, finish, network.remaining[node]).start;
  return startFor(network.calendars[network.calendar[node]], finish, remaining);
}

/** The moment from which work that has not begun may start. */
function openingOf({ options: { dataDate, projectStart } }: Network): number {
  return projectStart !== null && projectStart > dataDate ? projectStart : dataDate;
}

/** Nothing starts before the data date, nor before the project's own start as long as it has not begun. */
function firstMoment(network: Network, node: number): number {
  const { dataDate } = network.options;
  const status = network.status[node];
  if (status === STATUS.notStarted) return openingOf(network);
  const resume = status === STATUS.inProgress ? network.resume[node] : NO_DATE;
  return resume > dataDate ? resume : dataDate;
}

/**
 * Remaining duration. An expected finish replaces the entered one, so that the work ends there, unless a link or limit holds the
 * finish later than that, the item is to be as late as possible, or no work lies between its start and that finish.
 */
function remainingFor(network: Network, node: number, calendar: CompiledCalendar, latest: number, finishBound: number): number {
  const expected = network.expectedFinish[node];
  const entered = network.remaining[node];
  if (expected === NO_DATE || !network.options.useExpectedFinish || network.status[node] === STATUS.completed) return entered;
  if (finishBound > expected || (network.flags[node] & FLAG.asLateAsPossible) !== 0) return entered;
  const until = workBefore(calendar, expected) - workBefore(calendar, latest);
  return until > 0 ? until : entered;
}

/** Whether a node has an expected finish that its early start leaves no work before: it is ignored then. */
export function missesExpectedFinish(network: Network, state: PassState, node: number): boolean {
  const expected = network.expectedFinish[node];
  if (expected === NO_DATE || !network.options.useExpectedFinish || network.status[node] === STATUS.completed) return false;
  if ((network.flags[node] & FLAG.asLateAsPossible) !== 0) return false;
  const calendar = network.calendars[network.calendar[node]];
  return workBefore(calendar, expected) <= workBefore(calendar, state.earlyStart[node]);
}

function place(network: Network, state: PassState, node: number, latest: number, finishBound: number): void {
  if (hasAssignments(network, node)) {
    placeAssigned(network, state, node, latest);
    return;
  }
  const calendar = network.calendars[network.calendar[node]];
  const remaining = state.remaining[node];
  const workToStart = workBefore(calendar, latest);
  const start = firstStart(calendar, network.kind[node], latest, workToStart);
  state.earlyStart[node] = start;
  state.finishWork[node] = workToStart + remaining;
  if (remaining === 0) {
    state.earlyFinish[node] = start;
    return;
  }
  state.earlyFinish[node] = finishAt(calendar, workToStart + remaining, finishBound);
}

/** Where so much work ends: at the end of a working period, or at the start of the next one where a link holds the finish there. */
function finishAt(calendar: CompiledCalendar, work: number, finishBound: number): number {
  const finish = endOfWork(calendar, work);
  return finishBound > finish && workBefore(calendar, finishBound) === work ? startOfWork(calendar, work) : finish;
}

function placeAssigned(network: Network, state: PassState, node: number, latest: number): void {
  const span = spanFrom(network, node, latest, state.remaining[node]);
  const calendar = network.calendars[network.calendar[node]];
  state.earlyStart[node] = span.start;
  state.earlyFinish[node] = span.finish;
  state.remaining[node] = Math.max(0, workBefore(calendar, span.finish) - workBefore(calendar, span.start));
}

/** Where a node starts that may start at the moment, before which so much work lies. */
function firstStart(calendar: CompiledCalendar, kind: number, latest: number, work: number): number {
  if (kind === KIND.finishMilestone && endOfWork(calendar, work) === latest) return latest;
  return startOfWork(calendar, work);
}
