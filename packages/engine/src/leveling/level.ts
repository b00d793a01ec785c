import type { Minute, Plan } from '@gantry/domain';
import { workBefore } from '../time/work.ts';
import { resultOf } from '../timetable/calculate.ts';
import type { CalculationResult } from '../timetable/result.ts';
import { explainDelays, overAllocationsOf } from './explain.ts';
import type { LevelingDelay, OverAllocation } from './explain.ts';
import { improveOrder } from './improve.ts';
import type { LevelingBudget } from './improve.ts';
import { levelingInstance } from './instance.ts';
import type { LevelingInstance } from './instance.ts';
import { orderByPriority, rankByKeys } from './order.ts';
import type { LevelingPriority } from './order.ts';
import type { RandomSource } from './random.ts';
import { levelingWork } from './serial.ts';
import { generateWithinLimits } from './within-float.ts';
import type { LevelingLimits } from './place.ts';

/** Settings of a leveling run. */
export type LevelingOptions = LevelingLimits & {
  /** Resources to level; null = every one with a limit, materials excepted. */
  resourceIds: readonly number[] | null;
  /** Order of works that compete for a resource: later keys break ties of earlier ones. */
  priorities: readonly LevelingPriority[];
  /** The number that the key `custom` reads, smaller first. */
  customPriority: (itemId: number) => number;
  /** Search for an earlier project end than the priority list gives; null = the list alone. */
  improvement: { budget: LevelingBudget; random: RandomSource } | null;
};

/** Leveled dates beside the calculated ones, which stay as they are. */
export type LevelingResult = {
  calculated: CalculationResult;
  /** The same columns with the leveled dates; floats are what the delays have left of the calculated late dates. */
  leveled: CalculationResult;
  calculatedFinish: Minute;
  leveledFinish: Minute;
  delays: LevelingDelay[];
  overAllocationsBefore: OverAllocation[];
  overAllocationsAfter: OverAllocation[];
  /** Items whose demand alone exceeds the limit: leveling does not move them. */
  oversizedItemIds: number[];
  /** Schedules that the improvement looked at. */
  schedules: number;
};

/** Beyond the float, by late finish, without a search. */
export const DEFAULT_LEVELING: LevelingOptions = {
  resourceIds: null,
  priorities: [{ by: 'custom' }, { by: 'late_finish' }, { by: 'total_float' }, { by: 'row' }],
  customPriority: () => 0,
  withinFloat: false,
  preservedFloatMinutes: 0,
  overAllocation: 0,
  improvement: null,
};

/** Delays items until the resources they share suffice. It never throws; relations and calendars hold, dates never get earlier than calculated. */
export function levelPlan(plan: Plan, options: LevelingOptions = DEFAULT_LEVELING): LevelingResult {
  const instance = levelingInstance(withoutLeveling(plan), options.resourceIds);
  const { network, calculated } = instance;
  let order = orderByPriority(network, ranks(instance, options));
  let schedules = 1;
  if (options.improvement) {
    const { budget, random } = options.improvement;
    const improved = improveOrder(instance, order, options, budget, random);
    order = improved.order;
    schedules += improved.schedules;
  }
  const work = levelingWork(instance);
  generateWithinLimits(instance, order, options, work);
  const { state } = work;
  state.lateStart.set(calculated.lateStart);
  state.lateFinish.set(calculated.lateFinish);
  state.lateWork.set(calculated.lateWork);
  state.finishLine = calculated.finishLine;
  const itemIds = (flags: Uint8Array) =>
    [...flags.keys()]
      .filter((node) => flags[node])
      .map((node) => network.columns.id[network.itemOf[node]])
      .sort((a, b) => a - b);
  return {
    calculated: resultOf(network, calculated),
    leveled: resultOf(network, state),
    calculatedFinish: instance.calculatedFinish,
    leveledFinish: work.finish,
    delays: explainDelays(instance, work),
    overAllocationsBefore: overAllocationsOf(instance, calculated),
    overAllocationsAfter: overAllocationsOf(instance, state),
    oversizedItemIds: itemIds(instance.oversized),
    schedules,
  };
}

/** What an earlier leveling put off is put off anew, or not. */
function withoutLeveling(plan: Plan): Plan {
  if (!plan.items.some(({ leveling }) => leveling)) return plan;
  return { ...plan, items: plan.items.map((item) => (item.leveling ? { ...item, leveling: null } : item)) };
}

/** Fixed work goes first, so that its use stands in the profiles before anything is placed around it. */
function ranks(instance: LevelingInstance, options: LevelingOptions): Float64Array {
  const keys = options.priorities.map(({ by, descending = false }) => ({ value: keyValue(instance, options, by), descending }));
  const rank = rankByKeys(instance.network.count, keys);
  for (let node = 0; node < rank.length; node++) if (instance.fixed[node]) rank[node] = -1;
  return rank;
}

function keyValue(instance: LevelingInstance, options: LevelingOptions, by: LevelingPriority['by']): (node: number) => number {
  const { network, calculated } = instance;
  const work = (node: number, moment: number) => workBefore(network.calendars[network.calendar[node]], moment);
  const values: Record<LevelingPriority['by'], (node: number) => number> = {
    custom: (node) => options.customPriority(network.columns.id[network.itemOf[node]]),
    total_float: (node) => work(node, calculated.lateFinish[node]) - work(node, calculated.earlyFinish[node]),
    free_float: (node) => freeRoom(instance, node),
    early_start: (node) => calculated.earlyStart[node],
    early_finish: (node) => calculated.earlyFinish[node],
    late_start: (node) => calculated.lateStart[node],
    late_finish: (node) => calculated.lateFinish[node],
    duration: (node) => calculated.remaining[node],
    row: (node) => network.itemOf[node],
  };
  return values[by];
}

/** Elapsed minutes until the first successor feels a delay. */
function freeRoom({ network, calculated, calculatedFinish }: LevelingInstance, node: number): number {
  let room = calculatedFinish - calculated.earlyFinish[node];
  for (let at = network.succOffset[node]; at < network.succOffset[node + 1]; at++) {
    const link = network.succList[at];
    room = Math.min(room, calculated.earlyStart[network.linkTo[link]] - calculated.linkStart[link]);
  }
  return Math.max(0, room);
}
