import { NO_DATE, type CalculationOptions } from '@gantry/domain';
import type { CalendarPool, CompiledCalendar } from '../time/calendar.ts';
import { networkCalendars } from './calendars.ts';
import { FLAG, KIND, type NetworkColumns } from './columns.ts';
import { planFacts, type PlanFacts } from './facts.ts';
import type { CalculationIssue } from './issue.ts';
import { fillLinks, lagCalendarOf } from './links.ts';
import { fillLimits, noLimits, type LimitedNodes } from './limits.ts';
import { gatherBytes, gatherDates, placesOf } from './gather.ts';
import { buildGates } from './gates.ts';
import { nodeCalendars } from './node-calendars.ts';
import { orderNodes } from './order.ts';
import { ordinaryNodes } from './ordinary.ts';
import { hierarchyOf, type Hierarchy } from './hierarchy.ts';
import { relationsOfNodes, type RelationsByRole } from './relations.ts';

// A constant of this module: an imported one is read from memory each time.
const { finishGate } = KIND;

/**
 * A plan compiled for the passes. Nodes are the scheduled items in an order in which links lead forward ("rank"); every node array
 * is indexed by rank, every link array by link, and the links into one node lie side by side.
 */
export type Network = LimitedNodes & {
  options: CalculationOptions;
  /** MS Project's rules instead of P6's. */
  byProject: boolean;
  calendars: CompiledCalendar[];
  projectCalendar: number;
  hierarchy: Hierarchy;
  relations: RelationsByRole;
  issues: CalculationIssue[];
  facts: PlanFacts;
  /** Node of an item (−1: not scheduled by the passes). */
  nodeOf: Int32Array;
  calendar: Int32Array;
  /** Remaining duration that the passes work with; expected finishes change it. */
  remaining: Int32Array;
  expectedFinish: Int32Array;
  resume: Int32Array;
  /** Links into a node: `[predOffset[node], predOffset[node + 1])`. */
  predOffset: Int32Array;
  linkFrom: Int32Array;
  linkTo: Int32Array;
  linkType: Uint8Array;
  /** Places of the dates that a link leaves and enters, in columns of all starts and then all finishes. */
  leavesAt: Int32Array;
  entersAt: Int32Array;
  /** Lag that is still to run, minutes of `linkCalendar`. */
  linkLag: Int32Array;
  linkCalendar: Int32Array;
  /** 1 where the lag runs from the data date instead of the predecessor's date. */
  linkFromDataDate: Uint8Array;
  linkRelation: Int32Array;
  /** Links out of a node, as link indexes: `succList[succOffset[node] … succOffset[node + 1])`. */
  succOffset: Int32Array;
  succList: Int32Array;
  /** Assignments that rule the dates of their node: `[assignmentOffset[node], assignmentOffset[node + 1])` in the next three. */
  assignmentOffset: Int32Array;
  assignmentCalendar: Int32Array;
  assignmentRemaining: Int32Array;
  assignmentLag: Int32Array;
  asLateAsPossible: boolean;
  /** 1 for ordinary nodes, see `ordinaryNodes`. */
  ordinary: Uint8Array;
  /** Scratch: nodes that wait in a queue. All 0 between recalculations. */
  marks: Uint8Array;
};

