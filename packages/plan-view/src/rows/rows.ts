import type { ExternalRelation } from '@gantry/contract';
import { ITEM_TYPES, LIMIT_TYPES, MINUTES_PER_DAY, NO_DATE, type PlanCalendar, TASK_STATUSES } from '@gantry/domain';
import { compileCalendar, type CompiledCalendar, rollUp } from '@gantry/engine';
import {
  calendarDays,
  EXTERNAL_ENDS,
  type GanttCalendar,
  type GanttLinks,
  type GanttRows,
  LINK_FLAGS,
  newLinks,
  newRows,
  ROW_FLAGS,
} from '@gantry/scene';
import { numberAt, rowsOf, type ScheduleDocument, textAt } from '../document/document.ts';
import { treeOfRows } from './row-tree.ts';

/** What the chart draws, with the way from its rows to the document and back. */
export type ScheduleRows = {
  rows: GanttRows;
  /** Slot in the document by row, and row by id of the item. */
  slots: Int32Array;
  rowOfId: Map<number, number>;
  /** Where rows stand in groups: the groups' titles and their paths of values, by -1 - id; their rows have no slot (-1). */
  groups?: { titles: string[]; paths: string[]; subtotals: boolean } | undefined;
};

const TYPE_SUM = ITEM_TYPES.indexOf('sum');
const NULL_BYTE = 255;
const LATE = 'asLateAsPossible';

/** Lays out the rows of a document in preorder. `folded` says which summaries were folded before. */
export function layOutRows(document: ScheduleDocument, isFolded: (id: number) => boolean): ScheduleRows {
  const table = document.tables.wbs;
  const ids = [...table.slotOf.keys()];
  const { order, levels } = preorder(document, ids);
  const rows = newRows(order.length);
  const slots = new Int32Array(order.length);
  const rowOfId = new Map<number, number>();
  for (const [row, id] of order.entries()) {
    slots[row] = table.slotOf.get(id) as number;
    rowOfId.set(id, row);
    (rows.id as Int32Array)[row] = id;
    rows.level[row] = levels[row];
    rows.collapsed[row] = isFolded(id) ? 1 : 0;
  }
  fillEnds(rows);
  withValueColumns(rows);
  const laid = { rows, slots, rowOfId };
  fillValues(document, laid);
  return laid;
}

/** Gives rows the columns that `fillValues` fills. */
export function withValueColumns(rows: GanttRows): GanttRows {
  const dates = (): Int32Array => new Int32Array(rows.count).fill(NO_DATE);
  return Object.assign(rows, {
    totalFloat: dates(),
    lateFinish: dates(),
    calendar: new Uint16Array(rows.count),
    startLimit: new Uint8Array(rows.count),
    startLimitDate: dates(),
    finishLimit: new Uint8Array(rows.count),
    finishLimitDate: dates(),
    deadline: dates(),
    suspend: dates(),
    resume: dates(),
    baselineStart: dates(),
    baselineFinish: dates(),
    tint: new Uint8Array(rows.count),
    external: new Uint8Array(rows.count),
  });
}

function preorder(document: ScheduleDocument, ids: number[]): { order: number[]; levels: number[] } {
  const table = document.tables.wbs;
  const children = new Map<number, number[]>();
  for (const id of ids) {
    const parent = numberAt(table, 'parentId', table.slotOf.get(id) as number);
    const siblings = children.get(parent);
    if (siblings) siblings.push(id);
    else children.set(parent, [id]);
  }
  const position = (id: number) => numberAt(table, 'position', table.slotOf.get(id) as number);
  for (const siblings of children.values()) siblings.sort((a, b) => position(a) - position(b) || a - b);
  const order: number[] = [];
  const levels: number[] = [];
  const stack = (children.get(NO_DATE) ?? []).map((id) => ({ id, level: 0 })).reverse();
  for (let next = stack.pop(); next; next = stack.pop()) {
    order.push(next.id);
    levels.push(next.level);
    const below = children.get(next.id) ?? [];
    for (let index = below.length - 1; index >= 0; index -= 1) stack.push({ id: below[index], level: next.level + 1 });
  }
  return { order, levels };
}

function fillEnds(rows: GanttRows): void {
  const open: number[] = [];
  for (let row = 0; row < rows.count; row += 1) {
    while (open.length && rows.level[open[open.length - 1]] >= rows.level[row]) rows.end[open.pop() as number] = row;
    open.push(row);
  }
  for (const row of open) rows.end[row] = rows.count;
}

/** Copies values of rows (default: all) from the document, then spans summaries over what is under them. */
export function fillValues(
  document: ScheduleDocument,
  laid: Pick<ScheduleRows, 'rows' | 'slots'>,
  only: Iterable<number> = places(0, laid.rows.count),
): void {
  copyValues(document, laid, only);
  spanSummaries(laid.rows, document, laid.slots);
}

/** Rows from one place to before another. */
export function* places(from: number, to: number): Generator<number, void, void> {
  for (let row = from; row < to; row += 1) yield row;
}

