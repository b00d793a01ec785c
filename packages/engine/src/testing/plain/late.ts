import { endAfter, startBefore, type PlainLink, type PlainNetwork, type PlainNode } from './nodes.ts';
import { carried, limitsOf, mandatoryDate, ownWork, startToEnd } from './early.ts';
import { endsAt, startsAt, workBy } from './clock.ts';

/** Late dates of every node by P6's rules, each asking its successors first. */
export function placeLate(network: PlainNetwork, line: number): void {
  for (const node of network.nodes) lateOf(network, node, line);
}

function lateOf(network: PlainNetwork, node: PlainNode, line: number): void {
  if (!Number.isNaN(node.lateFinish)) return;
  for (const link of node.outOf) lateOf(network, link.to, line);
  const { options } = network.plan;
  const { item, clock, work } = node;
  const bounds = node.outOf.filter(binds).map((link) => ({ type: link.type, moment: backOf(network, link) }));
  const startBounds = bounds.filter(({ type }) => type === 'ss' || type === 'sf').map(({ moment }) => moment);
  const finishBounds = bounds.filter(({ type }) => type === 'fs' || type === 'ff').map(({ moment }) => moment);
  let latest = Math.min(line, ...finishBounds, ...startBounds.map((moment) => endAfter(clock, moment, work)));
  if (options.openEndsCritical && node.outOf.length === 0) latest = Math.min(latest, node.earlyFinish);
  const [mustStart, mustFinish] = [mandatoryDate(node, 'start'), mandatoryDate(node, 'finish')];
  if (mustFinish !== null) latest = mustFinish;
  if (mustStart !== null) latest = endAfter(clock, mustStart, work);
  if (node.end === null) {
    const limits = limitsOf(network, node);
    latest = Math.min(latest, limits.finishCeiling);
    if (limits.startCeiling < Infinity) latest = Math.min(latest, endAfter(clock, limits.startCeiling, work));
  }
  if (node.end === null && item.status === 'completed') {
    node.lateStart = node.lateFinish = latest;
    return;
  }
  const startBound = Math.min(...startBounds);
  if (node.crews.length > 0) {
    const spans = node.crews.map((crew) => {
      const finish = endsAt(crew.clock, workBy(crew.clock, latest));
      return { start: startBefore(crew.clock, finish, ownWork(crew.work, node.crewWork) + crew.delay), finish };
    });
    node.lateFinish = Math.max(...spans.map((span) => span.finish));
    node.lateStart = Math.min(startBound, ...spans.map((span) => span.start));
    return;
  }
  const by = workBy(clock, latest);
  if (work === 0) {
    const isStart = node.end === null && item.type === 'milestone_start' && startsAt(clock, by) === latest;
    node.lateStart = node.lateFinish = isStart ? latest : endsAt(clock, by);
    return;
  }
  node.lateFinish = endsAt(clock, by);
  node.lateStart = startsAt(clock, by - work);
  if (startBound < node.lateStart && workBy(clock, startBound) === by - work) node.lateStart = endsAt(clock, by - work);
}

/** Only the first below a row is held by a relation out of the row's start. */
function binds(link: PlainLink): boolean {
  return link.to.end !== 'first' || link.asks === link.to.earlyStart;
}

/** The bound that a successor puts on its predecessor; by actual dates the moment at which work out of sequence really came. */
function backOf(network: PlainNetwork, link: PlainLink): number {
  const { from, to, type } = link;
  const intoStart = type === 'fs' || type === 'ss';
  if (network.plan.options.progressMode === 'actual_dates') {
    const actual = intoStart ? to.item.actualStart : to.item.actualFinish;
    const hasCome = isActual(from, type === 'fs' || type === 'ff' ? 'finish' : 'start');
    if (actual !== null && !hasCome) return withoutLag(link, actual);
  }
  return withoutLag(link, intoStart ? to.lateStart : to.lateFinish);
}

function isActual(node: PlainNode, end: 'start' | 'finish'): boolean {
  if (node.end !== null) return false;
  return node.item.status === 'completed' || (end === 'start' && node.item.status === 'in_progress');
}

/** The moment that lies the lag of a link before another. */
export function withoutLag(link: PlainLink, moment: number): number {
  if (link.lag === 0) return moment;
  const work = workBy(link.clock, moment) - link.lag;
  return link.lag > 0 ? startsAt(link.clock, work) : endsAt(link.clock, work);
}

/** The latest dates that leave the early dates of all successors as they are, for what is to be as late as possible. */
export function slideLate(network: PlainNetwork): void {
  const finish = Math.max(...network.nodes.map((node) => node.earlyFinish));
  const slid = new Set<PlainNode>();
  const slide = (node: PlainNode) => {
    if (slid.has(node)) return;
    slid.add(node);
    for (const link of node.outOf) slide(link.to);
    if (
      node.end !== null ||
      !node.item.asLateAsPossible ||
      node.item.inScope === 'not' ||
      node.item.inScope === 'earlier' ||
      node.item.status !== 'not_started'
    )
      return;
    const bounds = node.outOf.map((link) => {
      const moment = withoutLag(link, link.type === 'fs' || link.type === 'ss' ? link.to.earlyStart : link.to.earlyFinish);
      return link.type === 'fs' || link.type === 'ff' ? moment : endFrom(node, moment);
    });
    if (!slideTo(node, Math.min(finish, ...bounds))) return;
    for (const link of node.outOf) {
      const moment = carried(network, link);
      link.asks = link.type === 'ff' || link.type === 'sf' ? startToEnd(link.to, moment) : moment;
    }
  };
  for (const node of network.nodes) slide(node);
}

/** Where the node ends that starts at the moment. */
function endFrom(node: PlainNode, moment: number): number {
  if (node.crews.length === 0) return endAfter(node.clock, moment, node.work);
  return Math.max(
    ...node.crews.map((crew) =>
      endAfter(crew.clock, startsAt(crew.clock, workBy(crew.clock, moment) + crew.delay), ownWork(crew.work, node.crewWork)),
    ),
  );
}

/** Moves the node to end at the moment; false when unchanged. */
function slideTo(node: PlainNode, moment: number): boolean {
  const { clock, crews, work } = node;
  if (crews.length > 0) {
    const finish = Math.max(...crews.map((crew) => endsAt(crew.clock, workBy(crew.clock, moment))));
    if (finish <= node.earlyFinish) return false;
    node.earlyFinish = finish;
    node.earlyStart = startToEnd(node, moment);
    node.work = Math.max(0, workBy(clock, finish) - workBy(clock, node.earlyStart));
    return true;
  }
  const by = workBy(clock, moment);
  if (by <= workBy(clock, node.earlyFinish)) return false;
  node.earlyFinish = work === 0 && node.item.type !== 'milestone_finish' ? startsAt(clock, by) : endsAt(clock, by);
  node.earlyStart = work > 0 ? startsAt(clock, by - work) : node.earlyFinish;
  return true;
}
