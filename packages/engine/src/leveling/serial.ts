import { NO_DATE } from '@gantry/domain';
import { STATUS } from '../network/columns.ts';
import { endOfWork, startOfWork, workBefore } from '../time/work.ts';
import { forwardNode } from '../timetable/forward.ts';
import { emptyState } from '../timetable/pass-state.ts';
import type { PassState } from '../timetable/pass-state.ts';
import { TOLERANCE } from './instance.ts';
import type { LevelingInstance } from './instance.ts';
import { clearProfile, emptyProfile, lastConflict, occupy } from './profile.ts';
import type { UsageProfile } from './profile.ts';

/** How far leveling may go. */
export type LevelingLimits = {
  /** Delays stay within the total float that the calculation found. */
  withinFloat: boolean;
  /** Working minutes of that float to keep. */
  preservedFloatMinutes: number;
  /** Share by which a limit may be exceeded where nothing else fits within the float; 0.25 = 25 %. */
  overAllocation: number;
};

/** Dates under construction, with the resource use that they make. */
export type LevelingWork = {
  state: PassState;
  profiles: UsageProfile[];
  /** Start that the relations alone would give, before resources had their say. */
  logicStart: Int32Array;
  /** Resource (index) and moment of the last conflict that moved the node; −1 where none did. */
  movedBy: Int32Array;
  movedTo: Int32Array;
  finish: number;
};

/** Room for generating schedules of an instance, kept between them. */
export function levelingWork(instance: LevelingInstance): LevelingWork {
  const dates = () => new Int32Array(instance.network.count).fill(NO_DATE);
  return {
    state: emptyState(instance.network),
    profiles: instance.resourceIds.map(emptyProfile),
    logicStart: dates(),
    movedBy: dates(),
    movedTo: dates(),
    finish: NO_DATE,
  };
}

/**
 * Serial schedule generation: each node in the given order (predecessors first) takes the earliest start at which its relations
 * hold and its resources have room. O(nodes · steps in the profiles). A resource stays with the work over nights and days off.
 */
export function generateSchedule(instance: LevelingInstance, order: Int32Array, limits: LevelingLimits, work: LevelingWork): void {
  const { state } = work;
  for (const profile of work.profiles) clearProfile(profile);
  work.finish = NO_DATE;
  for (const node of order) {
    forwardNode(instance.network, state, node);
    keepCalculatedStart(instance, node, work);
    work.logicStart[node] = state.earlyStart[node];
    work.movedBy[node] = -1;
    if (instance.demandOffset[node] < instance.demandOffset[node + 1]) {
      if (!instance.fixed[node] && !instance.oversized[node]) placeNode(instance, node, limits, work);
      occupyNode(instance, node, work);
    }
    if (state.earlyFinish[node] > work.finish) work.finish = state.earlyFinish[node];
  }
}

/** Work "as late as possible" stands later than its relations ask for; leveling does not pull it back. */
function keepCalculatedStart(instance: LevelingInstance, node: number, work: LevelingWork): void {
  const start = instance.calculated.earlyStart[node];
  if (start > work.state.earlyStart[node] && instance.network.status[node] === STATUS.notStarted) moveNode(instance, node, work, start);
}

function placeNode(instance: LevelingInstance, node: number, limits: LevelingLimits, work: LevelingWork): void {
  if (!limits.withinFloat) {
    moveNode(instance, node, work, firstFit(instance, node, work, 1, Number.POSITIVE_INFINITY));
    return;
  }
  const latest = latestStart(instance, node, limits);
  let start = firstFit(instance, node, work, 1, latest);
  if (start === NO_DATE && limits.overAllocation > 0) start = firstFit(instance, node, work, 1 + limits.overAllocation, latest);
  if (start === NO_DATE) work.movedBy[node] = -1;
  else moveNode(instance, node, work, start);
}

function latestStart(instance: LevelingInstance, node: number, limits: LevelingLimits): number {
  const calendar = instance.network.calendars[instance.network.calendar[node]];
  const late = instance.calculated.lateStart[node];
  return limits.preservedFloatMinutes > 0 ? startOfWork(calendar, workBefore(calendar, late) - limits.preservedFloatMinutes) : late;
}

/** The earliest start from the present one on at which every demand fits under the limit times the factor; NO_DATE beyond the latest. */
function firstFit(instance: LevelingInstance, node: number, work: LevelingWork, factor: number, latest: number): number {
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
    fitting = 0;
    worked = workBefore(calendar, conflict) - lag;
    start = startOfWork(calendar, worked);
    work.movedBy[node] = resource;
    work.movedTo[node] = conflict;
    if (start > latest) return NO_DATE;
  }
  return start;
}

function moveNode(instance: LevelingInstance, node: number, work: LevelingWork, start: number): void {
  const { state } = work;
  if (start === state.earlyStart[node]) return;
  const calendar = instance.network.calendars[instance.network.calendar[node]];
  state.earlyStart[node] = start;
  state.earlyFinish[node] = endOfWork(calendar, workBefore(calendar, start) + state.remaining[node]);
}

function occupyNode(instance: LevelingInstance, node: number, work: LevelingWork): void {
  for (let at = instance.demandOffset[node]; at < instance.demandOffset[node + 1]; at++) {
    const { from, to } = demandWindow(instance, work.state, node, at);
    occupy(work.profiles[instance.demandResource[at]], from, to, instance.demandAmount[at]);
  }
}

/** When a demand of a node holds its resource. */
export function demandWindow(instance: LevelingInstance, state: PassState, node: number, demand: number): { from: number; to: number } {
  const lag = instance.demandLag[demand];
  const length = instance.demandLength[demand];
  if (lag === 0 && length < 0) return { from: state.earlyStart[node], to: state.earlyFinish[node] };
  const calendar = instance.network.calendars[instance.network.calendar[node]];
  const worked = workBefore(calendar, state.earlyStart[node]);
  return {
    from: lag === 0 ? state.earlyStart[node] : startOfWork(calendar, worked + lag),
    to: length < 0 ? state.earlyFinish[node] : endOfWork(calendar, worked + lag + length),
  };
}
