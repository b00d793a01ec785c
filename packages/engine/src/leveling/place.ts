import { NO_DATE } from '@gantry/domain';
import { FLAG, STATUS } from '../network/columns.ts';
import { endOfWork, startOfWork, workBefore } from '../time/work.ts';
import { forwardNode } from '../timetable/passes/forward.ts';
import type { PassState } from '../timetable/passes/pass-state.ts';
import { NEVER, TOLERANCE } from './instance.ts';
import type { LevelingInstance } from './instance.ts';
import { lastConflict } from './profile.ts';
import type { UsageProfile } from './profile.ts';

/** How far leveling may go. */
export type LevelingLimits = {
  /** Delays stay within the total float that the calculation found. */
  withinFloat: boolean;
  /** Working minutes of that float to keep. */
  preservedFloatMinutes: number;
  /** Share by which a limit may be exceeded when nothing fits within the float; 0.25 = 25 %. */
  overAllocation: number;
};

/** Dates under construction, with the resource use that they make. */
export type LevelingWork = {
  state: PassState;
  profiles: UsageProfile[];
  /** Resource (index) and moment of the last conflict that moved the node; −1 where none did. */
  movedBy: Int32Array;
  movedTo: Int32Array;
  finish: number;
};

/** Work "as late as possible" stands later than its relations ask for; leveling does not pull it back. */
export function keepCalculatedStart(instance: LevelingInstance, node: number, work: LevelingWork): void {
  const start = instance.calculated.earlyStart[node];
  const isLate = (instance.network.flags[node] & FLAG.asLateAsPossible) !== 0 && instance.network.status[node] === STATUS.notStarted;
  if (isLate && start > work.state.earlyStart[node]) moveNode(instance, node, work, start);
}

/** Gives a node the earliest dates at which its resources have room, as far as the limits let it go. */
export function placeNode(instance: LevelingInstance, node: number, limits: LevelingLimits, work: LevelingWork): void {
  const latest = limits.withinFloat ? latestStart(instance, node, limits) : Number.POSITIVE_INFINITY;
  let start = firstFit(instance, node, work, 1, latest);
  if (start === NO_DATE && limits.withinFloat && limits.overAllocation > 0)
    start = firstFit(instance, node, work, 1 + limits.overAllocation, latest);
  if (start !== NO_DATE) {
    moveNode(instance, node, work, start);
    return;
  }
  work.movedBy[node] = -1;
  if (instance.followsResources[node]) forwardNode(instance.network, work.state, node);
}

function latestStart(instance: LevelingInstance, node: number, limits: LevelingLimits): number {
  const calendar = instance.network.calendars[instance.network.calendar[node]];
  const late = instance.calculated.lateStart[node];
  return limits.preservedFloatMinutes > 0 ? startOfWork(calendar, workBefore(calendar, late) - limits.preservedFloatMinutes) : late;
}

/** The earliest start from the present one on at which every demand fits under the limit times the factor; NO_DATE beyond the latest, or where it never fits again. */
function firstFit(instance: LevelingInstance, node: number, work: LevelingWork, factor: number, latest: number): number {
  if (instance.followsResources[node]) return firstFitBySpan(instance, node, work, factor, latest);
  const { network } = instance;
  const calendar = network.calendars[network.calendar[node]];
  const remaining = work.state.remaining[node];
  const first = instance.demandOffset[node];
  const end = instance.demandOffset[node + 1];
  let start = work.state.earlyStart[node];
  let worked = workBefore(calendar, start);
  let fitting = 0;
  for (let at = first; fitting < end - first; at = at + 1 < end ? at + 1 : first) {
    const resource = instance.demandResource[at];
    const lag = instance.demandLag[at];
    const length = instance.demandLength[at] < 0 ? remaining - lag : instance.demandLength[at];
    const from = lag === 0 ? start : startOfWork(calendar, worked + lag);
    const room = instance.limits[resource] * factor * (1 + TOLERANCE) - instance.demandAmount[at];
    const conflict = lastConflict(work.profiles[resource], from, endOfWork(calendar, worked + lag + length), room, calendar);
    if (conflict === NO_DATE) {
      fitting++;
      continue;
    }
    if (conflict >= NEVER) return NO_DATE;
    fitting = 0;
    worked = workBefore(calendar, conflict) - lag;
    start = startOfWork(calendar, worked);
    work.movedBy[node] = resource;
    work.movedTo[node] = conflict;
    if (start > latest) return NO_DATE;
  }
  return start;
}

/** When the calculation has special rules for dates, it is called again after every conflict, and the whole span counts. */
function firstFitBySpan(instance: LevelingInstance, node: number, work: LevelingWork, factor: number, latest: number): number {
  const { state } = work;
  const { lateFinish, earlyFinish } = instance.calculated;
  const latestFinish = Number.isFinite(latest) ? Math.max(lateFinish[node], earlyFinish[node]) : Number.POSITIVE_INFINITY;
  forwardNode(instance.network, state, node);
  for (;;) {
    const start = state.earlyStart[node];
    let until = NO_DATE;
    for (let at = instance.demandOffset[node]; at < instance.demandOffset[node + 1]; at++) {
      const resource = instance.demandResource[at];
      const room = instance.limits[resource] * factor * (1 + TOLERANCE) - instance.demandAmount[at];
      const conflict = lastConflict(work.profiles[resource], start, state.earlyFinish[node], room, null);
      if (conflict <= until) continue;
      until = conflict;
      work.movedBy[node] = resource;
      work.movedTo[node] = conflict;
    }
    if (until === NO_DATE) return start;
    if (until >= NEVER) return NO_DATE;
    forwardFrom(instance, node, work, until);
    // Dates that no limit moves stay where they are.
    if (state.earlyStart[node] <= start) return start;
    // In calendars of resources a start in time does not make a finish in time.
    if (state.earlyStart[node] > latest || state.earlyFinish[node] > latestFinish) return NO_DATE;
  }
}

/** Asks the calculation for the dates of a node that does not start before a moment. */
function forwardFrom(instance: LevelingInstance, node: number, work: LevelingWork, moment: number): void {
  const { network } = instance;
  const floor = network.startFloor[node];
  network.startFloor[node] = Math.max(floor, moment);
  forwardNode(network, work.state, node);
  network.startFloor[node] = floor;
}

function moveNode(instance: LevelingInstance, node: number, work: LevelingWork, start: number): void {
  const { state } = work;
  if (start === state.earlyStart[node]) return;
  if (instance.followsResources[node]) {
    forwardFrom(instance, node, work, start);
    return;
  }
  const calendar = instance.network.calendars[instance.network.calendar[node]];
  state.earlyStart[node] = start;
  state.finishWork[node] = workBefore(calendar, start) + state.remaining[node];
  state.earlyFinish[node] = endOfWork(calendar, state.finishWork[node]);
}

/** When a demand of a node holds its resource. */
export function demandWindow(instance: LevelingInstance, state: PassState, node: number, demand: number): { from: number; to: number } {
  const lag = instance.demandLag[demand];
  const length = instance.demandLength[demand];
  if ((lag === 0 && length < 0) || instance.followsResources[node]) return { from: state.earlyStart[node], to: state.earlyFinish[node] };
  const calendar = instance.network.calendars[instance.network.calendar[node]];
  const worked = workBefore(calendar, state.earlyStart[node]);
  return {
    from: lag === 0 ? state.earlyStart[node] : startOfWork(calendar, worked + lag),
    to: length < 0 ? state.earlyFinish[node] : endOfWork(calendar, worked + lag + length),
  };
}