/** Compiles columns into a network. It never throws: what cannot be used becomes an issue and the rest is compiled. */
export function compileNetwork(columns: NetworkColumns, pool: CalendarPool = new Map()): Network {
  const issues: CalculationIssue[] = [];
  const calendars = networkCalendars(columns, pool, issues);
  const hierarchy = hierarchyOf(columns, issues);
  const relations = relationsOfNodes(columns, hierarchy, issues);
  const scheduled = scheduledItems(columns, hierarchy);
  const gates = buildGates(columns, hierarchy, relations, placesOf(scheduled, columns.itemCount), scheduled.length);
  const itemBefore = withGates(scheduled, gates.items);
  const { order, dropped, rings } = orderNodes(itemBefore.length, gates.edges);
  for (const ring of rings) issues.push({ kind: 'ring', itemIds: ring.map((node) => columns.id[itemBefore[node]]) });
  const itemOf = gatherDates(itemBefore, order);
  const kind = gatherBytes(columns.kind, itemOf);
  for (let node = 0; node < order.length; node++)
    if (order[node] >= scheduled.length) kind[node] = gates.kinds[order[node] - scheduled.length];
  const nodeOf = new Int32Array(columns.itemCount).fill(-1);
  for (let node = 0; node < itemOf.length; node++) if (!isGate(kind[node])) nodeOf[itemOf[node]] = node;
  const links = fillLinks(columns, { edges: gates.edges, dropped, rankOf: placesOf(order, itemOf.length), calendars });
  const network: Network = {
    columns,
    options: columns.options,
    byProject: columns.options.rules === 'msproject',
    projectCalendar: calendars.projectDefault,
    hierarchy,
    relations,
    issues,
    count: itemOf.length,
    itemOf,
    nodeOf,
    kind,
    ...nodeColumns(columns, itemOf, kind),
    ...nodeCalendars(columns, { itemOf, nodeOf, kind }, calendars, issues),
    ...links,
    facts: planFacts(columns, { nodeOf, relations, ...links }),
    ...noLimits(itemOf.length),
    asLateAsPossible: false,
    ordinary: new Uint8Array(itemOf.length),
    marks: new Uint8Array(itemOf.length),
  };
  network.asLateAsPossible = network.flags.some((flag) => (flag & FLAG.asLateAsPossible) !== 0);
  fillLimits(network);
  network.ordinary = ordinaryNodes(network);
  return network;
}

/** Index of the calendar in which the lag of a relation of the plan runs. */
export function lagCalendarIndex(network: Network, relation: number): number {
  return lagCalendarOf(network.columns, relation, { elapsed: network.columns.calendars.length, projectDefault: network.projectCalendar });
}

/** Items that the passes schedule: no drafts, no rows with children, no level of effort, no WBS summary. */
function scheduledItems(columns: NetworkColumns, hierarchy: Hierarchy): Int32Array {
  const items = new Int32Array(columns.itemCount);
  let count = 0;
  for (let item = 0; item < columns.itemCount; item++) if (isScheduled(columns.kind[item], hierarchy, item)) items[count++] = item;
  return items.slice(0, count);
}

/** Whether the forward and backward pass give the item its dates. */
export function isScheduled(kind: number, hierarchy: Hierarchy, item: number): boolean {
  if (hierarchy.isParent[item]) return false;
  return kind !== KIND.draft && kind !== KIND.sum && kind !== KIND.levelOfEffort && kind !== KIND.wbsSummary;
}

function withGates(scheduled: Int32Array, gates: number[]): Int32Array {
  if (gates.length === 0) return scheduled;
  const items = new Int32Array(scheduled.length + gates.length);
  items.set(scheduled);
  items.set(gates, scheduled.length);
  return items;
}

function nodeColumns(columns: NetworkColumns, itemOf: Int32Array, kind: Uint8Array) {
  const status = gatherBytes(columns.status, itemOf);
  const flags = gatherBytes(columns.flags, itemOf);
  const expectedFinish = gatherDates(columns.expectedFinish, itemOf);
  const remaining = new Int32Array(itemOf.length);
  for (let node = 0; node < itemOf.length; node++) {
    remaining[node] = remainingOf(columns, itemOf[node], kind[node]);
    if (!isGate(kind[node])) continue;
    status[node] = 0;
    flags[node] = 0;
    expectedFinish[node] = NO_DATE;
  }
  return { status, flags, remaining, expectedFinish, resume: gatherDates(columns.resume, itemOf) };
}

/** Whether a node stands for an end of a row with children. */
export function isGate(kind: number): boolean {
  return kind >= finishGate;
}

/** Remaining duration of an item as the passes take it, gaps of a split one included: none for milestones and gates, never negative. */
export function remainingOf(columns: NetworkColumns, item: number, kind: number): number {
  if (kind === KIND.startMilestone || kind === KIND.finishMilestone || isGate(kind)) return 0;
  return Math.max(0, columns.remaining[item]) + columns.split[item];
}
