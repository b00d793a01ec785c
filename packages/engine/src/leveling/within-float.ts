import { workBefore } from '../time/work.ts';
import type { LevelingInstance } from './instance.ts';
import type { LevelingLimits, LevelingWork } from './place.ts';
import { generateSchedule } from './serial.ts';

/**
 * Generates a schedule; within the float none of its nodes ends later than its float allows. A delay inside the float of one node can
 * still push a successor past its own: the same working moment is the evening of one day and the morning of the next, and a lag in
 * another calendar tells them apart. Such delays are given up, at most once a node.
 */
export function generateWithinLimits(instance: LevelingInstance, order: Int32Array, limits: LevelingLimits, work: LevelingWork): void {
  generateSchedule(instance, order, limits, work);
  if (!limits.withinFloat) return;
  const held = { ...instance, fixed: instance.fixed.slice() };
  while (giveUpDelays(held, work)) generateSchedule(held, order, limits, work);
}

/** Fixes what was delayed ahead of a node that ends too late; answers whether anything was. */
function giveUpDelays(held: LevelingInstance, work: LevelingWork): boolean {
  const { network } = held;
  const seen = new Uint8Array(network.count);
  const ahead = Array.from(seen.keys()).filter((node) => isTooLate(held, work, node));
  let changed = false;
  for (let node = ahead.pop(); node !== undefined; node = ahead.pop()) {
    if (seen[node]) continue;
    seen[node] = 1;
    if (work.movedBy[node] >= 0 && !held.fixed[node]) {
      held.fixed[node] = 1;
      changed = true;
    }
    for (let link = network.predOffset[node]; link < network.predOffset[node + 1]; link++) ahead.push(network.linkFrom[link]);
  }
  return changed;
}

function isTooLate({ network, calculated }: LevelingInstance, { state }: LevelingWork, node: number): boolean {
  const calendar = network.calendars[network.calendar[node]];
  const latest = Math.max(calculated.lateFinish[node], calculated.earlyFinish[node]);
  return workBefore(calendar, state.earlyFinish[node]) > workBefore(calendar, latest);
}
