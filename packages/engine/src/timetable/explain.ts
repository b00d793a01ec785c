import { NO_DATE, type RelationType } from '@gantry/domain';
import { carriedForward } from './passes/link-law.ts';
import { DRIVER, type CalculationResult } from './result.ts';
import { timetableResult, type Timetable } from './incremental.ts';
import { LINK, STATUS } from '../network/columns.ts';
import { isGate } from '../network/network.ts';

/** A cause of an item's start other than a relation. */
export type StartCause =
  | 'data_date'
  | 'project_start'
  | 'start_limit'
  | 'finish_limit'
  | 'external'
  | 'mandatory'
  | 'actual'
  | 'completed'
  | 'in_scope'
  | 'leveling'
  | 'as_late_as_possible'
  | 'not_scheduled';

/** A relation that drives an item's start: its own start, the end of its lag, the start that it demands. In minutes. */
export type DrivingStep = {
  relationId: number;
  type: RelationType;
  predecessorId: number;
  /** Date of the predecessor at which the relation begins. */
  leaves: number;
  /** Lag that was still to run, working minutes of its calendar, and where it leads. */
  lagMinutes: number;
  arrives: number;
  /** Start of the successor that this asks for; for FF and SF the start that lets it end there. */
  asks: number;
};

/** One item on the way back to the data date: when it starts and why. `waits`: elapsed minutes without work between asked and got. */
export type ExplainedItem = {
  itemId: number;
  start: number;
  finish: number;
  cause: StartCause | 'relation';
  by: DrivingStep | null;
  waits: number;
  /** Of begun work: when it began and how much of it is left, in minutes of its calendar; null for what has not begun. */
  begun: { actualStart: number; remainingMinutes: number; isDone: boolean } | null;
};

const CAUSES: Record<number, StartCause> = {
  [DRIVER.none]: 'not_scheduled',
  [DRIVER.dataDate]: 'data_date',
  [DRIVER.projectStart]: 'project_start',
  [DRIVER.startLimit]: 'start_limit',
  [DRIVER.finishLimit]: 'finish_limit',
  [DRIVER.external]: 'external',
  [DRIVER.resume]: 'actual',
  [DRIVER.scope]: 'in_scope',
  [DRIVER.leveling]: 'leveling',
  [DRIVER.mandatory]: 'mandatory',
  [DRIVER.asLateAsPossible]: 'as_late_as_possible',
};
const TYPES: Record<number, RelationType> = { [LINK.fs]: 'fs', [LINK.ff]: 'ff', [LINK.ss]: 'ss', [LINK.sf]: 'sf' };

/** Why an item starts when it starts: the chain of drivers back to the data date, the item itself first. Ids, not indexes. */
export function explain(timetable: Timetable, itemId: number): ExplainedItem[] {
  const { columns, nodeOf } = timetable.network;
  const result = timetableResult(timetable);
  const chain: ExplainedItem[] = [];
  const seen = new Set<number>();
  for (let item = columns.id.indexOf(itemId); item >= 0 && !seen.has(item);) {
    seen.add(item);
    const begun = begunWork(timetable, result, item);
    const isFree = nodeOf[item] < 0 || result.driver[item] < 0 || begun?.isDone;
    const link = isFree ? -1 : linkInto(timetable, nodeOf[item], result.driver[item]);
    const by = link < 0 ? null : drivingStep(timetable, link);
    const start = begun?.isDone ? result.start[item] : result.earlyStart[item];
    chain.push({
      itemId: columns.id[item],
      start,
      finish: begun?.isDone ? result.finish[item] : result.earlyFinish[item],
      cause: by ? 'relation' : causeOf(result, item, begun),
      by,
      waits: by ? Math.max(0, start - by.asks) : 0,
      begun,
    });
    item = link < 0 ? -1 : itemBefore(timetable, link);
  }
  return chain;
}

/** What is done stands where it was done, whatever the relations ask. */
function causeOf(result: CalculationResult, item: number, begun: ExplainedItem['begun']): StartCause {
  return begun?.isDone ? 'completed' : (CAUSES[result.driver[item]] ?? 'not_scheduled');
}

function begunWork({ network }: Timetable, result: CalculationResult, item: number): ExplainedItem['begun'] {
  const status = network.columns.status[item];
  const actualStart = network.columns.actualStart[item];
  if (network.nodeOf[item] < 0 || status === STATUS.notStarted || actualStart === NO_DATE) return null;
  return { actualStart, remainingMinutes: result.remaining[item], isDone: status === STATUS.completed };
}

function drivingStep(timetable: Timetable, link: number): DrivingStep {
  const { network, state } = timetable;
  const { columns } = network;
  const from = network.linkFrom[link];
  const type = network.linkType[link];
  const relation = network.linkRelation[link];
  return {
    relationId: columns.relationId[relation],
    type: TYPES[type],
    predecessorId: columns.id[columns.predecessor[relation]],
    leaves: type === LINK.fs || type === LINK.ff ? state.earlyFinish[from] : state.earlyStart[from],
    lagMinutes: network.linkLag[link],
    arrives: carriedForward(network, state, link),
    asks: state.linkStart[link],
  };
}

/** The item from which a link starts: for an end of a summary the descendant that determines it, else the summary itself. */
function itemBefore(timetable: Timetable, link: number): number {
  const { network, state } = timetable;
  const from = network.linkFrom[link];
  if (!isGate(network.kind[from])) return network.itemOf[from];
  for (let behind = network.predOffset[from]; behind < network.predOffset[from + 1]; behind++)
    if (state.linkStart[behind] === state.earlyStart[from]) return network.itemOf[network.linkFrom[behind]];
  return network.itemOf[from];
}

/** The link of a relation into a node, or into a gate that the node stands behind. */
function linkInto(timetable: Timetable, node: number, relation: number): number {
  const { network } = timetable;
  for (let link = network.predOffset[node]; link < network.predOffset[node + 1]; link++) {
    if (network.linkRelation[link] === relation) return link;
    const from = network.linkFrom[link];
    if (network.linkRelation[link] >= 0 || !isGate(network.kind[from])) continue;
    const behind = linkInto(timetable, from, relation);
    if (behind >= 0) return behind;
  }
  return -1;
}
