import { NO_DATE } from '@gantry/domain';
import { LIMIT, LINK, STATUS } from '../network/columns.ts';
import { isGate, type Network } from '../network/network.ts';
import type { PassState } from './pass-state.ts';
import type { CalculationLog } from './result.ts';

/** Lists what a planner checks after a calculation: counts (those of critical items come later), open ends, constraints, progress out of sequence. */
export function logOf(network: Network, state: PassState): CalculationLog {
  const { columns, options } = network;
  const nodes = Array.from({ length: network.count }, (_, node) => node).filter((node) => !isGate(network.kind[node]));
  const idOf = (node: number) => columns.id[network.itemOf[node]];
  const withStatus = (status: number) => nodes.filter((node) => network.status[node] === status).length;
  const open = (offset: Int32Array) => (node: number) => network.status[node] !== STATUS.completed && offset[node] === offset[node + 1];
  return {
    options,
    itemCount: columns.itemCount,
    scheduledCount: nodes.length,
    relationCount: columns.relationCount,
    notStartedCount: withStatus(STATUS.notStarted),
    inProgressCount: withStatus(STATUS.inProgress),
    completedCount: withStatus(STATUS.completed),
    criticalCount: 0,
    nearCriticalCount: 0,
    openStartIds: nodes.filter(open(network.predOffset)).map(idOf),
    openFinishIds: nodes.filter(open(network.succOffset)).map(idOf),
    constrainedIds: nodes.filter((node) => isConstrained(network, node)).map(idOf),
    violatedIds: nodes.filter((node) => isViolated(network, state, node)).map(idOf),
    outOfSequenceRelationIds: outOfSequence(network),
    overriddenRelationIds: Array.from(network.relations.overridden, (relation) => columns.relationId[relation]),
  };
}

function isConstrained(network: Network, node: number): boolean {
  const item = network.itemOf[node];
  return network.columns.startLimit[item] !== LIMIT.none || network.columns.finishLimit[item] !== LIMIT.none;
}

function isViolated(network: Network, state: PassState, node: number): boolean {
  if (network.status[node] === STATUS.completed) return false;
  const startCeiling = network.startCeiling[node];
  const finishCeiling = network.finishCeiling[node];
  return (startCeiling !== NO_DATE && state.earlyStart[node] > startCeiling) || (finishCeiling !== NO_DATE && state.earlyFinish[node] > finishCeiling);
}

/** Relations whose successor has begun (or ended) although the predecessor's end that it waits for has not come. */
function outOfSequence(network: Network): number[] {
  const { columns } = network;
  const ids: number[] = [];
  for (const relation of [...network.relations.between, ...network.relations.overridden]) {
    const from = columns.predecessor[relation];
    const to = columns.successor[relation];
    const type = columns.relationType[relation];
    const cause = type === LINK.fs || type === LINK.ff ? columns.actualFinish[from] : columns.actualStart[from];
    const effect = type === LINK.fs || type === LINK.ss ? columns.actualStart[to] : columns.actualFinish[to];
    if (effect !== NO_DATE && (cause === NO_DATE || effect < cause)) ids.push(columns.relationId[relation]);
  }
  return ids.sort((a, b) => a - b);
}
