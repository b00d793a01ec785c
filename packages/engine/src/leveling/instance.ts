import { NO_DATE } from '@gantry/domain';
import type { Plan, PlanResource } from '@gantry/domain';
import { limitsOf } from '../facts/rates.ts';
import { FLAG, STATUS, columnsOf } from '../network/columns.ts';
import { compileNetwork } from '../network/network.ts';
import type { Network } from '../network/network.ts';
import { hasAssignments } from '../timetable/passes/assigned.ts';
import { runPasses } from '../timetable/calculate.ts';
import { emptyState } from '../timetable/passes/pass-state.ts';
import type { PassState } from '../timetable/passes/pass-state.ts';

/** A plan ready for leveling: its network, its calculated dates, and what each node asks of the resources that are leveled. */
export type LevelingInstance = {
  network: Network;
  /** Dates of the critical path method; never written to. */
  calculated: PassState;
  /** Latest early finish of the calculation: no leveled schedule can end before it. */
  calculatedFinish: number;
  /** Demands of a node: `[demandOffset[node], demandOffset[node + 1])`. */
  demandOffset: Int32Array;
  /** Index into `resourceIds` and `limits`. */
  demandResource: Int32Array;
  /** Units at once, as the resource's limit counts them. */
  demandAmount: Float64Array;
  /** Working minutes of the node after which the demand begins, and how long it lasts; −1 = to the end. */
  demandLag: Int32Array;
  demandLength: Int32Array;
  resourceIds: number[];
  /** The most that there ever is of a resource. */
  limits: Float64Array;
  /** When there is less of a resource than that, and by how much: it stands in the profiles like use. */
  missing: { resource: number; from: number; to: number; amount: number }[];
  /** 1 = keeps its calculated dates: completed work, mandatory dates, and started work that waits for nothing that can move. */
  fixed: Uint8Array;
  /** 1 = the calculation has rules of its own for its dates: calendars of its resources, MS Project. It holds resources over all of its span. */
  followsResources: Uint8Array;
  /** 1 = some demand is larger than the limit: no date would help. */
  oversized: Uint8Array;
};

/** A moment behind all plans: what is missing until then is missing for ever. */
export const NEVER = 0x7ffffffe;

/** Room for the rounding of units divided by minutes. */
export const TOLERANCE = 1e-6;

type Demand = { resource: number; amount: number; lag: number; length: number };

/** Calculates a plan and collects the demands on its limited labour and equipment, or on the chosen ones of them. */
export function levelingInstance(plan: Plan, resourceIds: readonly number[] | null = null): LevelingInstance {
  const network = compileNetwork(columnsOf(plan));
  const calculated = emptyState(network);
  runPasses(network, calculated);
  let calculatedFinish = NO_DATE;
  for (const finish of calculated.earlyFinish) calculatedFinish = Math.max(calculatedFinish, finish);
  const leveled = plan.resources.filter((resource) => resource.kind !== 'material' && mostOf(resource) > 0);
  const chosen = resourceIds ? leveled.filter((resource) => resourceIds.includes(resource.id)) : leveled;
  const limits = Float64Array.from(chosen, mostOf);
  const demands = demandsByNode(plan, network, calculated, new Map(chosen.map((resource, index) => [resource.id, index])));
  const flat = demands.flat();
  const demandOffset = new Int32Array(network.count + 1);
  for (let node = 0; node < network.count; node++) demandOffset[node + 1] = demandOffset[node] + demands[node].length;
  return {
    network,
    calculated,
    calculatedFinish,
    demandOffset,
    demandResource: Int32Array.from(flat, (demand) => demand.resource),
    demandAmount: Float64Array.from(flat, (demand) => demand.amount),
    demandLag: Int32Array.from(flat, (demand) => demand.lag),
    demandLength: Int32Array.from(flat, (demand) => demand.length),
    resourceIds: chosen.map((resource) => resource.id),
    limits,
    missing: chosen.flatMap((resource, index) => missingOf(resource, index, limits[index])),
    fixed: fixedNodes(network),
    followsResources: Uint8Array.from({ length: network.count }, (_, node) => (network.byProject || hasAssignments(network, node) ? 1 : 0)),
    oversized: Uint8Array.from(demands, (list) =>
      list.some((demand) => demand.amount > limits[demand.resource] * (1 + TOLERANCE)) ? 1 : 0,
    ),
  };
}

