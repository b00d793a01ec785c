import { NO_DATE, type CalculationOptions } from '@gantry/domain';
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
export type ItemColumns = ReturnType<typeof emptyItems>;

/** Columns for so many items, nothing in them. */
export function emptyItems(itemCount: number) {
  const dates = () => new Int32Array(itemCount);
  const flags = () => new Uint8Array(itemCount);
  return {
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
}

type DateColumn = 'earlyStart' | 'earlyFinish' | 'lateStart' | 'lateFinish' | 'start' | 'finish';

/** Brings the dates of the nodes to their items, in the order of the items. */
export function writeDates(network: Network, state: PassState, items: Record<DateColumn, Int32Array>): void {
  inStretches(network.columns.itemCount, (from, end) => writeDatesBetween(network, state, items, from, end));
}

function writeDatesBetween(network: Network, state: PassState, items: Record<DateColumn, Int32Array>, from: number, end: number): void {
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

/** Writes floats, remaining work, what drives each item and which are critical or lie on the longest path; tells how many are. */
export function writeFindings(network: Network, state: PassState, findings: NodeFindings, items: ItemColumns): CriticalCounts {
  const counts = { critical: 0, nearCritical: 0 };
  inStretches(network.columns.itemCount, (from, end) => writeFindingsBetween(network, state, findings, items, counts, from, end));
  return counts;
}

/** Items of the passes that are critical, and near-critical. */
export type CriticalCounts = { critical: number; nearCritical: number };

function writeFindingsBetween(
  network: Network,
  state: PassState,
  { driver, longest, projectFinish }: NodeFindings,
  items: ItemColumns,
  counts: CriticalCounts,
  from: number,
  end: number,
): void {
  const { nodeOf, status, ordinary } = network;
  const { split } = network.columns;
  const { totalFloat, freeFloat, remaining, longestPath, driver: driverOf, critical, nearCritical } = items;
  const { finishWork, lateWork, remaining: left } = state;
  const room = state.found && state.found.freeFloat;
  const limits = limitsOf(network.options);
  const byFinish = network.options.floatType === 'finish';
  let [criticalCount, nearCount] = [0, 0];
  for (let item = from; item < end; item++) {
    const node = nodeOf[item];
    if (node < 0) {
      writeNothingFound(items, item);
      continue;
    }
    driverOf[item] = driver[node];
    const onPath = longest[node];
    longestPath[item] = onPath;
    remaining[item] = status[node] === completed ? 0 : left[node] - split[item];
    const float = byFinish && ordinary[node] === 1 ? lateWork[node] - finishWork[node] : totalFloatOf(network, state, node);
    totalFloat[item] = float;
    freeFloat[item] = room ? room[node] : freeFloatOf(network, state, node, projectFinish);
    critical[item] = isCritical(limits, float, onPath);
    nearCritical[item] = isNearCritical(limits, float, critical[item]);
    criticalCount += critical[item];
    nearCount += nearCritical[item];
  }
  counts.critical += criticalCount;
  counts.nearCritical += nearCount;
}

function writeNothingFound(items: ItemColumns, item: number): void {
  items.totalFloat[item] = WITHOUT;
  items.freeFloat[item] = WITHOUT;
  items.driver[item] = none;
  items.remaining[item] = 0;
  items.longestPath[item] = 0;
  items.critical[item] = 0;
  items.nearCritical[item] = 0;
}

/** When an item is critical: by the longest path or by total float up to a limit; near-critical up to a second one. */
export type CriticalLimits = { byPath: boolean; critical: number; near: number };

/** The limits that the options set. */
export function limitsOf({ criticalBy, criticalFloatMinutes, nearCriticalFloatMinutes }: CalculationOptions): CriticalLimits {
  return { byPath: criticalBy === 'longest_path', critical: criticalFloatMinutes, near: nearCriticalFloatMinutes };
}

/** 1 for critical items. */
export function isCritical({ byPath, critical }: CriticalLimits, float: number, onPath: number): number {
  if (byPath) return onPath;
  return float !== WITHOUT && float <= critical ? 1 : 0;
}

/** 1 for items that are near-critical and not critical. */
export function isNearCritical({ near }: CriticalLimits, float: number, critical: number): number {
  return critical === 0 && float !== WITHOUT && float <= near ? 1 : 0;
}
