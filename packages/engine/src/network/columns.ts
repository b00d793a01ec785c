import {
  minuteAt,
  NO_DATE,
  type CalculationOptions,
  type LagCalendar,
  type LimitType,
  type Plan,
  type PlanAssignment,
  type PlanCalendar,
  type PlanItem,
  type RelationType,
} from '@gantry/domain';

/** How the passes treat an item, one byte each. */
export const KIND = {
  draft: 0,
  sum: 1,
  task: 2,
  startMilestone: 3,
  finishMilestone: 4,
  levelOfEffort: 5,
  wbsSummary: 6,
  resource: 7,
  /** Ends of rows with children, see gates: the latest finish below, the earliest start below, the bar to all starts below. */
  finishGate: 8,
  startGate: 9,
  entryGate: 10,
} as const;

/** Status bytes, in the order of the domain's words. */
export const STATUS = { notStarted: 0, inProgress: 1, completed: 2 } as const;

/** Relation types, one byte each. */
export const LINK = { fs: 0, ff: 1, ss: 2, sf: 3 } as const;

/** Limit types, one byte each; 0 = no limit. */
export const LIMIT = { none: 0, notEarlier: 1, notLater: 2, inDate: 3 } as const;

/** Bit of `secondLimit` beside the limit byte: the limit is on the finish. */
export const SECOND_OF_FINISH = 4;

/** Bits of `flags`. */
export const FLAG = {
  asLateAsPossible: 1,
  mandatory: 2,
  manual: 4,
  inactive: 8,
  elapsed: 16,
  ownCalendarOnly: 32,
  /** What has not begun may not be moved to an earlier start than it stands at, or to a later one. */
  notEarlier: 64,
  notLater: 128,
} as const;

/** Lag calendars, one byte each; 0 = the option of the schedule. */
export const LAG = { option: 0, predecessor: 1, successor: 2, project: 3, elapsed: 4 } as const;

const LIMIT_OF: Record<LimitType, number> = { not_earlier: LIMIT.notEarlier, not_later: LIMIT.notLater, in_date: LIMIT.inDate };
const STATUS_OF = { not_started: STATUS.notStarted, in_progress: STATUS.inProgress, completed: STATUS.completed } as const;

/** An assignment as the passes need it: working time of its own resource's calendar. */
export type AssignmentColumns = { item: Int32Array; calendar: Int32Array; remaining: Int32Array; lag: Int32Array };

/**
 * A plan as columns, one entry per item or relation; what a worker or a server keeps instead of objects. Dates are minutes with
 * NO_DATE for none; `parent`, `calendar`, `predecessor`, `successor` are indexes, −1 for none.
 */
export type NetworkColumns = {
  options: CalculationOptions;
  calendars: PlanCalendar[];
  itemCount: number;
  id: Float64Array;
  parent: Int32Array;
  kind: Uint8Array;
  status: Uint8Array;
  flags: Uint8Array;
  calendar: Int32Array;
  duration: Int32Array;
  remaining: Int32Array;
  actualStart: Int32Array;
  actualFinish: Int32Array;
  suspend: Int32Array;
  resume: Int32Array;
  expectedFinish: Int32Array;
  startLimit: Uint8Array;
  startLimitDate: Int32Array;
  finishLimit: Uint8Array;
  finishLimitDate: Int32Array;
  /** A limit byte, with SECOND_OF_FINISH where it is on the finish. */
  secondLimit: Uint8Array;
  secondLimitDate: Int32Array;
  deadline: Int32Array;
  plannedStart: Int32Array;
  plannedFinish: Int32Array;
  relationCount: number;
  relationId: Float64Array;
  predecessor: Int32Array;
  successor: Int32Array;
  relationType: Uint8Array;
  lag: Int32Array;
  lagCalendar: Uint8Array;
  assignments: AssignmentColumns;
  /** Working minutes without work inside the span of an item that has not begun (MS Project). */
  split: Int32Array;
  /** Elapsed minutes by which leveling put the item off (MS Project). */
  levelingDelay: Int32Array;
  /** Before when leveling by this program lets the item not start. */
  levelingFloor: Int32Array;
  /** Place of the item's code in the alphabet; only float paths need it, to choose between equals. */
  codeRank: Int32Array;
  /** Limits from other schedules, per item, the tightest of each kind. */
  externalStartFloor: Int32Array;
  externalFinishFloor: Int32Array;
  externalStartCeiling: Int32Array;
  externalFinishCeiling: Int32Array;
};

