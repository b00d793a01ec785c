import type { CompiledCalendar } from '../time/calendar.ts';
import { endOfWork, workBefore } from '../time/work.ts';
import { TOLERANCE } from './instance.ts';
import type { LevelingInstance } from './instance.ts';
import type { LevelingLimits } from './place.ts';

/** What is asked of a resource by works of one calendar: units times minutes, and the moment from which they can begin. */
type Asked = { calendar: CompiledCalendar; effort: number; from: number };

/**
 * A moment before which no leveled schedule ends: the calculated end, or the time that a resource needs for all that is asked of it. Only
 * resources are counted whose works share a calendar and must keep the limit.
 */
export function leastFinish(instance: LevelingInstance, limits: LevelingLimits): number {
  let least = instance.calculatedFinish;
  if (limits.withinFloat) return least;
  for (const [resource, asked] of askedOf(instance).entries()) {
    if (!asked || instance.missing.some((one) => one.resource === resource)) continue;
    const minutes = Math.ceil(asked.effort / instance.limits[resource] / (1 + TOLERANCE));
    if (minutes > 0) least = Math.max(least, endOfWork(asked.calendar, workBefore(asked.calendar, asked.from) + minutes));
  }
  return least;
}

/** By resource; none where calendars differ. */
function askedOf(instance: LevelingInstance): (Asked | null)[] {
  const { network, calculated, demandOffset, demandResource, demandAmount, demandLag, demandLength } = instance;
  const asked: (Asked | null | undefined)[] = instance.resourceIds.map(() => undefined);
  for (let node = 0; node < network.count; node++) {
    if (instance.fixed[node] || instance.oversized[node] || instance.followsResources[node]) continue;
    const calendar = network.calendars[network.calendar[node]];
    for (let at = demandOffset[node]; at < demandOffset[node + 1]; at++) {
      const resource = demandResource[at];
      const known = asked[resource] ?? { calendar, effort: 0, from: calculated.earlyStart[node] };
      const length = demandLength[at] < 0 ? calculated.remaining[node] - demandLag[at] : demandLength[at];
      known.effort += demandAmount[at] * Math.max(0, length);
      known.from = Math.min(known.from, calculated.earlyStart[node]);
      asked[resource] = asked[resource] === null || known.calendar !== calendar ? null : known;
    }
  }
  return asked.map((one) => one ?? null);
}