/** Copies values of rows from the document; summaries keep their own until they are spanned. */
export function copyValues(
  document: ScheduleDocument,
  { rows, slots }: Pick<ScheduleRows, 'rows' | 'slots'>,
  only: Iterable<number>,
): void {
  const { numbers } = document.tables.wbs;
  const read = (name: string) => numbers.get(name) as Int32Array;
  const bytes = (name: string) => numbers.get(name) as Uint8Array;
  const dates: [Int32Array, Int32Array][] = [
    [rows.start, read('start')],
    [rows.finish, read('finish')],
    [rows.totalFloat as Int32Array, read('totalFloatMinutes')],
    [rows.lateFinish as Int32Array, read('lateFinish')],
    [rows.deadline as Int32Array, read('deadline')],
    [rows.startLimitDate as Int32Array, read('startLimitDate')],
    [rows.finishLimitDate as Int32Array, read('finishLimitDate')],
    [rows.suspend as Int32Array, read('suspendDate')],
    [rows.resume as Int32Array, read('resumeDate')],
    [rows.baselineStart as Int32Array, read('targetStart')],
    [rows.baselineFinish as Int32Array, read('targetFinish')],
  ];
  const calendarIndex = new Map([...document.tables.calendar.slotOf.keys()].map((id, index) => [id, index + 1]));
  const [tints, calendars, progress] = [read('tint'), read('calendarId'), numbers.get('progress') as Float64Array];
  const [types, critical, near, late] = [bytes('type'), bytes('critical'), bytes('nearCritical'), bytes(LATE)];
  const statuses = bytes('status');
  const [startLimits, finishLimits] = [bytes('startLimitType'), bytes('finishLimitType')];
  for (const row of only) {
    const slot = slots[row];
    // A row of a group has no values of its own.
    if (slot < 0) continue;
    for (const [to, from] of dates) to[row] = from[slot];
    // What is done has no float, though the backward pass gave it a late date.
    if (statuses[slot] === COMPLETED) (rows.lateFinish as Int32Array)[row] = NO_DATE;
    (rows.tint as Uint8Array)[row] = document.tintOf ? document.tintOf(rows.id[row]) : Math.max(0, tints[slot]);
    rows.type[row] = types[slot];
    rows.progress[row] = progress[slot];
    rows.flags[row] =
      (rows.flags[row] & ROW_FLAGS.context) |
      (critical[slot] === 1 ? ROW_FLAGS.critical : 0) |
      (near[slot] === 1 ? ROW_FLAGS.near : 0) |
      (late[slot] === 1 ? ROW_FLAGS.late : 0);
    (rows.external as Uint8Array)[row] = document.external.get(rows.id[row]) ?? 0;
    (rows.calendar as Uint16Array)[row] = calendarIndex.get(calendars[slot]) ?? 0;
    (rows.startLimit as Uint8Array)[row] = limitAt(startLimits[slot]);
    (rows.finishLimit as Uint8Array)[row] = limitAt(finishLimits[slot]);
  }
}

/** Which ends of items hang on items of other schedules, as bits of `EXTERNAL_ENDS` by item. */
export function externalEnds(outside: ReadonlyMap<number, readonly Pick<ExternalRelation, 'side' | 'type'>[]>): Map<number, number> {
  const ends = new Map<number, number>();
  for (const [item, links] of outside)
    for (const { side, type } of links) {
      // The first letter is the predecessor's end, the second the successor's.
      const bit =
        side === 'predecessor'
          ? EXTERNAL_ENDS[type[1] === 's' ? 'intoStart' : 'intoFinish']
          : EXTERNAL_ENDS[type[0] === 's' ? 'outOfStart' : 'outOfFinish'];
      ends.set(item, (ends.get(item) ?? 0) | bit);
    }
  return ends;
}

const COMPLETED = TASK_STATUSES.indexOf('completed');

const limitAt = (index: number): number => (index === NULL_BYTE || index >= LIMIT_TYPES.length ? 0 : index + 1);

/** Dates, least total float and progress of summaries from what is under them, so that a row moved a moment ago shows at once. */
export function spanSummaries(rows: GanttRows, document: ScheduleDocument, slots: Int32Array): void {
  const durations = document.tables.wbs.numbers.get('durationMinutes') as Int32Array;
  const [totals, late] = [rows.totalFloat as Int32Array, rows.lateFinish as Int32Array];
  const weight = new Float64Array(rows.count);
  for (let row = 0; row < rows.count; row += 1) if (slots[row] >= 0) weight[row] = durations[slots[row]];
  // What is done, and what was never calculated, has no late finish and no float.
  const float = totals.slice();
  for (let row = 0; row < rows.count; row += 1) if (late[row] === NO_DATE) float[row] = NO_DATE;
  rollUp(treeOfRows(rows), { start: rows.start, finish: rows.finish, progress: rows.progress, float, weight });
  for (let row = 0; row < rows.count; row += 1) if (rows.type[row] === TYPE_SUM && rows.end[row] > row + 1) totals[row] = float[row];
}