/** Empty columns for so many items and relations: dates NO_DATE, indexes −1, numbers 0. */
export function emptyColumns(
  options: CalculationOptions,
  calendars: PlanCalendar[],
  itemCount: number,
  relationCount: number,
): NetworkColumns {
  const dates = () => new Int32Array(itemCount).fill(NO_DATE);
  const indexes = (count: number) => new Int32Array(count).fill(-1);
  return {
    options,
    calendars,
    itemCount,
    id: new Float64Array(itemCount),
    parent: indexes(itemCount),
    kind: new Uint8Array(itemCount).fill(KIND.task),
    status: new Uint8Array(itemCount),
    flags: new Uint8Array(itemCount),
    calendar: indexes(itemCount),
    duration: new Int32Array(itemCount),
    remaining: new Int32Array(itemCount),
    actualStart: dates(),
    actualFinish: dates(),
    suspend: dates(),
    resume: dates(),
    expectedFinish: dates(),
    startLimit: new Uint8Array(itemCount),
    startLimitDate: dates(),
    finishLimit: new Uint8Array(itemCount),
    finishLimitDate: dates(),
    secondLimit: new Uint8Array(itemCount),
    secondLimitDate: dates(),
    deadline: dates(),
    plannedStart: dates(),
    plannedFinish: dates(),
    relationCount,
    relationId: new Float64Array(relationCount),
    predecessor: indexes(relationCount),
    successor: indexes(relationCount),
    relationType: new Uint8Array(relationCount),
    lag: new Int32Array(relationCount),
    lagCalendar: new Uint8Array(relationCount),
    assignments: { item: new Int32Array(0), calendar: new Int32Array(0), remaining: new Int32Array(0), lag: new Int32Array(0) },
    split: new Int32Array(itemCount),
    levelingDelay: new Int32Array(itemCount),
    levelingFloor: dates(),
    codeRank: new Int32Array(itemCount),
    externalStartFloor: dates(),
    externalFinishFloor: dates(),
    externalStartCeiling: dates(),
    externalFinishCeiling: dates(),
  };
}

/** The calendar of an item that names one which is not there; without a name it has the calendar of the schedule, which is no fault. */
export const UNKNOWN_CALENDAR = -2;

/** Turns the objects of a plan into columns. Relations and limits that name an item outside of the plan get index −1 and are skipped later. */
export function columnsOf(plan: Plan): NetworkColumns {
  const columns = emptyColumns(plan.options, plan.calendars, plan.items.length, plan.relations.length);
  const indexOfItem = indexById(plan.items);
  const indexOfCalendar = indexById(plan.calendars);
  plan.items.forEach((item, index) => writeItem(columns, index, item, indexOfItem, indexOfCalendar));
  plan.relations.forEach((relation, index) => {
    columns.relationId[index] = relation.id;
    columns.predecessor[index] = indexOfItem.get(relation.predecessorId) ?? -1;
    columns.successor[index] = indexOfItem.get(relation.successorId) ?? -1;
    columns.relationType[index] = linkByte(relation.type);
    columns.lag[index] = relation.lagMinutes;
    columns.lagCalendar[index] = relation.lagCalendar ? lagByte(relation.lagCalendar) : LAG.option;
  });
  if (plan.options.externalRelations === 'live') writeExternalLimits(columns, plan, indexOfItem);
  if (plan.options.floatPaths) columns.codeRank = ranksOf(plan.items.map((item) => item.code));
  columns.assignments = assignmentColumns(plan, indexOfItem, indexOfCalendar);
  return columns;
}

export function linkByte(type: RelationType): number {
  return LINK[type];
}

export function lagByte(calendar: LagCalendar): number {
  return LAG[calendar];
}

function ranksOf(codes: string[]): Int32Array {
  const order = codes.map((_, index) => index).sort((a, b) => (codes[a] < codes[b] ? -1 : codes[a] > codes[b] ? 1 : a - b));
  const ranks = new Int32Array(codes.length);
  order.forEach((index, rank) => (ranks[index] = rank));
  return ranks;
}

function indexById(rows: { id: number }[]): Map<number, number> {
  return new Map(rows.map((row, index) => [row.id, index]));
}

