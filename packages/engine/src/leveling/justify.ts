import { NO_DATE } from '@gantry/domain';
import { LINK } from '../network/columns.ts';
import { carriedForward } from '../timetable/passes/link-law.ts';
import { TOLERANCE } from './instance.ts';
import type { LevelingInstance } from './instance.ts';
import { clearProfile, emptyProfile, lastConflict, occupy } from './profile.ts';
import type { UsageProfile } from './profile.ts';
import { demandWindow } from './place.ts';
import type { LevelingWork } from './place.ts';

/** Room for right justification, kept between calls. */
export type Justification = { profiles: UsageProfile[]; start: Float64Array; finish: Float64Array };

/** Makes the room for right justification. */
export function justification(instance: LevelingInstance): Justification {
  const { count } = instance.network;
  return { profiles: instance.resourceIds.map(emptyProfile), start: new Float64Array(count), finish: new Float64Array(count) };
}

/**
 * Shifts every node as far right as relations and resources allow before the end of the schedule, the last one of the order first. The
 * order need not be that of the schedule, so a node may stand before the data date. The starts found are priorities for the next
 * schedule generation and nothing else: spans and lags are taken as elapsed time from the schedule, so with calendars they are no dates.
 * Source: Valls, Ballestín, Quintanilla 2005, "Justification and RCPSP".
 */
export function justifyRight(instance: LevelingInstance, work: LevelingWork, order: Int32Array, room: Justification): Float64Array {
  const { network } = instance;
  const { state } = work;
  for (const profile of room.profiles) clearProfile(profile);
  // Before the data date nothing is missing: there every node finds room.
  const first = network.options.dataDate;
  for (const { resource, from, to, amount } of instance.missing) occupy(room.profiles[resource], -to, -Math.max(from, first), amount);
  for (const node of order) if (staysInPlace(instance, node)) putFinish(instance, work, room, node, state.earlyFinish[node]);
  for (const node of order.toReversed()) {
    if (staysInPlace(instance, node)) continue;
    const span = state.earlyFinish[node] - state.earlyStart[node];
    let finish = work.finish;
    for (let at = network.succOffset[node]; at < network.succOffset[node + 1]; at++) {
      const link = network.succList[at];
      const to = network.linkTo[link];
      const type = network.linkType[link];
      const isFromFinish = type === LINK.fs || type === LINK.ff;
      const lag = carriedForward(network, state, link) - (isFromFinish ? state.earlyFinish[node] : state.earlyStart[node]);
      const bound = (type === LINK.fs || type === LINK.ss ? room.start : room.finish)[to] - lag + (isFromFinish ? 0 : span);
      if (bound < finish) finish = bound;
    }
    putFinish(instance, work, room, node, -firstFitBackward(instance, work, room, node, -finish));
  }
  return room.start;
}

function staysInPlace(instance: LevelingInstance, node: number): boolean {
  return instance.fixed[node] !== 0 || instance.oversized[node] !== 0;
}

function putFinish(instance: LevelingInstance, work: LevelingWork, room: Justification, node: number, finish: number): void {
  const shift = finish - work.state.earlyFinish[node];
  room.finish[node] = finish;
  room.start[node] = work.state.earlyStart[node] + shift;
  eachWindow(instance, work, node, shift, (resource, from, to, amount) => occupy(room.profiles[resource], -to, -from, amount));
}

/** Time is reversed: the mirrored start is the negated finish. */
function firstFitBackward(instance: LevelingInstance, work: LevelingWork, room: Justification, node: number, mirrored: number): number {
  let start = mirrored;
  for (let isMoving = true; isMoving;) {
    isMoving = false;
    eachWindow(instance, work, node, -work.state.earlyFinish[node] - start, (resource, from, to, amount) => {
      if (isMoving) return;
      const free = instance.limits[resource] * (1 + TOLERANCE) - amount;
      const conflict = lastConflict(room.profiles[resource], -to, -from, free, null);
      if (conflict === NO_DATE) return;
      start += conflict + to;
      isMoving = true;
    });
  }
  return start;
}

function eachWindow(
  instance: LevelingInstance,
  work: LevelingWork,
  node: number,
  shift: number,
  visit: (resource: number, from: number, to: number, amount: number) => void,
): void {
  for (let at = instance.demandOffset[node]; at < instance.demandOffset[node + 1]; at++) {
    const { from, to } = demandWindow(instance, work.state, node, at);
    visit(instance.demandResource[at], from + shift, to + shift, instance.demandAmount[at]);
  }
}
