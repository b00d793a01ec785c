import type { Minute } from '@gantry/domain';
import { workBefore } from '../time/work.ts';
import type { PassState } from '../timetable/pass-state.ts';
import { TOLERANCE } from './instance.ts';
import type { LevelingInstance } from './instance.ts';
import { emptyProfile, occupy } from './profile.ts';
import type { UsageProfile } from './profile.ts';
import { demandWindow } from './serial.ts';
import type { LevelingWork } from './serial.ts';

/** Why an item starts later than calculated: a resource that others hold until `until`, or a relation from an item that is late itself. */
export type LevelingCause =
  | { kind: 'resource'; resourceId: number; heldByItemIds: number[]; until: Minute }
  | { kind: 'relation'; relationId: number; itemId: number };

/** One delay that leveling made: working minutes of the item's calendar. */
export type LevelingDelay = { itemId: number; minutes: number; from: Minute; to: Minute; cause: LevelingCause };

/** A stretch of time in which more of a resource is used than there is. */
export type OverAllocation = { resourceId: number; from: Minute; to: Minute; used: number; limit: number };

/** Tells for every delayed item what it waited for. */
export function explainDelays(instance: LevelingInstance, work: LevelingWork): LevelingDelay[] {
  const { network, calculated } = instance;
  const { columns } = network;
  const holders = holdersByResource(instance);
  const delays: LevelingDelay[] = [];
  for (let node = 0; node < network.count; node++) {
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

function resourceCause(instance: LevelingInstance, work: LevelingWork, node: number, holders: { node: number; demand: number }[][]): LevelingCause {
  const { network } = instance;
  const until = work.movedTo[node];
  const resource = work.movedBy[node];
  const heldByItemIds: number[] = [];
  for (const holder of holders[resource]) {
    if (holder.node === node) continue;
    const { from, to } = demandWindow(instance, work.state, holder.node, holder.demand);
    if (from < until && to >= until) heldByItemIds.push(network.columns.id[network.itemOf[holder.node]]);
  }
  return { kind: 'resource', resourceId: instance.resourceIds[resource], heldByItemIds, until };
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
  return { kind: 'relation', relationId: columns.relationId[network.linkRelation[latest]], itemId: columns.id[network.itemOf[network.linkFrom[latest]]] };
}

/** Use of each leveled resource by the dates of a state. */
export function usageOf(instance: LevelingInstance, state: PassState): UsageProfile[] {
  const profiles = instance.resourceIds.map(emptyProfile);
  for (let node = 0; node < instance.network.count; node++) {
    for (let demand = instance.demandOffset[node]; demand < instance.demandOffset[node + 1]; demand++) {
      const { from, to } = demandWindow(instance, state, node, demand);
      occupy(profiles[instance.demandResource[demand]], from, to, instance.demandAmount[demand]);
    }
  }
  return profiles;
}

/** Where a use exceeds the limits; neighbouring steps are told as one with the highest use. */
export function overAllocationsOf(instance: LevelingInstance, profiles: readonly UsageProfile[]): OverAllocation[] {
  const found: OverAllocation[] = [];
  for (const [resource, { at, level, count }] of profiles.entries()) {
    const limit = instance.limits[resource];
    let open: OverAllocation | null = null;
    for (let step = 0; step + 1 < count; step++) {
      if (level[step] <= limit * (1 + TOLERANCE)) {
        open = null;
      } else if (open) {
        open.to = at[step + 1];
        open.used = Math.max(open.used, level[step]);
      } else {
        open = { resourceId: instance.resourceIds[resource], from: at[step], to: at[step + 1], used: level[step], limit };
        found.push(open);
      }
    }
  }
  return found;
}
