import type { LagCalendar, Plan, PlanCalendar, PlanItem, PlanRelation } from '@gantry/domain';
import { clockOf, endsAt, startsAt, workBy, type Clock } from './clock.ts';

/** One thing that gets dates: an item, or an end of a row with children. Dates are null until they are known. */
export type PlainNode = {
  item: PlanItem;
  /** The row that this stands for an end of: nothing below starts before `entry`, `exit` is the last finish, `first` the first start. */
  end: 'entry' | 'exit' | 'first' | null;
  clock: Clock;
  /** Work that is left; of an item that goes by its crews, the work of its own calendar in their span. */
  work: number;
  /** Work of each crew without work of its own. */
  crewWork: number;
  into: PlainLink[];
  outOf: PlainLink[];
  crews: { clock: Clock; work: number | null; delay: number }[];
  earlyStart: number;
  earlyFinish: number;
  lateStart: number;
  lateFinish: number;
};

/** A relation between two nodes; `asks` is the start that it demands of its successor. */
export type PlainLink = {
  from: PlainNode;
  to: PlainNode;
  type: PlanRelation['type'];
  lag: number;
  clock: Clock;
  fromDataDate: boolean;
  asks: number;
};

/** Everything that a plain calculation walks over. */
export type PlainNetwork = {
  plan: Plan;
  nodes: PlainNode[];
  nodeOf: Map<number, PlainNode>;
  clockOf: (id: number | null) => Clock;
  lagClock: (relation: PlanRelation) => Clock;
};

const CLOCKS = new Map<PlanCalendar, Clock>();
const AROUND = clockOf({ week: Array.from({ length: 7 }, () => [{ start: 0, finish: 1440 }]), exceptions: [] });

/** Makes nodes and links out of a plan without cycles. */
export function plainNetwork(plan: Plan): PlainNetwork {
  const items = new Map(plan.items.map((item) => [item.id, item]));
  const clocks = (id: number | null) => {
    const calendar = plan.calendars.find((one) => one.id === (id ?? plan.options.defaultCalendarId));
    if (!calendar) return AROUND;
    const known = CLOCKS.get(calendar) ?? clockOf(calendar);
    CLOCKS.set(calendar, known);
    return known;
  };
  const lagClock = (relation: PlanRelation) => {
    const by: LagCalendar = relation.lagCalendar ?? plan.options.lagCalendar;
    if (by === 'elapsed') return AROUND;
    if (by === 'project') return clocks(null);
    return clocks(items.get(by === 'successor' ? relation.successorId : relation.predecessorId)?.calendarId ?? null);
  };
  const network: PlainNetwork = { plan, nodes: [], nodeOf: new Map(), clockOf: clocks, lagClock };
  for (const item of plan.items) if (isScheduled(plan, item)) network.nodeOf.set(item.id, addNode(network, item, null));
  const ends = new Map<string, PlainNode>();
  for (const relation of plan.relations) {
    const [from, to] = [items.get(relation.predecessorId), items.get(relation.successorId)];
    if (from && to && takesPart(plan, relation, from, to)) addRelation(network, relation, from, to, ends);
  }
  return network;
}

/** Whether the item has children that count. */
export function isParent(plan: Plan, item: PlanItem): boolean {
  return plan.items.some((child) => child.parentId === item.id && !isLeftOut(child));
}

/** Drafts, and what MS Project calls inactive. */
export function isLeftOut(item: PlanItem): boolean {
  return item.type === 'draft' || item.msproject?.inactive === true;
}

function isScheduled(plan: Plan, item: PlanItem): boolean {
  return !isLeftOut(item) && !isRow(plan, item) && item.schedulingKind !== 'level_of_effort';
}

function isRow(plan: Plan, item: PlanItem): boolean {
  return item.type === 'sum' || isParent(plan, item) || (item.schedulingKind === 'wbs_summary' && item.type !== 'draft');
}

function takesPart(plan: Plan, relation: PlanRelation, from: PlanItem, to: PlanItem): boolean {
  if (isLeftOut(from) || isLeftOut(to)) return false;
  if (isRow(plan, from) || isRow(plan, to)) return true;
  if (from.schedulingKind === 'level_of_effort' || to.schedulingKind === 'level_of_effort') return false;
  if (plan.options.progressMode !== 'progress_override') return true;
  if (to.status === 'completed') return false;
  return to.status !== 'in_progress' || relation.type === 'ff' || relation.type === 'sf';
}