function mostOf(resource: PlanResource): number {
  return Math.max(0, ...limitsOf(resource).map(({ value }) => value));
}

/** The stretches in which the limit is less than its largest step. */
function missingOf(resource: PlanResource, index: number, most: number): LevelingInstance['missing'] {
  const steps = limitsOf(resource);
  return steps.flatMap(({ from, value }, at) => {
    const stretch = { from: at === 0 ? -NEVER : from, to: steps[at + 1]?.from ?? NEVER };
    return value < most ? [{ resource: index, ...stretch, amount: most - value }] : [];
  });
}

function demandsByNode(plan: Plan, network: Network, calculated: PassState, resources: ReadonlyMap<number, number>): Demand[][] {
  const demands: Demand[][] = Array.from({ length: network.count }, () => []);
  const nodeOfItem = new Map(plan.items.map((item, index) => [item.id, network.nodeOf[index]]));
  for (const assignment of plan.assignments) {
    const node = nodeOfItem.get(assignment.itemId) ?? -1;
    const resource = resources.get(assignment.resourceId);
    if (node < 0 || resource === undefined || network.status[node] === STATUS.completed) continue;
    const lag = Math.max(0, assignment.lagMinutes);
    // The span of work that follows its resources is no measure: they work on it in calendars of their own.
    const whole = hasAssignments(network, node) ? network.remaining[node] : calculated.remaining[node];
    const length = assignment.remainingMinutes ?? whole - lag;
    if (length <= 0 || assignment.remainingUnits <= 0) continue;
    const amount = (assignment.remainingUnits * 60) / length;
    demands[node].push({ resource, amount, lag, length: assignment.remainingMinutes === null ? -1 : length });
  }
  return demands.map((list, node) => joined(list, network.byProject || hasAssignments(network, node)));
}

/**
 * Joins overlapping assignments of one resource to one demand over their common time, because each alone may fit where both do not. Work
 * scheduled by resources uses them over its whole span.
 */
function joined(demands: Demand[], isWholeSpan: boolean): Demand[] {
  const list: Demand[] = [];
  for (const demand of demands.toSorted((a, b) => a.lag - b.lag)) {
    const known = list.findLast((other) => other.resource === demand.resource);
    if (!known || !(isWholeSpan || demand.lag < endOf(known))) {
      list.push({ ...demand });
      continue;
    }
    const end = Math.max(endOf(known), endOf(demand));
    known.amount += demand.amount;
    known.length = Number.isFinite(end) ? end - known.lag : -1;
  }
  return list;
}

function endOf(demand: Demand): number {
  return demand.length < 0 ? Number.POSITIVE_INFINITY : demand.lag + demand.length;
}

function fixedNodes(network: Network): Uint8Array {
  const fixed = new Uint8Array(network.count);
  for (let node = 0; node < network.count; node++) {
    const isManual = (network.flags[node] & FLAG.manual) !== 0;
    const isMandatory = isManual || network.mandatoryStart[node] !== NO_DATE || network.mandatoryFinish[node] !== NO_DATE;
    if (network.status[node] === STATUS.notStarted) {
      fixed[node] = isMandatory ? 1 : 0;
      continue;
    }
    fixed[node] = 1;
    for (let link = network.predOffset[node]; link < network.predOffset[node + 1]; link++) fixed[node] &= fixed[network.linkFrom[link]];
    // Started work of MS Project keeps its actual start; only its successors can be delayed.
    if (network.status[node] === STATUS.completed || network.byProject) fixed[node] = 1;
  }
  return fixed;
}
