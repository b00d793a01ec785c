import { NO_DATE } from '@gantry/domain';
import { forwardNode } from '../timetable/passes/forward.ts';
import { emptyState } from '../timetable/passes/pass-state.ts';
import type { LevelingInstance } from './instance.ts';
import { demandWindow, keepCalculatedStart, placeNode } from './place.ts';
import type { LevelingLimits, LevelingWork } from './place.ts';
import { clearProfile, emptyProfile, occupy } from './profile.ts';

/** Room for generating schedules of an instance, kept between them. */
export function levelingWork(instance: LevelingInstance): LevelingWork {
  const dates = () => new Int32Array(instance.network.count).fill(NO_DATE);
  return {
    state: emptyState(instance.network),
    profiles: instance.resourceIds.map(emptyProfile),
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
  for (const { resource, from, to, amount } of instance.missing) occupy(work.profiles[resource], from, to, amount);
  work.finish = NO_DATE;
  for (const node of order) {
    forwardNode(instance.network, state, node);
    keepCalculatedStart(instance, node, work);
    work.movedBy[node] = -1;
    if (instance.demandOffset[node] < instance.demandOffset[node + 1]) {
      if (!instance.fixed[node] && !instance.oversized[node]) placeNode(instance, node, limits, work);
      occupyNode(instance, node, work);
    }
    if (state.earlyFinish[node] > work.finish) work.finish = state.earlyFinish[node];
  }
}

function occupyNode(instance: LevelingInstance, node: number, work: LevelingWork): void {
  for (let at = instance.demandOffset[node]; at < instance.demandOffset[node + 1]; at++) {
    const { from, to } = demandWindow(instance, work.state, node, at);
    occupy(work.profiles[instance.demandResource[at]], from, to, instance.demandAmount[at]);
  }
}