function writeItem(
  columns: NetworkColumns,
  index: number,
  item: PlanItem,
  items: Map<number, number>,
  calendars: Map<number, number>,
): void {
  const date = (value: number | null) => value ?? NO_DATE;
  columns.id[index] = item.id;
  columns.parent[index] = item.parentId === null ? -1 : (items.get(item.parentId) ?? -1);
  columns.kind[index] = kindOf(item);
  columns.status[index] = STATUS_OF[item.status];
  const limits = (item.asLateAsPossible ? FLAG.asLateAsPossible : 0) | (item.mandatory ? FLAG.mandatory : 0);
  columns.flags[index] = limits | scopeFlags(item) | msProjectFlags(item);
  columns.levelingDelay[index] = item.msproject?.levelingDelayMinutes ?? 0;
  if (item.leveling) columns.levelingFloor[index] = minuteAt(item.leveling.start);
  if (columns.options.rules === 'msproject' && item.status === 'not_started') columns.split[index] = item.msproject?.splitMinutes ?? 0;
  columns.calendar[index] = item.calendarId === null ? -1 : (calendars.get(item.calendarId) ?? UNKNOWN_CALENDAR);
  columns.duration[index] = item.durationMinutes;
  columns.remaining[index] = item.remainingMinutes;
  columns.actualStart[index] = date(item.actualStart);
  columns.actualFinish[index] = date(item.actualFinish);
  columns.suspend[index] = date(item.suspendDate);
  columns.resume[index] = date(item.resumeDate);
  columns.expectedFinish[index] = date(item.expectedFinish);
  columns.startLimit[index] = item.startLimitType && item.startLimitDate !== null ? LIMIT_OF[item.startLimitType] : LIMIT.none;
  columns.startLimitDate[index] = date(item.startLimitDate);
  columns.finishLimit[index] = item.finishLimitType && item.finishLimitDate !== null ? LIMIT_OF[item.finishLimitType] : LIMIT.none;
  columns.finishLimitDate[index] = date(item.finishLimitDate);
  const second = item.secondLimit;
  if (second) columns.secondLimit[index] = LIMIT_OF[second.type] | (second.end === 'finish' ? SECOND_OF_FINISH : 0);
  columns.secondLimitDate[index] = date(second?.date ?? null);
  columns.deadline[index] = date(item.deadline);
  columns.plannedStart[index] = date(item.start);
  columns.plannedFinish[index] = date(item.finish);
}

/** Which ways the calculation may not move an item from where it stands. */
function scopeFlags({ inScope }: PlanItem): number {
  if (inScope === 'not') return FLAG.notEarlier | FLAG.notLater;
  return inScope === 'earlier' ? FLAG.notLater : inScope === 'later' ? FLAG.notEarlier : 0;
}

function msProjectFlags(item: PlanItem): number {
  const { msproject } = item;
  if (!msproject) return 0;
  const bits =
    (msproject.manual ? FLAG.manual : 0) | (msproject.inactive ? FLAG.inactive : 0) | (msproject.elapsedDuration ? FLAG.elapsed : 0);
  return bits | (msproject.ignoreResourceCalendar ? FLAG.ownCalendarOnly : 0);
}

function kindOf(item: PlanItem): number {
  if (item.type === 'draft' || item.msproject?.inactive) return KIND.draft;
  if (item.type === 'sum') return KIND.sum;
  if (item.schedulingKind === 'level_of_effort') return KIND.levelOfEffort;
  if (item.schedulingKind === 'wbs_summary') return KIND.wbsSummary;
  if (item.type === 'milestone_start') return KIND.startMilestone;
  if (item.type === 'milestone_finish') return KIND.finishMilestone;
  return item.schedulingKind === 'resource' ? KIND.resource : KIND.task;
}

function writeExternalLimits(columns: NetworkColumns, plan: Plan, items: Map<number, number>): void {
  const floorOf = { start_not_earlier: columns.externalStartFloor, finish_not_earlier: columns.externalFinishFloor };
  const ceilingOf = { start_not_later: columns.externalStartCeiling, finish_not_later: columns.externalFinishCeiling };
  for (const limit of plan.externalLimits) {
    const index = items.get(limit.itemId);
    if (index === undefined) continue;
    if (limit.kind === 'start_not_earlier' || limit.kind === 'finish_not_earlier') {
      const column = floorOf[limit.kind];
      column[index] = Math.max(column[index], limit.date);
    } else {
      const column = ceilingOf[limit.kind];
      column[index] = column[index] === NO_DATE ? limit.date : Math.min(column[index], limit.date);
    }
  }
}

function assignmentColumns(plan: Plan, items: Map<number, number>, calendars: Map<number, number>): AssignmentColumns {
  const ofMsProject = plan.options.rules === 'msproject';
  const resources = new Map(plan.resources.map((resource) => [resource.id, resource]));
  const rows: PlanAssignment[] = plan.assignments.filter((assignment) => {
    const index = items.get(assignment.itemId);
    const resource = resources.get(assignment.resourceId);
    return (
      index !== undefined &&
      (ofMsProject || plan.items[index].schedulingKind === 'resource') &&
      resource !== undefined &&
      resource.kind !== 'material'
    );
  });
  const calendarOf = (assignment: PlanAssignment) => calendars.get(resources.get(assignment.resourceId)?.calendarId ?? -1) ?? -1;
  return {
    item: Int32Array.from(rows, (row) => items.get(row.itemId) ?? -1),
    calendar: Int32Array.from(rows, calendarOf),
    remaining: Int32Array.from(rows, (row) => row.remainingMinutes ?? -1),
    lag: Int32Array.from(rows, (row) => row.lagMinutes),
  };
}
