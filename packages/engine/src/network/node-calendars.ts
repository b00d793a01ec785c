import type { PlanCalendar } from '@gantry/domain';
import { compileCalendar, type CompiledCalendar } from '../time/calendar.ts';
import { intersectCalendars } from '../time/intersect.ts';
import type { NetworkCalendars } from './calendars.ts';
import { FLAG, KIND, type NetworkColumns, UNKNOWN_CALENDAR } from './columns.ts';
import type { CalculationIssue } from './issue.ts';
import { grouped } from './order.ts';

type Nodes = { itemOf: Int32Array; nodeOf: Int32Array; kind: Uint8Array };

/** The calendar of each node, and the assignments that rule nodes in calendars of their own. */
export function nodeCalendars(columns: NetworkColumns, nodes: Nodes, calendars: NetworkCalendars, issues: CalculationIssue[]) {
  const all = calendars.all.slice();
  const calendar = new Int32Array(nodes.itemOf.length);
  for (let node = 0; node < calendar.length; node++) {
    const item = nodes.itemOf[node];
    calendar[node] = columns.calendar[item];
    if (nodes.kind[node] >= KIND.finishGate || (columns.flags[item] & FLAG.elapsed) !== 0) calendar[node] = calendars.elapsed;
    if (calendar[node] >= 0) continue;
    calendar[node] = calendars.projectDefault;
    const isMissing = columns.calendar[item] === UNKNOWN_CALENDAR || calendars.projectDefault === calendars.elapsed;
    if (isMissing && columns.options.rules === 'p6') issues.push({ kind: 'calendar_missing', itemId: columns.id[item] });
  }
  const ruling = rulingAssignments(columns, nodes);
  const { offset, list } = grouped(
    nodes.itemOf.length,
    ruling.map((assignment) => nodes.nodeOf[columns.assignments.item[assignment]]),
  );
  const assignments = list.map((at) => ruling[at]);
  const narrowed = narrowing(columns, all);
  const assignmentCalendar = assignments.map((assignment) =>
    narrowed(columns.assignments.item[assignment], columns.assignments.calendar[assignment]),
  );
  for (let node = 0; node < nodes.itemOf.length; node++) {
    if (columns.options.rules === 'msproject' && offset[node + 1] === offset[node] + 1) calendar[node] = assignmentCalendar[offset[node]];
  }
  return {
    calendars: all,
    calendar,
    assignmentOffset: offset,
    assignmentCalendar,
    assignmentRemaining: assignments.map((assignment) => spanOf(columns, assignment)),
    assignmentLag: assignments.map((assignment) => columns.assignments.lag[assignment]),
  };
}

/** Work of an assignment and the gaps of its item; −1 where it has none of its own. */
function spanOf(columns: NetworkColumns, assignment: number): number {
  const own = columns.assignments.remaining[assignment];
  return own < 0 ? own : own + columns.split[columns.assignments.item[assignment]];
}

/** Assignments with a calendar, of items scheduled by resources; duplicates are omitted. */
function rulingAssignments(columns: NetworkColumns, nodes: Nodes): Int32Array {
  const { assignments } = columns;
  const ofMsProject = columns.options.rules === 'msproject';
  const seen = new Set<string>();
  return Int32Array.from(assignments.item.keys()).filter((assignment) => {
    const item = assignments.item[assignment];
    if (assignments.calendar[assignment] < 0 || nodes.nodeOf[item] < 0) return false;
    if (!ofMsProject) return columns.kind[item] === KIND.resource;
    if ((columns.flags[item] & (FLAG.elapsed | FLAG.ownCalendarOnly)) !== 0) return false;
    const key = `${item} ${assignments.calendar[assignment]} ${assignments.lag[assignment]}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** In MS Project a resource works on an item with a calendar of its own only while both calendars work. */
function narrowing(columns: NetworkColumns, all: CompiledCalendar[]): (item: number, calendar: number) => number {
  const known = new Map<string, number>();
  return (item, calendar) => {
    const own = columns.calendar[item];
    if (columns.options.rules === 'p6' || own < 0 || own === calendar) return calendar;
    const key = `${own} ${calendar}`;
    const existing = known.get(key);
    if (existing !== undefined) return existing;
    const both: Pick<PlanCalendar, 'week' | 'exceptions'> = intersectCalendars(columns.calendars[own], columns.calendars[calendar]);
    const compiled = compileCalendar(both);
    const index = compiled.withoutWork ? own : all.push(compiled) - 1;
    known.set(key, index);
    return index;
  };
}
