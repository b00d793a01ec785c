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
 * Shifts every node of a schedule as far right as relations and resources allow, latest finish first, without a later project end.
 * The starts found are priorities for the next schedule generation and nothing else: spans and lags are taken as elapsed time, so
 * with calendars they are no dates. Source: Valls, Ballestín, Quintanilla 2005, "Justification and RCPSP".
 */
export function justifyRight(instance: LevelingInstance, work: LevelingWork, room: Justification): Float64Array {
  const { network } = instance;
  const { state } = work;
  for (const profile of room.profiles) clearProfile(profile);
  for (const { resource, from, to, amount } of instance.missing) occupy(room.profiles[resource], -to, -from, amount);
  const order = Array.from({ length: network.count }, (_, node) => node);
  order.sort((a, b) => state.earlyFinish[b] - state.earlyFinish[a] || state.earlyStart[b] - state.earlyStart[a] || b - a);
  const done = new Uint8Array(network.count);
  for (const node of order) {
    const span = state.earlyFinish[node] - state.earlyStart[node];
    let finish = work.finish;
    for (let at = network.succOffset[node]; at < network.succOffset[node + 1]; at++) {
      const link = network.succList[at];
      const to = network.linkTo[link];
      const type = network.linkType[link];
      const isFromFinish = type === LINK.fs || type === LINK.ff;
      // A successor that has not moved yet (it starts first in SS and FF ladders) still bounds with its present dates.
      const start = done[to] ? room.start[to] : state.earlyStart[to];
      const end = done[to] ? room.finish[to] : state.earlyFinish[to];
      const lag = carriedForward(network, state, link) - (isFromFinish ? state.earlyFinish[node] : state.earlyStart[node]);
      const bound = (type === LINK.fs || type === LINK.ss ? start : end) - lag + (isFromFinish ? 0 : span);
      if (bound < finish) finish = bound;
    }
    if (instance.fixed[node] || instance.oversized[node]) finish = state.earlyFinish[node];
    else finish = -firstFitBackward(instance, work, room, node, -finish);
    room.finish[node] = finish;
    room.start[node] = finish - span;
    done[node] = 1;
    eachWindow(instance, work, node, finish - state.earlyFinish[node], (resource, from, to, amount) =>
      occupy(room.profiles[resource], -to, -from, amount),
    );
  }
  return room.start;
}

/** Time is reversed: the mirrored start is the negated finish, never later than the node's present place. */
function firstFitBackward(instance: LevelingInstance, work: LevelingWork, room: Justification, node: number, mirrored: number): number {
  const latest = -work.state.earlyFinish[node];
  let start = mirrored;
  for (let isMoving = true; isMoving && start < latest;) {
    isMoving = false;
    eachWindow(instance, work, node, latest - start, (resource, from, to, amount) => {
      if (isMoving) return;
      const free = instance.limits[resource] * (1 + TOLERANCE) - amount;
      const conflict = lastConflict(room.profiles[resource], -to, -from, free, null);
      if (conflict === NO_DATE) return;
      start += conflict + to;
      isMoving = true;
    });
  }
  return Math.min(start, latest);
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
