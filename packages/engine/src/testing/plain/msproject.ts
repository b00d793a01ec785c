import { carried, limitsOf, mandatoryDate } from './early.ts';
import { withoutLag } from './late.ts';
import { endAfter, startBefore, type PlainLink, type PlainNetwork, type PlainNode } from './nodes.ts';
import { endsAt, startsAt, workBy } from './clock.ts';

/** Early dates by MS Project's rules without resources: started work keeps its dates and continues where it stopped. */
export function placeEarlyByProject(network: PlainNetwork): void {
  for (const node of network.nodes) earlyOf(network, node);
}

function earlyOf(network: PlainNetwork, node: PlainNode): void {
  if (!Number.isNaN(node.earlyStart)) return;
  for (const link of node.into) earlyOf(network, link.from);
  const { item, clock, work } = node;
  for (const link of node.into) {
    const moment = carried(network, link);
    link.asks = link.type === 'ff' || link.type === 'sf' ? startBefore(clock, moment, work) : moment;
  }
  const asked = node.into.map((link) => link.asks);
  if (node.end === 'first') {
    set(node, asked.length > 0 ? Math.min(...asked) : network.plan.options.dataDate, NaN);
    node.earlyFinish = node.earlyStart;
    return;
  }
  const { projectStart, dataDate, msproject } = network.plan.options;
  let latest = Math.max(projectStart ?? dataDate, ...asked);
  if (node.end !== null) return set(node, latest, latest);
  const limits = limitsOf(network, node);
  latest = Math.max(latest, limits.startFloor);
  if (limits.finishFloor > -Infinity) latest = Math.max(latest, startBefore(clock, limits.finishFloor, work));
  if (item.status === 'completed') {
    const start = item.actualStart ?? item.start ?? latest;
    return set(node, start, Math.max(start, item.actualFinish ?? item.finish ?? start));
  }
  if (item.msproject?.manual) {
    const start = item.actualStart ?? item.start ?? latest;
    return set(node, start, Math.max(start, item.finish ?? endAfter(clock, start, work)));
  }
  if (item.status === 'in_progress') {
    const start = item.actualStart ?? latest;
    return set(node, start, endAfter(clock, goesOn(node, start), work));
  }
  let moment = latest + (item.msproject?.levelingDelayMinutes ?? 0);
  if (msproject?.honorConstraints !== false) {
    const [mustStart, mustFinish] = [mandatoryDate(node, 'start'), mandatoryDate(node, 'finish')];
    if (mustFinish !== null) moment = startBefore(clock, mustFinish, work);
    if (mustStart !== null) moment = mustStart;
  }
  const by = workBy(clock, moment);
  if (work > 0) return set(node, startsAt(clock, by), endsAt(clock, by + work));
  const rest = endsAt(clock, by) === moment ? moment : startsAt(clock, by);
  set(node, rest, rest);
}

function set(node: PlainNode, start: number, finish: number): void {
  node.earlyStart = start;
  node.earlyFinish = finish;
}

/** The start of remaining work: the resume date, else the end of the done part. */
function goesOn(node: PlainNode, start: number): number {
  const { item, clock, work } = node;
  return item.resumeDate ?? endAfter(clock, start, Math.max(0, item.durationMinutes - work));
}

/** Late dates by MS Project's rules. */
export function placeLateByProject(network: PlainNetwork, line: number): void {
  for (const node of network.nodes) lateOf(network, node, line);
}

function lateOf(network: PlainNetwork, node: PlainNode, line: number): void {
  if (!Number.isNaN(node.lateFinish)) return;
  for (const link of node.outOf) lateOf(network, link.to, line);
  const { item, clock, work } = node;
  const bounds = node.outOf.filter(binds).map((link) => {
    const moment = backOf(link);
    return link.type === 'fs' || link.type === 'ff' ? moment : endAfter(clock, moment, work);
  });
  let latest = Math.min(line, ...bounds);
  if (node.end === null) {
    const limits = limitsOf(network, node);
    latest = Math.min(latest, limits.finishCeiling, item.deadline ?? Infinity);
    if (limits.startCeiling < Infinity) latest = Math.min(latest, endAfter(clock, limits.startCeiling, work));
    if (network.plan.options.msproject?.honorConstraints !== false) {
      const [mustStart, mustFinish] = [mandatoryDate(node, 'start'), mandatoryDate(node, 'finish')];
      latest = mustFinish ?? (mustStart === null ? latest : endAfter(clock, mustStart, work));
    }
  }
  const by = workBy(clock, latest);
  node.lateFinish = latest;
  node.lateStart = latest;
  if (node.end === null && item.status === 'completed') [node.lateStart, node.lateFinish] = [node.earlyStart, node.earlyFinish];
  else if (node.end === null && item.status === 'in_progress') {
    node.lateStart = node.earlyStart;
    if (work > 0) node.lateFinish = endsAt(clock, by);
  } else if (work > 0) {
    node.lateStart = startsAt(clock, by - work);
    if (!item.msproject?.manual) node.lateFinish = endsAt(clock, by);
  }
}

/** Completed work does not limit others, and a summary only by its first child. */
function binds(link: PlainLink): boolean {
  if (link.to.end === null && link.to.item.status === 'completed') return false;
  return link.to.end !== 'first' || link.asks === link.to.earlyStart;
}

/** Started work limits its predecessors by its resume date. */
function backOf(link: PlainLink): number {
  const { to, type } = link;
  const intoStart = type === 'fs' || type === 'ss';
  if (intoStart && to.end === null && to.item.status === 'in_progress')
    return withoutLag(link, to.work > 0 ? goesOn(to, to.earlyStart) : to.lateFinish);
  return withoutLag(link, intoStart ? to.lateStart : to.lateFinish);
}
