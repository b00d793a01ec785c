import { endAfter, startBefore, type PlainLink, type PlainNetwork, type PlainNode } from './nodes.ts';
import { endsAt, startsAt, workBy } from './clock.ts';

/** Early dates of every node by P6's rules, each asking its predecessors first. */
export function placeEarly(network: PlainNetwork): void {
  for (const node of network.nodes) earlyOf(network, node);
}

function earlyOf(network: PlainNetwork, node: PlainNode): void {
  if (!Number.isNaN(node.earlyStart)) return;
  for (const link of node.into) earlyOf(network, link.from);
  if (node.end === 'first') {
    for (const link of node.into) link.asks = link.from.earlyStart;
    node.earlyStart = node.into.length > 0 ? Math.min(...node.into.map((link) => link.asks)) : network.plan.options.dataDate;
    node.earlyFinish = node.earlyStart;
    return;
  }
  const { options } = network.plan;
  const { item, clock } = node;
  const limits = node.end === null ? limitsOf(network, node) : NO_LIMITS;
  const finishes = node.into.filter((link) => link.type === 'ff' || link.type === 'sf');
  const starts = node.into.filter((link) => link.type === 'fs' || link.type === 'ss');
  for (const link of starts) link.asks = carried(network, link);
  const byActual = options.progressMode === 'actual_dates' && node.end === null;
  const waits = !(byActual && item.status !== 'not_started');
  const waitsAtEnd = !(byActual && item.status === 'completed');
  let latest = Math.max(firstMoment(network, node), limits.startFloor, ...(waits ? starts.map((link) => link.asks) : []));
  const finishWanted = Math.max(limits.finishFloor, ...finishes.map((link) => carried(network, link)));
  if (node.end === null) node.work = workLeft(network, node, latest, finishWanted);
  for (const link of finishes) link.asks = startToEnd(node, carried(network, link));
  if (waitsAtEnd) latest = Math.max(latest, ...finishes.map((link) => link.asks));
  if (limits.finishFloor > -Infinity) latest = Math.max(latest, startToEnd(node, limits.finishFloor));
  const held = mandatoryStart(network, node);
  if (held === null && node.end === null && item.status === 'completed') {
    node.earlyStart = node.earlyFinish = latest;
    return;
  }
  const last = lastStart(network, node);
  const isPulled = held === null && latest > last;
  const start = held ?? Math.min(latest, last);
  if (node.crews.length > 0) {
    const spans = node.crews.map((crew) => {
      const begins = startsAt(crew.clock, workBy(crew.clock, start) + crew.delay);
      return { start: begins, finish: endAfter(crew.clock, begins, ownWork(crew.work, node.crewWork)) };
    });
    node.earlyStart = Math.min(...spans.map((span) => span.start));
    node.earlyFinish = Math.max(...spans.map((span) => span.finish));
    node.work = Math.max(0, workBy(clock, node.earlyFinish) - workBy(clock, node.earlyStart));
    return;
  }
  const isEnd = endsAt(clock, workBy(clock, start)) === start;
  node.earlyStart = node.end === null && item.type === 'milestone_finish' && isEnd ? start : startsAt(clock, workBy(clock, start));
  node.earlyFinish = endAfter(clock, node.earlyStart, node.work);
  const wanted = held !== null ? mandatoryFinishOf(node) : isPulled ? -Infinity : finishWanted;
  if (node.work > 0 && wanted > node.earlyFinish && workBy(clock, wanted) === workBy(clock, node.earlyFinish))
    node.earlyFinish = startsAt(clock, workBy(clock, wanted));
}

/** Where an item stands that may not be moved later. */
function lastStart(network: PlainNetwork, { end, item }: PlainNode): number {
  const isHeld = end === null && item.status === 'not_started' && (item.inScope === 'not' || item.inScope === 'earlier');
  if (!isHeld || item.start === null || network.plan.options.rules === 'msproject') return Infinity;
  return Math.max(network.plan.options.dataDate, item.start);
}

/** The date to which a relation carries the early date of its predecessor. */
export function carried(network: PlainNetwork, link: PlainLink): number {
  const { dataDate, rules } = network.plan.options;
  const base = link.fromDataDate ? dataDate : link.type === 'fs' || link.type === 'ff' ? link.from.earlyFinish : link.from.earlyStart;
  if (link.lag === 0) return base;
  const work = workBy(link.clock, base) + link.lag;
  if (link.lag > 0) return endsAt(link.clock, work);
  return rules === 'msproject' ? startsAt(link.clock, work) : Math.max(dataDate, startsAt(link.clock, work));
}

