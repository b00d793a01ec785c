import { NO_DATE, type Plan } from '@gantry/domain';
import { columnsOf, STATUS, type NetworkColumns } from '../network/columns.ts';
import type { CalculationIssue } from '../network/issue.ts';
import { compileNetwork, isGate, type Network } from '../network/network.ts';
import type { CalendarPool } from '../time/calendar.ts';
import { workBefore } from '../time/work.ts';
import { backwardPass } from './passes/backward.ts';
import { findDrivers } from './paths/drivers.ts';
import { floatPathsByTotal } from './paths/float-paths-by-total.ts';
import { floatPathsByFree } from './paths/float-paths.ts';
import { forwardPass, missesExpectedFinish } from './passes/forward.ts';
import { scheduleEffort } from './passes/levels-of-effort.ts';
import { slideLate } from './passes/late-as-possible.ts';
import { emptyItems, writeDates, writeFindings, isCritical, isNearCritical, limitsOf, type ItemColumns } from './items.ts';
import { logOf } from './log.ts';
import { emptyState, type Findings, noFindings, type PassState } from './passes/pass-state.ts';
import { markLongestPath } from './paths/paths.ts';
import type { CalculationResult } from './result.ts';
import { rollUpDates } from './rollup.ts';
import { scheduleWbsSummaries } from './wbs-summaries.ts';

// Constants of this module: imported ones are read from memory each time. No date and no float are one number.
const UNSET = NO_DATE;

/** Calculates the dates of a plan by the critical path method. It never throws: what is wrong in the plan becomes an issue. */
export function calculate(plan: Plan, pool?: CalendarPool): CalculationResult {
  return calculateColumns(columnsOf(plan), pool);
}

/** The same from columns, without an object per item. A pool keeps compiled calendars from one calculation to the next. */
export function calculateColumns(columns: NetworkColumns, pool?: CalendarPool): CalculationResult {
  const network = compileNetwork(columns, pool);
  const [state, memory] = [emptyState(network), resultMemory(network)];
  runPasses(network, state, memory.findings);
  return resultOf(network, state, memory);
}

/** Runs the forward and the backward pass over all nodes; where nothing slides late they find drivers and free float on their way. */
export function runPasses(network: Network, state: PassState, memory: Findings | null = null): void {
  const slides = network.asLateAsPossible && !network.byProject;
  const findings = slides ? null : memory;
  forwardPass(network, state, findings);
  const projectFinish = latestFinish(state);
  state.finishLine = finishLineOf(network, projectFinish);
  backwardPass(network, state, findings && { float: findings.freeFloat, projectFinish });
  state.found = findings;
  if (slides) slideLate(network, state, projectFinish);
}

/** Start of the backward pass: the must-finish-by date, else the latest early finish. A completed plan uses its last finish. */
export function finishLineOf(network: Network, projectFinish: number): number {
  const { mustFinishBy, scheduledFinish } = network.options;
  if (mustFinishBy !== null) return mustFinishBy;
  const isDone = scheduledFinish != null && network.status.every((status) => status === STATUS.completed);
  return isDone ? scheduledFinish : projectFinish;
}

/** Latest early finish of all nodes; NO_DATE without any. */
export function latestFinish(state: PassState): number {
  let latest = NO_DATE;
  const { earlyFinish } = state;
  for (let node = 0; node < earlyFinish.length; node++) if (earlyFinish[node] > latest) latest = earlyFinish[node];
  return latest;
}

/** Memory of one result: its columns, and the findings of its nodes. The owner of a network keeps it for the next result. */
export type ResultMemory = { items: ItemColumns; findings: Findings; longest: Uint8Array };

/** Memory for the results of a network. */
export function resultMemory(network: Network): ResultMemory {
  return { items: emptyItems(network.columns.itemCount), findings: noFindings(network), longest: new Uint8Array(network.count) };
}

/**
 * Spreads the dates of the nodes over the items of the plan and derives floats, flags and parents. The columns of the result are those of
 * the memory: a result stands until the next one is written there.
 */
export function resultOf(network: Network, state: PassState, memory: ResultMemory = resultMemory(network)): CalculationResult {
  const { items, findings, longest } = memory;
  const projectFinish = latestFinish(state);
  markLongestPath(network, state, projectFinish, longest);
  findDrivers(network, state, findings);
  writeDates(network, state, items);
  const counts = writeFindings(network, state, { driver: findings.driver, longest, projectFinish }, items);
  const issues = [...network.issues, ...ignoredFinishes(network, state)];
  const result: CalculationResult = { ...items, driving: findings.driving, projectFinish, issues, log: logOf(network, state, counts) };
  writeFloatPaths(network, state, result);
  if (network.facts.scheduledCount < network.columns.itemCount) scheduleRest(network, result);
  return result;
}

