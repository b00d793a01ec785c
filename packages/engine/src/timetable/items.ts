import { NO_DATE } from '@gantry/domain';
import { FLAG, KIND, STATUS } from '../network/columns.ts';
import type { Network } from '../network/network.ts';
import type { PassState } from './passes/pass-state.ts';
import { freeFloatOf, totalFloatOf } from './paths/floats.ts';
import { DRIVER, NO_FLOAT } from './result.ts';
import { inStretches } from './stretches.ts';

// Constants of this module: imported ones are read from memory each time.
const UNSET = NO_DATE;
const WITHOUT = NO_FLOAT;
const { completed, notStarted } = STATUS;
const { none } = DRIVER;

/** The columns of a result, one entry per item. */
export type ItemColumns = ReturnType<typeof columnsWithDates>;

/** Brings the dates of the nodes to their items, in the order of the items; all other columns are empty. */
export function columnsWithDates(network: Network, state: PassState) {
  const { itemCount } = network.columns;
  const dates = () => new Int32Array(itemCount);
  const flags = () => new Uint8Array(itemCount);
  const items = {
    earlyStart: dates(),
    earlyFinish: dates(),
    lateStart: dates(),
    lateFinish: dates(),
    start: dates(),
    finish: dates(),
    totalFloat: dates(),
    freeFloat: dates(),
    remaining: dates(),
    critical: flags(),
    nearCritical: flags(),
    longestPath: flags(),
    driver: dates(),
    floatPath: new Uint16Array(itemCount),
    floatPathOrder: new Uint32Array(itemCount),
  };
  inStretches(itemCount, (from, end) => writeDates(network, state, items, from, end));
  return items;
}

type DateColumn = 'earlyStart' | 'earlyFinish' | 'lateStart' | 'lateFinish' | 'start' | 'finish';

function writeDates(network: Network, state: PassState, items: Record<DateColumn, Int32Array>, from: number, end: number): void {
  const { nodeOf, byProject } = network;
  const { actualStart, actualFinish } = network.columns;
  for (let item = from; item < end; item++) {
    const node = nodeOf[item];
    if (node < 0) {
      writeUnscheduled(network, items, item);
      continue;
    }
    const [earlyStart, earlyFinish] = [state.earlyStart[node], state.earlyFinish[node]];
    const [lateStart, lateFinish] = [state.lateStart[node], state.lateFinish[node]];
    items.earlyStart[item] = earlyStart;
    items.earlyFinish[item] = earlyFinish;
    items.lateStart[item] = lateStart;
    items.lateFinish[item] = lateFinish;
    const late = byProject && isPlacedLate(network, node);
    items.start[item] = firstDate(actualStart[item], late ? lateStart : earlyStart);
    items.finish[item] = firstDate(actualFinish[item], late ? lateFinish : earlyFinish);
  }
}

/** What the passes leave out has no dates yet; a draft keeps its planned ones. */
function writeUnscheduled({ columns, hierarchy }: Network, items: Record<DateColumn, Int32Array>, item: number): void {
  const isDraft = columns.kind[item] === KIND.draft && hierarchy.isParent[item] === 0;
  items.earlyStart[item] = UNSET;
  items.earlyFinish[item] = UNSET;
  items.lateStart[item] = UNSET;
  items.lateFinish[item] = UNSET;
  items.start[item] = isDraft ? columns.plannedStart[item] : UNSET;
  items.finish[item] = isDraft ? columns.plannedFinish[item] : UNSET;
}

function firstDate(actual: number, planned: number): number {
  return actual === UNSET ? planned : actual;
}

/** MS Project places items late that are to be as late as possible, and all of them when it schedules from the finish. */
function isPlacedLate(network: Network, node: number): boolean {
  if (network.status[node] !== notStarted || (network.flags[node] & FLAG.manual) !== 0) return false;
  return network.options.msproject?.scheduleFrom === 'finish' || (network.flags[node] & FLAG.asLateAsPossible) !== 0;
}

/** What is known of the nodes beside their dates. */
export type NodeFindings = { driver: Int32Array; longest: Uint8Array; projectFinish: number };

/** Writes floats, remaining work, what drives each item and which lie on the longest path. */
export function writeFloats(network: Network, state: PassState, findings: NodeFindings, items: ItemColumns): void {
  inStretches(network.columns.itemCount, (from, end) => writeFloatsBetween(network, state, findings, items, from, end));
}

function writeFloatsBetween(
  network: Network,
  state: PassState,
  { driver, longest, projectFinish }: NodeFindings,
  items: ItemColumns,
  from: number,
  end: number,
): void {
  const { nodeOf, status, ordinary } = network;
  const { split } = network.columns;
  const { totalFloat, freeFloat, remaining, longestPath, driver: driverOf } = items;
  const { finishWork, lateWork, freeFloat: found, remaining: left } = state;
  const byFinish = network.options.floatType === 'finish';
  for (let item = from; item < end; item++) {
    const node = nodeOf[item];
    if (node < 0) {
      totalFloat[item] = WITHOUT;
      freeFloat[item] = WITHOUT;
      driverOf[item] = none;
      continue;
    }
    driverOf[item] = driver[node];
    longestPath[item] = longest[node];
    if (status[node] !== completed) remaining[item] = left[node] - split[item];
    totalFloat[item] = byFinish && ordinary[node] === 1 ? lateWork[node] - finishWork[node] : totalFloatOf(network, state, node);
    freeFloat[item] = found === null ? freeFloatOf(network, state, node, projectFinish) : found[node];
  }
}
