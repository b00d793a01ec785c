import { NO_DATE } from '@gantry/domain';
import { LIMIT, STATUS } from '../network/columns.ts';
import type { Network } from '../network/network.ts';
import { entersStart, leavesFinish } from './passes/link-law.ts';
import type { PassState } from './passes/pass-state.ts';
import type { CalculationLog } from './result.ts';

// Constants of this module: imported ones are read from memory each time.
const UNSET = NO_DATE;
const { none } = LIMIT;
const { notStarted, inProgress, completed } = STATUS;

/** The log of a calculation: counts (critical ones are added later), open ends, constraints, out-of-sequence progress. */
export function logOf(network: Network, state: PassState): CalculationLog {
  const { columns, options } = network;
  const log: CalculationLog = {
    options,
    itemCount: columns.itemCount,
    scheduledCount: 0,
    relationCount: columns.relationCount,
    notStartedCount: 0,
    inProgressCount: 0,
    completedCount: 0,
    criticalCount: 0,
    nearCriticalCount: 0,
    openStartIds: [],
    openFinishIds: [],
    constrainedIds: [],
    violatedIds: [],
    outOfSequenceRelationIds: outOfSequence(network),
    overriddenRelationIds: Array.from(network.relations.overridden, (relation) => columns.relationId[relation]),
  };
  // In the order of the items their ids mostly stand in order already.
  for (let item = 0; item < columns.itemCount; item++) if (network.nodeOf[item] >= 0) logNode(network, state, network.nodeOf[item], log);
  for (const ids of [log.openStartIds, log.openFinishIds, log.constrainedIds, log.violatedIds]) ids.sort((a, b) => a - b);
  return log;
}

function logNode(network: Network, state: PassState, node: number, log: CalculationLog): void {
  const id = network.columns.id[network.itemOf[node]];
  const status = network.status[node];
  log.scheduledCount++;
  if (status === notStarted) log.notStartedCount++;
  else if (status === inProgress) log.inProgressCount++;
  else log.completedCount++;
  if (isConstrained(network, node)) log.constrainedIds.push(id);
  if (status === completed) return;
  if (network.predOffset[node] === network.predOffset[node + 1]) log.openStartIds.push(id);
  if (network.succOffset[node] === network.succOffset[node + 1]) log.openFinishIds.push(id);
  if (isViolated(network, state, node)) log.violatedIds.push(id);
}

function isConstrained(network: Network, node: number): boolean {
  const item = network.itemOf[node];
  return network.columns.startLimit[item] !== none || network.columns.finishLimit[item] !== none;
}

function isViolated(network: Network, state: PassState, node: number): boolean {
  const startCeiling = network.startCeiling[node];
  const finishCeiling = network.finishCeiling[node];
  return (
    (startCeiling !== UNSET && state.earlyStart[node] > startCeiling) ||
    (finishCeiling !== UNSET && state.earlyFinish[node] > finishCeiling)
  );
}

/** Relations whose successor has begun (or ended) although the predecessor's end that it waits for has not come. */
function outOfSequence(network: Network): number[] {
  const { predecessor, successor, relationType, relationCount, relationId, actualStart, actualFinish } = network.columns;
  const ids: number[] = [];
  for (let relation = 0; relation < relationCount; relation++) {
    const from = predecessor[relation];
    const to = successor[relation];
    if (from < 0 || to < 0) continue;
    const type = relationType[relation];
    const effect = entersStart(type) ? actualStart[to] : actualFinish[to];
    if (effect === UNSET) continue;
    const cause = leavesFinish(type) ? actualFinish[from] : actualStart[from];
    if (cause === UNSET || effect < cause) ids.push(relationId[relation]);
  }
  return ids.sort((a, b) => a - b);
}
