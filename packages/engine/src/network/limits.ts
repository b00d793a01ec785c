import { NO_DATE } from '@gantry/domain';
import { FLAG, KIND, LIMIT, SECOND_OF_FINISH, STATUS, type NetworkColumns } from './columns.ts';

/** Nodes of a network with one floor and one ceiling per end, minutes, NO_DATE for none. */
export type LimitedNodes = {
  columns: NetworkColumns;
  count: number;
  /** Item of a node. */
  itemOf: Int32Array;
  kind: Uint8Array;
  status: Uint8Array;
  flags: Uint8Array;
  startFloor: Int32Array;
  finishFloor: Int32Array;
  startCeiling: Int32Array;
  finishCeiling: Int32Array;
  mandatoryStart: Int32Array;
  mandatoryFinish: Int32Array;
};

/** The limits of so many nodes, none set. */
export function noLimits(count: number) {
  const none = () => new Int32Array(count).fill(NO_DATE);
  return {
    startFloor: none(),
    finishFloor: none(),
    startCeiling: none(),
    finishCeiling: none(),
    mandatoryStart: none(),
    mandatoryFinish: none(),
  };
}

/** Folds constraints and limits from other schedules into one floor and one ceiling per end. A limit on an end that is actual no longer holds; a row with children has none. */
export function fillLimits(network: LimitedNodes): void {
  for (let node = 0; node < network.count; node++) if (network.kind[node] < KIND.finishGate) fillNodeLimits(network, node);
}

/** Sets the floors and ceilings of one node anew from the columns. */
export function fillNodeLimits(network: LimitedNodes, node: number): void {
  const { columns } = network;
  const item = network.itemOf[node];
  const status = network.status[node];
  const mandatory = (network.flags[node] & FLAG.mandatory) !== 0;
  const start = status === STATUS.notStarted ? columns.startLimit[item] : LIMIT.none;
  const finish = status !== STATUS.completed ? columns.finishLimit[item] : LIMIT.none;
  const startDate = columns.startLimitDate[item];
  const finishDate = columns.finishLimitDate[item];
  const external = status !== STATUS.completed;
  network.startFloor[node] = later(
    has(start, LIMIT.notEarlier) ? startDate : NO_DATE,
    external ? columns.externalStartFloor[item] : NO_DATE,
  );
  network.finishFloor[node] = later(
    has(finish, LIMIT.notEarlier) ? finishDate : NO_DATE,
    external ? columns.externalFinishFloor[item] : NO_DATE,
  );
  network.startCeiling[node] = earlier(
    has(start, LIMIT.notLater) ? startDate : NO_DATE,
    external ? columns.externalStartCeiling[item] : NO_DATE,
  );
  network.finishCeiling[node] = earlier(
    has(finish, LIMIT.notLater) ? finishDate : NO_DATE,
    external ? columns.externalFinishCeiling[item] : NO_DATE,
  );
  applySecond(network, node, item, status);
  if (status === STATUS.notStarted && (network.flags[node] & FLAG.notEarlier) !== 0)
    network.startFloor[node] = later(network.startFloor[node], columns.plannedStart[item]);
  if (status === STATUS.notStarted) network.startFloor[node] = later(network.startFloor[node], columns.levelingFloor[item]);
  network.mandatoryStart[node] = mandatory && start === LIMIT.inDate ? startDate : NO_DATE;
  network.mandatoryFinish[node] = mandatory && finish === LIMIT.inDate ? finishDate : NO_DATE;
}

/** The second limit of an end that already bears one. */
function applySecond(network: LimitedNodes, node: number, item: number, status: number): void {
  const { columns } = network;
  const bits = columns.secondLimit[item];
  if (bits === 0 || status === STATUS.completed) return;
  const limit = bits & 3;
  const date = columns.secondLimitDate[item];
  const ofFinish = (bits & SECOND_OF_FINISH) !== 0;
  if (!ofFinish && status !== STATUS.notStarted) return;
  const floor = ofFinish ? network.finishFloor : network.startFloor;
  const ceiling = ofFinish ? network.finishCeiling : network.startCeiling;
  if (has(limit, LIMIT.notEarlier)) floor[node] = later(floor[node], date);
  if (has(limit, LIMIT.notLater)) ceiling[node] = earlier(ceiling[node], date);
}

function has(limit: number, side: number): boolean {
  return limit === side || limit === LIMIT.inDate;
}

function later(a: number, b: number): number {
  return Math.max(a, b);
}

function earlier(a: number, b: number): number {
  if (a === NO_DATE) return b;
  return b === NO_DATE ? a : Math.min(a, b);
}
