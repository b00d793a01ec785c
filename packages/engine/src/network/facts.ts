import { NO_DATE } from '@gantry/domain';
import { LINK, STATUS, type NetworkColumns } from './columns.ts';
import type { RelationsByRole } from './relations.ts';

/** What the log of a calculation states of a plan however its dates come out: edits that keep the network keep these. */
export type PlanFacts = {
  itemCount: number;
  scheduledCount: number;
  relationCount: number;
  notStartedCount: number;
  inProgressCount: number;
  completedCount: number;
  /** Items without a predecessor, and without a successor. */
  openStartIds: number[];
  openFinishIds: number[];
  /** Relations whose successor started before they allowed it. */
  outOfSequenceRelationIds: number[];
  overriddenRelationIds: number[];
};

type Nodes = { nodeOf: Int32Array; predOffset: Int32Array; succOffset: Int32Array; relations: RelationsByRole };

/** Counts the items by status and finds open ends and progress out of sequence. */
export function planFacts(columns: NetworkColumns, { nodeOf, predOffset, succOffset, relations }: Nodes): PlanFacts {
  const facts: PlanFacts = {
    itemCount: columns.itemCount,
    scheduledCount: 0,
    relationCount: columns.relationCount,
    notStartedCount: 0,
    inProgressCount: 0,
    completedCount: 0,
    openStartIds: [],
    openFinishIds: [],
    outOfSequenceRelationIds: outOfSequence(columns),
    overriddenRelationIds: Array.from(relations.overridden, (relation) => columns.relationId[relation]),
  };
  // In the order of the items their ids mostly stand in order already.
  for (let item = 0; item < columns.itemCount; item++) {
    const node = nodeOf[item];
    if (node < 0) continue;
    const status = columns.status[item];
    facts.scheduledCount++;
    if (status === STATUS.notStarted) facts.notStartedCount++;
    else if (status === STATUS.inProgress) facts.inProgressCount++;
    else facts.completedCount++;
    if (status === STATUS.completed) continue;
    if (predOffset[node] === predOffset[node + 1]) facts.openStartIds.push(columns.id[item]);
    if (succOffset[node] === succOffset[node + 1]) facts.openFinishIds.push(columns.id[item]);
  }
  for (const ids of [facts.openStartIds, facts.openFinishIds]) ids.sort((a, b) => a - b);
  return facts;
}

/** Relations whose successor has begun (or ended) although the predecessor's end that it waits for has not come. */
function outOfSequence(columns: NetworkColumns): number[] {
  const { predecessor, successor, relationType, relationCount, relationId, actualStart, actualFinish } = columns;
  const ids: number[] = [];
  for (let relation = 0; relation < relationCount; relation++) {
    const from = predecessor[relation];
    const to = successor[relation];
    if (from < 0 || to < 0) continue;
    const type = relationType[relation];
    const effect = type === LINK.fs || type === LINK.ss ? actualStart[to] : actualFinish[to];
    if (effect === NO_DATE) continue;
    const cause = type === LINK.fs || type === LINK.ff ? actualFinish[from] : actualStart[from];
    if (cause === NO_DATE || effect < cause) ids.push(relationId[relation]);
  }
  return ids.sort((a, b) => a - b);
}
