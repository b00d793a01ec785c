import { NO_DATE } from '@gantry/domain';
import type { Plan } from '@gantry/domain';
import { STATUS, columnsOf } from '../network/columns.ts';
import { compileNetwork } from '../network/network.ts';
import type { Network } from '../network/network.ts';
import { runPasses } from '../timetable/calculate.ts';
import { emptyState } from '../timetable/pass-state.ts';
import type { PassState } from '../timetable/pass-state.ts';

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
  limits: Float64Array;
  /** 1 = keeps its calculated dates: completed work, mandatory dates, and started work that waits for nothing that can move. */
  fixed: Uint8Array;
  /** 1 = some demand is larger than the limit: no date would help. */
  oversized: Uint8Array;
};

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
  const leveled = plan.resources.filter((resource) => resource.limit !== null && resource.limit > 0 && resource.kind !== 'material');
  const chosen = resourceIds ? leveled.filter((resource) => resourceIds.includes(resource.id)) : leveled;
  const limits = Float64Array.from(chosen, (resource) => resource.limit ?? 0);
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
    fixed: fixedNodes(network),
    oversized: Uint8Array.from(demands, (list) =>
      list.some((demand) => demand.amount > limits[demand.resource] * (1 + TOLERANCE)) ? 1 : 0,
    ),
  };
}

function demandsByNode(plan: Plan, network: Network, calculated: PassState, resources: ReadonlyMap<number, number>): Demand[][] {
  const demands: Demand[][] = Array.from({ length: network.count }, () => []);
  const nodeOfItem = new Map(plan.items.map((item, index) => [item.id, network.nodeOf[index]]));
  for (const assignment of plan.assignments) {
    const node = nodeOfItem.get(assignment.itemId) ?? -1;
    const resource = resources.get(assignment.resourceId);
    if (node < 0 || resource === undefined || network.status[node] === STATUS.completed) continue;
    const lag = Math.max(0, assignment.lagMinutes);
    const length = assignment.remainingMinutes ?? calculated.remaining[node] - lag;
    if (length <= 0 || assignment.remainingUnits <= 0) continue;
    const amount = (assignment.remainingUnits * 60) / length;
    demands[node].push({ resource, amount, lag, length: assignment.remainingMinutes === null ? -1 : length });
  }
  return demands.map(joined);
}

/** Two assignments of one resource over the same time are one demand: each alone may fit where both do not. */
function joined(demands: Demand[]): Demand[] {
  const byWindow = new Map<string, Demand>();
  for (const demand of demands) {
    const key = `${demand.resource} ${demand.lag} ${demand.length}`;
    const known = byWindow.get(key);
    if (known) known.amount += demand.amount;
    else byWindow.set(key, { ...demand });
  }
  return [...byWindow.values()];
}

function fixedNodes(network: Network): Uint8Array {
  const fixed = new Uint8Array(network.count);
  for (let node = 0; node < network.count; node++) {
    const isMandatory = network.mandatoryStart[node] !== NO_DATE || network.mandatoryFinish[node] !== NO_DATE;
    if (network.status[node] === STATUS.notStarted) {
      fixed[node] = isMandatory ? 1 : 0;
      continue;
    }
    fixed[node] = 1;
    for (let link = network.predOffset[node]; link < network.predOffset[node + 1]; link++) fixed[node] &= fixed[network.linkFrom[link]];
    if (network.status[node] === STATUS.completed) fixed[node] = 1;
  }
  return fixed;
}