/** The relations of a document between its rows. */
export function layOutLinks(document: ScheduleDocument, { rowOfId, rows }: ScheduleRows): GanttLinks {
  const table = document.tables.relation;
  const links = newLinks(table.slotOf.size);
  let count = 0;
  for (const [id, slot] of table.slotOf) {
    const predecessor = rowOfId.get(numberAt(table, 'predecessorId', slot));
    const successor = rowOfId.get(numberAt(table, 'successorId', slot));
    if (predecessor === undefined || successor === undefined) continue;
    const driving = numberAt(table, 'driving', slot) === 1;
    const critical = driving && (rows.flags[predecessor] & rows.flags[successor] & ROW_FLAGS.critical) !== 0;
    (links.id as Int32Array)[count] = id;
    links.predecessor[count] = predecessor;
    links.successor[count] = successor;
    links.type[count] = numberAt(table, 'type', slot);
    links.flags[count] = (driving ? LINK_FLAGS.driving : 0) | (critical ? LINK_FLAGS.critical : 0);
    count += 1;
  }
  links.count = count;
  return count === links.id.length ? links : trimmed(links, count);
}

function trimmed(links: GanttLinks, count: number): GanttLinks {
  const cut = <A extends Int32Array | Uint8Array | Float64Array>(array: A): A => array.slice(0, count) as A;
  return {
    count,
    id: cut(links.id),
    predecessor: cut(links.predecessor),
    successor: cut(links.successor),
    type: cut(links.type),
    flags: cut(links.flags),
  };
}

/** Working time of a document: the default calendar first, then every calendar in the order of the rows' indexes. */
export type WorkingTimes = { days: GanttCalendar[]; compiled(index: number): CompiledCalendar; minutesPerDay(index: number): number };

const AROUND_THE_CLOCK: Pick<PlanCalendar, 'week' | 'exceptions' | 'minutesPerDay'> = {
  week: Array.from({ length: 7 }, () => [{ start: 0, finish: MINUTES_PER_DAY }]),
  exceptions: [],
  minutesPerDay: 480,
};

/** Reads the calendars of a document. Index 0 is the version's default. */
export function layOutCalendars(document: ScheduleDocument): WorkingTimes {
  const all = rowsOf(document, 'calendar');
  const [settings] = rowsOf(document, 'settings');
  const defaultId = settings?.options.defaultCalendarId;
  const usual = all.find(({ id }) => id === defaultId) ?? all.find(({ isDefault }) => isDefault) ?? all[0] ?? AROUND_THE_CLOCK;
  const list = [usual, ...all];
  const compiled: CompiledCalendar[] = [];
  return {
    days: list.map((calendar) => calendarDays(calendar)),
    compiled: (index) => (compiled[index] ??= compileCalendar(list[index] ?? usual)),
    minutesPerDay: (index) => (list[index] ?? usual).minutesPerDay || 480,
  };
}

/** The first tasks, in the order of the tree, whose code or name has a text in it; summaries cannot be related and are left out. */
export function findTasks(
  document: ScheduleDocument,
  { slots, rows }: Pick<ScheduleRows, 'slots' | 'rows'>,
  text: string,
): { id: number; label: string }[] {
  return findRows(document, { slots, rows }, text, 20, (row) => rows.end[row] === row + 1 && rows.type[row] !== TYPE_SUM);
}

/** The first rows whose code and name hold a text. */
export function findRows(
  document: ScheduleDocument,
  { slots, rows }: Pick<ScheduleRows, 'slots' | 'rows'>,
  text: string,
  most: number,
  passes: (row: number) => boolean = () => true,
): { id: number; label: string }[] {
  const wanted = text.toLowerCase();
  const found: { id: number; label: string }[] = [];
  for (let row = 0; row < rows.count && found.length < most; row += 1) {
    if (!passes(row)) continue;
    const label = `${textAt(document.tables.wbs, 'code', slots[row])} ${textAt(document.tables.wbs, 'name', slots[row])}`.trim();
    if (label.toLowerCase().includes(wanted)) found.push({ id: rows.id[row], label });
  }
  return found;
}

/** Code of a row, else its name: how people call it. */
export function nameOf(document: ScheduleDocument, id: number): string {
  const slot = document.tables.wbs.slotOf.get(id);
  if (slot === undefined) return String(id);
  return textAt(document.tables.wbs, 'code', slot) || textAt(document.tables.wbs, 'name', slot);
}

/** Code and name of a row, where there is room for both. */
export function titleOf(document: ScheduleDocument, id: number): string {
  const slot = document.tables.wbs.slotOf.get(id);
  return slot === undefined
    ? String(id)
    : `${textAt(document.tables.wbs, 'code', slot)} ${textAt(document.tables.wbs, 'name', slot)}`.trim();
}