/** Dates and flags of what the passes leave out: levels of effort, WBS summary activities, rows with children. */
function scheduleRest(network: Network, result: CalculationResult): void {
  scheduleEffort(network, result);
  scheduleWbsSummaries(network, result);
  markCritical(network, result);
  if (network.hierarchy.isParent.includes(1)) rollUp(network, result);
}

/** Expected finishes that leave no work before them. */
function ignoredFinishes(network: Network, state: PassState): CalculationIssue[] {
  const issues: CalculationIssue[] = [];
  const { expectedFinish, columns, itemOf, count } = network;
  if (network.byProject || !network.options.useExpectedFinish) return issues;
  for (let node = 0; node < count; node++)
    if (expectedFinish[node] !== UNSET && missesExpectedFinish(network, state, node))
      issues.push({ kind: 'expected_finish_ignored', itemId: columns.id[itemOf[node]] });
  return issues;
}

/** Start and finish of each item and parent alone: what a chart shows, without floats, drivers and flags. */
export function shownDates(network: Network, state: PassState, { items: dates }: ResultMemory): { start: Int32Array; finish: Int32Array } {
  writeDates(network, state, dates);
  scheduleEffort(network, dates);
  scheduleWbsSummaries(network, dates);
  rollUpDates(network.columns, network.hierarchy, [dates.start], [dates.finish]);
  return dates;
}

function writeFloatPaths(network: Network, state: PassState, result: CalculationResult): void {
  const wanted = network.options.floatPaths;
  const end = wanted ? endOfPaths(network, state) : -1;
  if (!wanted || end < 0) return;
  const { path, order } =
    wanted.by === 'total_float'
      ? floatPathsByTotal(network, state, end, wanted.count, result.projectFinish)
      : floatPathsByFree(network, state, end, wanted.count);
  for (let node = 0; node < network.count; node++) {
    if (isGate(network.kind[node])) continue;
    result.floatPath[network.itemOf[node]] = path[node];
    result.floatPathOrder[network.itemOf[node]] = order[node];
  }
}

/** The item that float paths lead to: the chosen one, else the one that finishes last. */
function endOfPaths(network: Network, state: PassState): number {
  const { columns, options } = network;
  const chosen = columns.id.indexOf(options.floatPaths?.endItemId ?? NaN);
  if (chosen >= 0 && network.nodeOf[chosen] >= 0) return network.nodeOf[chosen];
  let end = -1;
  for (let node = 0; node < network.count; node++) if (end < 0 || state.earlyFinish[node] > state.earlyFinish[end]) end = node;
  return end;
}

/** Flags of levels of effort and WBS summaries, by the same limits as those of all other items; the log does not count them. */
function markCritical({ options, nodeOf }: Network, { totalFloat, longestPath, critical, nearCritical }: CalculationResult): void {
  const limits = limitsOf(options);
  for (let item = 0; item < critical.length; item++) {
    if (nodeOf[item] >= 0) continue;
    critical[item] = isCritical(limits, totalFloat[item], longestPath[item]);
    nearCritical[item] = isNearCritical(limits, totalFloat[item], critical[item]);
  }
}

/** Gives rows with children what lies below them. */
function rollUp(network: Network, result: CalculationResult): void {
  const { earlyStart, lateStart, start, earlyFinish, lateFinish, finish } = result;
  rollUpDates(network.columns, network.hierarchy, [earlyStart, lateStart, start], [earlyFinish, lateFinish, finish]);
  rollUpFlags(network, result);
}

/** A parent is critical where a child is; its total float is the room between its finishes in its own calendar. */
function rollUpFlags(network: Network, result: CalculationResult): void {
  const { columns, hierarchy } = network;
  for (const item of hierarchy.bottomUp) {
    if (hierarchy.isParent[item] && result.earlyFinish[item] !== NO_DATE) {
      const calendar = network.calendars[columns.calendar[item] >= 0 ? columns.calendar[item] : network.projectCalendar];
      result.totalFloat[item] = workBefore(calendar, result.lateFinish[item]) - workBefore(calendar, result.earlyFinish[item]);
    }
    const parent = hierarchy.parent[item];
    if (parent < 0) continue;
    result.critical[parent] |= result.critical[item];
    result.nearCritical[parent] |= result.nearCritical[item];
    result.longestPath[parent] |= result.longestPath[item];
  }
}
