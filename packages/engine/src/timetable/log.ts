import { NO_DATE } from '@gantry/domain';
import { LIMIT, LINK, STATUS } from '../network/columns.ts';
import { isGate, type Network } from '../network/network.ts';
import type { PassState } from './passes/pass-state.ts';
import type { CalculationLog } from './result.ts';

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
  for (let node = 0; node < network.count; node++) if (!isGate(network.kind[node])) logNode(network, state, node, log);
  for (const ids of [log.openStartIds, log.openFinishIds, log.constrainedIds, log.violatedIds]) ids.sort((a, b) => a - b);
  return log;
}

function logNode(network: Network, state: PassState, node: number, log: CalculationLog): void {
  const id = network.columns.id[network.itemOf[node]];
  const status = network.status[node];
  log.scheduledCount++;
  if (status === STATUS.notStarted) log.notStartedCount++;
  else if (status === STATUS.inProgress) log.inProgressCount++;
  else log.completedCount++;
  if (isConstrained(network, node)) log.constrainedIds.push(id);
  if (status === STATUS.completed) return;
  if (network.predOffset[node] === network.predOffset[node + 1]) log.openStartIds.push(id);
  if (network.succOffset[node] === network.succOffset[node + 1]) log.openFinishIds.push(id);
  if (isViolated(network, state, node)) log.violatedIds.push(id);
}

function isConstrained(network: Network, node: number): boolean {
  const item = network.itemOf[node];
  return network.columns.startLimit[item] !== LIMIT.none || network.columns.finishLimit[item] !== LIMIT.none;
}

function isViolated(network: Network, state: PassState, node: number): boolean {
  const startCeiling = network.startCeiling[node];
  const finishCeiling = network.finishCeiling[node];
  return (
    (startCeiling !== NO_DATE && state.earlyStart[node] > startCeiling) ||
    (finishCeiling !== NO_DATE && state.earlyFinish[node] > finishCeiling)
  );
}

/** Relations whose successor has begun (or ended) although the predecessor's end that it waits for has not come. */
function outOfSequence(network: Network): number[] {
  const { columns } = network;
  const ids: number[] = [];
  for (let relation = 0; relation < columns.relationCount; relation++) {
    if (columns.predecessor[relation] < 0 || columns.successor[relation] < 0) continue;
    const from = columns.predecessor[relation];
    const to = columns.successor[relation];
    const type = columns.relationType[relation];
    const effect = type === LINK.fs || type === LINK.ss ? columns.actualStart[to] : columns.actualFinish[to];
    if (effect === NO_DATE) continue;
    const cause = type === LINK.fs || type === LINK.ff ? columns.actualFinish[from] : columns.actualStart[from];
    if (cause === NO_DATE || effect < cause) ids.push(columns.relationId[relation]);
  }
  return ids.sort((a, b) => a - b);
}
