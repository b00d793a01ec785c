import { NO_DATE, type CalculationOptions } from '@gantry/domain';
import type { CalendarPool } from '../time/calendar.ts';
import type { CompiledCalendar } from '../time/calendar.ts';
import { networkCalendars } from './calendars.ts';
import { FLAG, KIND, type NetworkColumns } from './columns.ts';
import type { CalculationIssue } from './issue.ts';
import { fillLinks, lagCalendarOf, relationsOfNodes, type RelationsByRole } from './links.ts';
import { fillLimits } from './limits.ts';
import { grouped, orderNodes } from './order.ts';
import { hierarchyOf, type Hierarchy } from './hierarchy.ts';

/**
 * A plan compiled for the passes. Nodes are the scheduled items in an order in which links lead forward ("rank"); every node array
 * is indexed by rank, every link array by link, and the links into one node lie side by side.
 */
export type Network = {
  columns: NetworkColumns;
  options: CalculationOptions;
  calendars: CompiledCalendar[];
  projectCalendar: number;
  hierarchy: Hierarchy;
  relations: RelationsByRole;
  issues: CalculationIssue[];
  count: number;
  /** Item of a node, and node of an item (−1: not scheduled by the passes). */
  itemOf: Int32Array;
  nodeOf: Int32Array;
  kind: Uint8Array;
  status: Uint8Array;
  flags: Uint8Array;
  calendar: Int32Array;
  /** Remaining duration that the passes work with; expected finishes change it. */
  remaining: Int32Array;
  startFloor: Int32Array;
  finishFloor: Int32Array;
  startCeiling: Int32Array;
  finishCeiling: Int32Array;
  mandatoryStart: Int32Array;
  mandatoryFinish: Int32Array;
  expectedFinish: Int32Array;
  resume: Int32Array;
  /** Links into a node: `[predOffset[node], predOffset[node + 1])`. */
  predOffset: Int32Array;
  linkFrom: Int32Array;
  linkTo: Int32Array;
  linkType: Uint8Array;
  /** Lag that is still to run, minutes of `linkCalendar`. */
  linkLag: Int32Array;
  linkCalendar: Int32Array;
  /** 1 where the lag runs from the data date instead of the predecessor's date. */
  linkFromDataDate: Uint8Array;
  linkRelation: Int32Array;
  /** Links out of a node, as link indexes: `succList[succOffset[node] … succOffset[node + 1])`. */
  succOffset: Int32Array;
  succList: Int32Array;
  /** Assignments of resource-dependent nodes, by node; empty where there are none. */
  assignmentOffset: Int32Array;
  assignmentList: Int32Array;
  asLateAsPossible: boolean;
};

/** Compiles columns into a network. It never throws: what cannot be used becomes an issue and the rest is compiled. */
export function compileNetwork(columns: NetworkColumns, pool: CalendarPool = new Map()): Network {
  const issues: CalculationIssue[] = [];
  const calendars = networkCalendars(columns, pool, issues);
  const hierarchy = hierarchyOf(columns, issues);
  const relations = relationsOfNodes(columns, hierarchy, issues);
  const scheduled = scheduledItems(columns, hierarchy);
  const firstNodeOf = inverse(scheduled, columns.itemCount);
  const edges = {
    from: relations.between.map((relation) => firstNodeOf[columns.predecessor[relation]]),
    to: relations.between.map((relation) => firstNodeOf[columns.successor[relation]]),
  };
  const { order, dropped, rings } = orderNodes(scheduled.length, edges);
  for (const ring of rings) issues.push({ kind: 'ring', itemIds: ring.map((node) => columns.id[scheduled[node]]) });
  const itemOf = order.map((node) => scheduled[node]);
  const nodeOf = inverse(itemOf, columns.itemCount);
  const network: Network = {
    columns,
    options: columns.options,
    calendars: calendars.all,
    projectCalendar: calendars.projectDefault,
    hierarchy,
    relations,
    issues,
    count: itemOf.length,
    itemOf,
    nodeOf,
    ...nodeColumns(columns, itemOf, calendars.projectDefault, issues),
    ...fillLinks(columns, { relations, dropped, nodeOf, nodeCount: itemOf.length, calendars }),
    ...assignmentsByNode(columns, nodeOf, itemOf.length),
    ...limitColumns(itemOf.length),
    asLateAsPossible: false,
  };
  network.asLateAsPossible = network.flags.some((flag) => (flag & FLAG.asLateAsPossible) !== 0);
  fillLimits(network);
  return network;
}

/** Index of the calendar in which the lag of a relation of the plan runs. */
export function lagCalendarIndex(network: Network, relation: number): number {
  return lagCalendarOf(network.columns, relation, { elapsed: network.calendars.length - 1, projectDefault: network.projectCalendar });
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

function inverse(values: Int32Array, size: number): Int32Array {
  const positions = new Int32Array(size).fill(-1);
  for (let at = 0; at < values.length; at++) positions[values[at]] = at;
  return positions;
}

function nodeColumns(columns: NetworkColumns, itemOf: Int32Array, projectDefault: number, issues: CalculationIssue[]) {
  const calendar = itemOf.map((item) => columns.calendar[item]);
  for (let node = 0; node < calendar.length; node++) {
    if (calendar[node] >= 0) continue;
    calendar[node] = projectDefault;
    issues.push({ kind: 'calendar_missing', itemId: columns.id[itemOf[node]] });
  }
  return {
    kind: Uint8Array.from(itemOf, (item) => columns.kind[item]),
    status: Uint8Array.from(itemOf, (item) => columns.status[item]),
    flags: Uint8Array.from(itemOf, (item) => columns.flags[item]),
    calendar,
    remaining: itemOf.map((item) => remainingOf(columns, item)),
    expectedFinish: itemOf.map((item) => columns.expectedFinish[item]),
    resume: itemOf.map((item) => columns.resume[item]),
  };
}

function remainingOf(columns: NetworkColumns, item: number): number {
  const kind = columns.kind[item];
  if (kind === KIND.startMilestone || kind === KIND.finishMilestone) return 0;
  return Math.max(0, columns.remaining[item]);
}

function assignmentsByNode(columns: NetworkColumns, nodeOf: Int32Array, nodeCount: number) {
  const rows = columns.assignments.item.map((item) => (nodeOf[item] < 0 ? nodeCount : nodeOf[item]));
  const { offset, list } = grouped(nodeCount + 1, rows);
  return { assignmentOffset: offset, assignmentList: list };
}

function limitColumns(count: number) {
  const none = () => new Int32Array(count).fill(NO_DATE);
  return { startFloor: none(), finishFloor: none(), startCeiling: none(), finishCeiling: none(), mandatoryStart: none(), mandatoryFinish: none() };
}
