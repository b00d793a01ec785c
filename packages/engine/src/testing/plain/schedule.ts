import { NO_DATE, type Plan, type PlanItem } from '@gantry/domain';
import { workBy } from './clock.ts';
import { placeEarly } from './early.ts';
import { placeLate, slideLate, withoutLag } from './late.ts';
import { isLeftOut, isParent, plainNetwork, type PlainLink, type PlainNetwork, type PlainNode } from './nodes.ts';
import { placeEarlyByProject, placeLateByProject } from './msproject.ts';
import type { PlainResult } from './result.ts';
import { placeEffort, placeRows, placeSummaries } from './rows.ts';

/**
 * Calculates a plan by P6's rules in the plainest way: objects, lists of working minutes, one rule after the other. It shares no code
 * with the engine, so that a fault would have to be made twice. For plans without cycles around the days of charts.
 */
export function plainSchedule(plan: Plan): PlainResult {
  const network = plainNetwork(plan);
  const byProject = plan.options.rules === 'msproject';
  if (byProject) placeEarlyByProject(network);
  else placeEarly(network);
  const finishes = network.nodes.map((node) => node.earlyFinish);
  const latest = finishes.length > 0 ? Math.max(...finishes) : NO_DATE;
  const isDone = network.nodes.every((node) => node.end === null && node.item.status === 'completed');
  const line = plan.options.mustFinishBy ?? (isDone ? (plan.options.scheduledFinish ?? latest) : latest);
  if (byProject) placeLateByProject(network, line);
  else {
    placeLate(network, line);
    slideLate(network);
  }
  const result = emptyResult(plan);
  result.projectFinish = network.nodes.length > 0 ? Math.max(...network.nodes.map((node) => node.earlyFinish)) : NO_DATE;
  const longest = longestPath(network, result.projectFinish);
  plan.items.forEach((item, at) => {
    const node = network.nodeOf.get(item.id);
    if (node) writeNode(network, result, at, node, longest.has(node));
    else if (isLeftOut(item) && !isParent(plan, item))
      [result.start[at], result.finish[at]] = [item.start ?? NO_DATE, item.finish ?? NO_DATE];
  });
  placeEffort(network, result);
  placeSummaries(network, result);
  markCritical(plan, result);
  placeRows(network, result);
  return result;
}

function emptyResult(plan: Plan): PlainResult {
  const dates = () => new Int32Array(plan.items.length).fill(NO_DATE);
  const flags = () => new Uint8Array(plan.items.length);
  return {
    start: dates(),
    finish: dates(),
    earlyStart: dates(),
    earlyFinish: dates(),
    lateStart: dates(),
    lateFinish: dates(),
    totalFloat: dates(),
    freeFloat: dates(),
    remaining: new Int32Array(plan.items.length),
    critical: flags(),
    nearCritical: flags(),
    longestPath: flags(),
    projectFinish: NO_DATE,
  };
}

function writeNode(network: PlainNetwork, result: PlainResult, at: number, node: PlainNode, isLongest: boolean): void {
  const { item } = node;
  for (const name of ['earlyStart', 'earlyFinish', 'lateStart', 'lateFinish'] as const) result[name][at] = node[name];
  const side = isPlacedLate(network, item) ? 'late' : 'early';
  result.start[at] = item.actualStart ?? node[`${side}Start`];
  result.finish[at] = item.actualFinish ?? node[`${side}Finish`];
  result.longestPath[at] = isLongest ? 1 : 0;
  if (item.status === 'completed') return;
  const split = network.plan.options.rules === 'msproject' && item.status === 'not_started' ? (item.msproject?.splitMinutes ?? 0) : 0;
  result.remaining[at] = node.work - split;
  result.totalFloat[at] = totalFloat(network, node);
  result.freeFloat[at] = freeFloat(network, node, result.projectFinish);
}

/** MS Project places what is to be late at its late dates, and everything when it schedules from the finish. */
function isPlacedLate(network: PlainNetwork, item: PlanItem): boolean {
  const { rules, msproject } = network.plan.options;
  if (rules === 'p6' || item.status !== 'not_started' || item.msproject?.manual) return false;
  return item.asLateAsPossible || msproject?.scheduleFrom === 'finish';
}

function totalFloat(network: PlainNetwork, node: PlainNode): number {
  const ofFinish = workBy(node.clock, node.lateFinish) - workBy(node.clock, node.earlyFinish);
  const ofStart = workBy(node.clock, node.lateStart) - workBy(node.clock, node.earlyStart);
  const { rules, floatType } = network.plan.options;
  // By MS Project only what has not begun has room at its start.
  if (rules === 'msproject') return node.item.status === 'not_started' ? Math.min(ofStart, ofFinish) : ofFinish;
  return { finish: ofFinish, start: ofStart, smallest: Math.min(ofStart, ofFinish) }[floatType];
}

function freeFloat(network: PlainNetwork, node: PlainNode, projectFinish: number): number {
  if (node.item.expectedFinish !== null && network.plan.options.useExpectedFinish) return 0;
  const isHeld = (link: PlainLink) => network.plan.options.rules === 'p6' || link.to.end !== null || link.to.item.status !== 'completed';
  const rooms = node.outOf.filter(isHeld).map((link) => {
    const bound = withoutLag(link, link.type === 'fs' || link.type === 'ss' ? link.to.earlyStart : link.to.earlyFinish);
    const own = link.type === 'fs' || link.type === 'ff' ? node.earlyFinish : node.earlyStart;
    return workBy(node.clock, bound) - workBy(node.clock, own);
  });
  if (rooms.length === 0) rooms.push(workBy(node.clock, projectFinish) - workBy(node.clock, node.earlyFinish));
  return Math.max(0, Math.min(...rooms));
}

/** From all that ends last, back over every link that drives. */
function longestPath(network: PlainNetwork, projectFinish: number): Set<PlainNode> {
  const path = new Set<PlainNode>();
  const walk = (node: PlainNode) => {
    if (path.has(node)) return;
    path.add(node);
    for (const link of node.into) if (drives(link)) walk(link.from);
  };
  for (const node of network.nodes)
    if (node.earlyFinish === projectFinish && (node.end !== null || node.item.status !== 'completed')) walk(node);
  return path;
}

function drives(link: PlainLink): boolean {
  return workBy(link.to.clock, link.asks) === workBy(link.to.clock, link.to.earlyStart);
}

function markCritical(plan: Plan, result: PlainResult): void {
  const { criticalBy, criticalFloatMinutes, nearCriticalFloatMinutes } = plan.options;
  plan.items.forEach((_, at) => {
    const float = result.totalFloat[at];
    const isCritical = criticalBy === 'longest_path' ? result.longestPath[at] === 1 : float !== NO_DATE && float <= criticalFloatMinutes;
    result.critical[at] = isCritical ? 1 : 0;
    result.nearCritical[at] = !isCritical && float !== NO_DATE && float <= nearCriticalFloatMinutes ? 1 : 0;
  });
}