/** The work of a crew: its own where that is more than a minute off. */
export function ownWork(own: number | null, work: number): number {
  return own === null || Math.abs(own - work) <= 1 ? work : own;
}

/** The start that lets the node end at the moment. */
export function startToEnd(node: PlainNode, finish: number): number {
  if (node.crews.length === 0) return startBefore(node.clock, finish, node.work);
  return Math.min(
    ...node.crews.map((crew) =>
      startBefore(crew.clock, endsAt(crew.clock, workBy(crew.clock, finish)), ownWork(crew.work, node.crewWork) + crew.delay),
    ),
  );
}

/** Nothing before the data date, what has not begun not before the start of the project, suspended work not before it resumes. */
function firstMoment(network: PlainNetwork, node: PlainNode): number {
  const { dataDate, projectStart } = network.plan.options;
  const { status, resumeDate } = node.item;
  if (node.end !== null || status === 'not_started') return Math.max(dataDate, projectStart ?? -Infinity);
  return status === 'in_progress' ? Math.max(dataDate, resumeDate ?? -Infinity) : dataDate;
}

/** Floors and ceilings of both ends that still hold. */
export type PlainLimits = { startFloor: number; finishFloor: number; startCeiling: number; finishCeiling: number };
const NO_LIMITS: PlainLimits = { startFloor: -Infinity, finishFloor: -Infinity, startCeiling: Infinity, finishCeiling: Infinity };

/** Limits of the item, its second one and those of other schedules, except where the end they are on is actual. */
export function limitsOf(network: PlainNetwork, node: PlainNode): PlainLimits {
  const { item } = node;
  const limits = { ...NO_LIMITS };
  const add = (end: 'start' | 'finish', type: string | null, date: number | null) => {
    if (type === null || date === null || item.status === 'completed') return;
    if (type !== 'not_later') limits[`${end}Floor`] = Math.max(limits[`${end}Floor`], date);
    if (type !== 'not_earlier') limits[`${end}Ceiling`] = Math.min(limits[`${end}Ceiling`], date);
  };
  if (item.status === 'not_started') {
    add('start', item.startLimitType, item.startLimitDate);
    if (item.inScope === 'not' || item.inScope === 'later') add('start', 'not_earlier', item.start);
  }
  add('finish', item.finishLimitType, item.finishLimitDate);
  const second = item.secondLimit;
  if (second && (second.end === 'finish' || item.status === 'not_started')) add(second.end, second.type, second.date);
  if (network.plan.options.externalRelations === 'live')
    for (const limit of network.plan.externalLimits.filter((one) => one.itemId === item.id)) {
      const [end, type] = [limit.kind.slice(0, limit.kind.indexOf('_')), limit.kind.slice(limit.kind.indexOf('_') + 1)];
      add(end as 'start' | 'finish', type, limit.date);
    }
  return limits;
}

export function mandatoryDate(node: PlainNode, end: 'start' | 'finish'): number | null {
  const { item } = node;
  if (node.end !== null || !item.mandatory || item.status === 'completed') return null;
  if (end === 'start') return item.startLimitType === 'in_date' && item.status === 'not_started' ? item.startLimitDate : null;
  return item.finishLimitType === 'in_date' ? item.finishLimitDate : null;
}

function mandatoryStart(network: PlainNetwork, node: PlainNode): number | null {
  const [start, finish] = [mandatoryDate(node, 'start'), mandatoryDate(node, 'finish')];
  if (start === null && finish === null) return null;
  return Math.max(network.plan.options.dataDate, start ?? startBefore(node.clock, finish ?? 0, node.work));
}

function mandatoryFinishOf(node: PlainNode): number {
  return mandatoryDate(node, 'finish') ?? -Infinity;
}

/** An expected finish replaces the work that is left, unless something holds the finish later, the item is to be late, or it is past. */
function workLeft(network: PlainNetwork, node: PlainNode, latest: number, finishWanted: number): number {
  const { item, clock, work } = node;
  if (item.expectedFinish === null || !network.plan.options.useExpectedFinish || item.status === 'completed') return work;
  if (finishWanted > item.expectedFinish || item.asLateAsPossible) return work;
  const until = workBy(clock, item.expectedFinish) - workBy(clock, latest);
  return until > 0 ? until : work;
}
