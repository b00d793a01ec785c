import type { Minute } from '@gantry/domain';
import type { CompiledCalendar } from '../time/calendar.ts';
import { startOfWork, workBefore } from '../time/work.ts';
import { isGate } from '../network/network.ts';
import type { PassState } from '../timetable/passes/pass-state.ts';
import { TOLERANCE } from './instance.ts';
import type { LevelingInstance } from './instance.ts';
import { demandWindow } from './place.ts';
import type { LevelingWork } from './place.ts';

/**
 * Why an item starts later than calculated: a resource that others hold until `until`; one that there was less of until then, beside
 * what others hold; or a relation from an item that is late itself.
 */
export type LevelingCause =
  | { kind: 'resource' | 'limit'; resourceId: number; heldByItemIds: number[]; until: Minute }
  | { kind: 'relation'; relationId: number; itemId: number };

/** One delay that leveling made: working minutes of the item's calendar. */
export type LevelingDelay = { itemId: number; minutes: number; from: Minute; to: Minute; cause: LevelingCause };

/** A stretch of time in which more of a resource is used than there is. */
export type OverAllocation = { resourceId: number; from: Minute; to: Minute; used: number; limit: number };

/** Explains for every delayed item what it waited for. */
export function explainDelays(instance: LevelingInstance, work: LevelingWork): LevelingDelay[] {
  const { network, calculated } = instance;
  const { columns } = network;
  const holders = holdersByResource(instance);
  const delays: LevelingDelay[] = [];
  for (let node = 0; node < network.count; node++) {
    if (isGate(network.kind[node])) continue;
    const from = calculated.earlyStart[node];
    const to = work.state.earlyStart[node];
    const calendar = network.calendars[network.calendar[node]];
    const minutes = workBefore(calendar, to) - workBefore(calendar, from);
    if (minutes <= 0) continue;
    const cause = work.movedBy[node] >= 0 ? resourceCause(instance, work, node, holders) : relationCause(instance, work, node);
    if (cause) delays.push({ itemId: columns.id[network.itemOf[node]], minutes, from, to, cause });
  }
  return delays.sort((a, b) => a.to - b.to || a.itemId - b.itemId);
}

function resourceCause(
  instance: LevelingInstance,
  work: LevelingWork,
  node: number,
  holders: { node: number; demand: number }[][],
): LevelingCause {
  const { network } = instance;
  const until = work.movedTo[node];
  const resource = work.movedBy[node];
  const heldByItemIds: number[] = [];
  for (const holder of holders[resource]) {
    if (holder.node === node) continue;
    const { from, to } = demandWindow(instance, work.state, holder.node, holder.demand);
    if (from < until && to >= until) heldByItemIds.push(network.columns.id[network.itemOf[holder.node]]);
  }
  const isLess = instance.missing.some((one) => one.resource === resource && one.from < until && one.to >= until);
  return { kind: isLess ? 'limit' : 'resource', resourceId: instance.resourceIds[resource], heldByItemIds, until };
}

function holdersByResource(instance: LevelingInstance): { node: number; demand: number }[][] {
  const holders: { node: number; demand: number }[][] = instance.resourceIds.map(() => []);
  for (let node = 0; node < instance.network.count; node++) {
    for (let demand = instance.demandOffset[node]; demand < instance.demandOffset[node + 1]; demand++) {
      holders[instance.demandResource[demand]].push({ node, demand });
    }
  }
  return holders;
}

/** The link that asks for the latest start. */
function relationCause(instance: LevelingInstance, work: LevelingWork, node: number): LevelingCause | null {
  const { network } = instance;
  let latest = -1;
  for (let link = network.predOffset[node]; link < network.predOffset[node + 1]; link++) {
    if (latest < 0 || work.state.linkStart[link] > work.state.linkStart[latest]) latest = link;
  }
  if (latest < 0) return null;
  const { columns } = network;
  return {
    kind: 'relation',
    relationId: columns.relationId[network.linkRelation[latest]],
    itemId: columns.id[network.itemOf[network.linkFrom[latest]]],
  };
}

/** Periods in which dates exceed limits, in working time. Periods separated only by non-working time are joined, with the highest use. */
export function overAllocationsOf(instance: LevelingInstance, state: PassState): OverAllocation[] {
  const changes: UseChange[][] = instance.resourceIds.map(() => []);
  for (const { resource, from, to, amount } of instance.missing)
    changes[resource].push({ at: from, amount: 0, missing: amount }, { at: to, amount: 0, missing: -amount });
  for (let node = 0; node < instance.network.count; node++) {
    const calendar = instance.network.calendars[instance.network.calendar[node]];
    for (let demand = instance.demandOffset[node]; demand < instance.demandOffset[node + 1]; demand++) {
      const list = changes[instance.demandResource[demand]];
      const amount = instance.demandAmount[demand];
      const { from, to } = demandWindow(instance, state, node, demand);
      const periods = instance.followsResources[node] ? [{ from, to }] : workingPeriods(calendar, from, to);
      for (const period of periods) list.push({ at: period.from, amount }, { at: period.to, amount: -amount });
    }
  }
  return changes.flatMap((list, resource) => exceeded(list, instance.resourceIds[resource], instance.limits[resource]));
}

/** How the use of a resource, or what is missing of it, changes at a moment. */
type UseChange = { at: Minute; amount: number; missing?: number };

function exceeded(changes: UseChange[], resourceId: number, most: number): OverAllocation[] {
  changes.sort((a, b) => a.at - b.at);
  const found: OverAllocation[] = [];
  const negligible = most * TOLERANCE;
  let limit = most;
  let open: OverAllocation | null = null;
  let used = 0;
  for (const [index, { at, amount, missing = 0 }] of changes.entries()) {
    used += amount;
    limit -= missing;
    const until = changes[index + 1]?.at;
    if (until === undefined || until === at) continue;
    if (used <= limit + negligible) {
      if (used > negligible) open = null;
    } else if (open) {
      open.to = until;
      open.used = Math.max(open.used, used);
      open.limit = Math.min(open.limit, limit);
    } else {
      open = { resourceId, from: at, to: until, used, limit };
      found.push(open);
    }
  }
  return found;
}

/** The stretches without a break in which a calendar works between two moments. */
function* workingPeriods(calendar: CompiledCalendar, from: Minute, to: Minute): Generator<{ from: Minute; to: Minute }> {
  for (let start = startOfWork(calendar, workBefore(calendar, from)); start < to;) {
    const worked = workBefore(calendar, start);
    const isUnbroken = (length: number) => workBefore(calendar, start + length) - worked === length;
    let least = 1;
    let most = 2;
    while (start + most < to && isUnbroken(most)) {
      least = most;
      most *= 2;
    }
    most = Math.min(most, to - start + 1);
    while (most - least > 1) {
      const middle = (least + most) >> 1;
      if (isUnbroken(middle)) least = middle;
      else most = middle;
    }
    yield { from: start, to: start + least };
    start = startOfWork(calendar, worked + least);
  }
}