function addNode(network: PlainNetwork, item: PlanItem, end: PlainNode['end']): PlainNode {
  const { plan } = network;
  const isMilestone = item.type === 'milestone_start' || item.type === 'milestone_finish';
  const split = plan.options.rules === 'msproject' && item.status === 'not_started' ? (item.msproject?.splitMinutes ?? 0) : 0;
  const node: PlainNode = {
    item,
    end,
    clock: end !== null || item.msproject?.elapsedDuration ? AROUND : network.clockOf(item.calendarId),
    work: end !== null || isMilestone ? 0 : Math.max(0, item.remainingMinutes) + split,
    crewWork: 0,
    into: [],
    outOf: [],
    crews: [],
    earlyStart: NaN,
    earlyFinish: NaN,
    lateStart: NaN,
    lateFinish: NaN,
  };
  node.crewWork = node.work;
  if (end === null && item.schedulingKind === 'resource' && node.work > 0)
    for (const assignment of plan.assignments.filter((one) => one.itemId === item.id)) {
      const resource = plan.resources.find((one) => one.id === assignment.resourceId);
      if (resource?.calendarId)
        node.crews.push({ clock: network.clockOf(resource.calendarId), work: assignment.remainingMinutes, delay: assignment.lagMinutes });
    }
  network.nodes.push(node);
  return node;
}

/** A relation of a summary attaches to one of its ends, and that end limits its descendants. */
function addRelation(network: PlainNetwork, relation: PlanRelation, from: PlanItem, to: PlanItem, ends: Map<string, PlainNode>): void {
  const { plan } = network;
  const { type } = relation;
  const leavesFinish = type === 'fs' || type === 'ff';
  const link = (source: PlainNode, target: PlainNode) => {
    const made: PlainLink = {
      from: source,
      to: target,
      type,
      lag: remainingLag(network, relation, from),
      clock: network.lagClock(relation),
      fromDataDate: false,
      asks: NaN,
    };
    made.fromDataDate = !plan.options.lagFromEarlyStart && !leavesFinish && from.status === 'in_progress';
    source.outOf.push(made);
    target.into.push(made);
  };
  const tie = (source: PlainNode, target: PlainNode, kind: 'ff' | 'ss') => {
    const made: PlainLink = { from: source, to: target, type: kind, lag: 0, clock: AROUND, fromDataDate: false, asks: NaN };
    source.outOf.push(made);
    target.into.push(made);
  };
  const endOf = (item: PlanItem, end: 'entry' | 'exit' | 'first') => {
    const key = `${item.id} ${end}`;
    const known = ends.get(key);
    if (known) return known;
    const node = addNode(network, item, end);
    ends.set(key, node);
    for (const leaf of leavesOf(network, item)) {
      if (end === 'entry') tie(node, leaf, 'ss');
      else tie(leaf, node, end === 'exit' ? 'ff' : 'ss');
    }
    return node;
  };
  const source = network.nodeOf.get(from.id) ?? endOf(from, leavesFinish ? 'exit' : 'first');
  const target = network.nodeOf.get(to.id);
  if (target) link(source, target);
  else if (type === 'fs' || type === 'ss') link(source, endOf(to, 'entry'));
  else for (const leaf of leavesOf(network, to)) link(source, leaf);
}

/** The scheduled items below a row, at any depth. */
function leavesOf(network: PlainNetwork, row: PlanItem): PlainNode[] {
  const own = network.nodeOf.get(row.id);
  const below = network.plan.items.filter((item) => item.parentId === row.id).flatMap((item) => leavesOf(network, item));
  return own ? [own, ...below] : below;
}

/** What is left of a lag that runs since an actual date; a lead out of an actual finish is over. */
function remainingLag(network: PlainNetwork, relation: PlanRelation, from: PlanItem): number {
  const { rules, dataDate } = network.plan.options;
  const { lagMinutes, type } = relation;
  if (rules === 'msproject') return lagMinutes;
  const leavesFinish = type === 'fs' || type === 'ff';
  const since = leavesFinish ? from.actualFinish : from.actualStart;
  if (since === null) return lagMinutes;
  if (lagMinutes <= 0) return leavesFinish ? 0 : lagMinutes;
  if (since >= dataDate) return lagMinutes;
  const clock = network.lagClock(relation);
  return Math.max(0, lagMinutes - (workBy(clock, dataDate) - workBy(clock, since)));
}

/** End of the given work from a start; the start itself for no work. */
export function endAfter(clock: Clock, start: number, work: number): number {
  return work > 0 ? endsAt(clock, workBy(clock, start) + work) : start;
}

/** Start of the given work before an end; the end itself for no work. */
export function startBefore(clock: Clock, finish: number, work: number): number {
  return work > 0 ? startsAt(clock, workBy(clock, finish) - work) : finish;
}
