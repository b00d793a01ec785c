import {
  formatMinute,
  type ItemType,
  type JsonValue,
  leftOfBegun,
  LIMITS,
  type LocalDateTime,
  minuteAt,
  MOST_AMOUNT,
  TYPES_WITH_CHILDREN,
  type WbsRow,
} from '@gantry/domain';

/** What rules need of a working-time calendar, in minutes of schedule time. */
export type WorkingTime = {
  add(from: number, minutes: number): number;
  between(from: number, to: number): number;
  /** The first working moment not before. */
  startFrom(minute: number): number;
};

/** Why a change of a row is refused: an error code with what fills its text. */
export type Refusal = { code: RefusalCode; parameters: Record<string, JsonValue> };
type RefusalCode =
  | 'wbs.summary_is_calculated'
  | 'wbs.status_not_allowed'
  | 'wbs.finish_before_start'
  | 'wbs.limit_needs_date'
  | 'wbs.milestone_has_no_duration'
  | 'wbs.value_out_of_range'
  | 'wbs.wrong_parent';

export const isMilestone = (type: ItemType): boolean => type === 'milestone_start' || type === 'milestone_finish';

/** A row with nothing set, as the last word on defaults. */
export function emptyRow(id: number, type: ItemType): WbsRow {
  return {
    id,
    parentId: null,
    position: 0,
    type,
    schedulingKind: 'task',
    code: '',
    name: '',
    status: 'not_started',
    calendarId: null,
    durationMinutes: 0,
    remainingMinutes: 0,
    progress: 0,
    start: null,
    finish: null,
    actualStart: null,
    actualFinish: null,
    suspendDate: null,
    resumeDate: null,
    expectedFinish: null,
    startLimitType: null,
    startLimitDate: null,
    finishLimitType: null,
    finishLimitDate: null,
    mandatory: false,
    asLateAsPossible: false,
    inScope: null,
    executorId: null,
    curatorId: null,
    specialtyId: null,
    tint: null,
    volume: null,
    volumeUnit: '',
    labourHours: null,
    cost: null,
    progressBy: null,
    dayPlanned: true,
    deadline: null,
    targetStart: null,
    targetFinish: null,
    extra: null,
    earlyStart: null,
    earlyFinish: null,
    lateStart: null,
    lateFinish: null,
    totalFloatMinutes: null,
    freeFloatMinutes: null,
    critical: false,
    nearCritical: false,
    longestPath: false,
    scenarioUsed: null,
    neededPerDay: null,
    late: false,
  };
}

const DATED = ['start', 'finish', 'durationMinutes', 'remainingMinutes', 'progress', 'actualStart', 'actualFinish', 'status'] as const;
const minute = (text: LocalDateTime): number => minuteAt(text);

/**
 * Applies a person's change to a row with its effects on dates, progress and status, or returns the reason of the refusal. `hasChildren`: a
 * summary, whose dates come from its children.
 */
export function applyPatch(
  row: WbsRow,
  patch: Partial<WbsRow>,
  hasChildren: boolean,
  time: WorkingTime,
): { patch: Partial<WbsRow> } | { refused: Refusal } {
  const touched = DATED.filter((field) => field in patch && patch[field] !== row[field]);
  if ((row.type === 'sum' || hasChildren) && touched.length && (patch.type ?? row.type) === 'sum')
    return refuse('wbs.summary_is_calculated', { name: row.name, field: touched[0] });
  if (hasChildren && patch.type && patch.type !== row.type && !TYPES_WITH_CHILDREN.includes(patch.type))
    return refuse('wbs.wrong_parent', { name: row.name, type: patch.type });
  const next = { ...row, ...patch };
  const outOfRange = rangeProblem(next);
  if (outOfRange) return refuse('wbs.value_out_of_range', { field: outOfRange });
  for (const end of ['start', 'finish'] as const) {
    if (patch[`${end}LimitType`] === null) next[`${end}LimitDate`] = null;
    if (next[`${end}LimitType`] !== null && next[`${end}LimitDate`] === null)
      return refuse('wbs.limit_needs_date', { field: `${end}LimitDate` });
  }
  if (isMilestone(next.type)) {
    if (patch.durationMinutes) return refuse('wbs.milestone_has_no_duration', { name: row.name });
    Object.assign(next, { durationMinutes: 0, remainingMinutes: 0 });
  }
  const refusal = applyStatus(row, patch, next) ?? applyDates(row, patch, next, time);
  if (refusal) return { refused: refusal };
  return { patch: Object.fromEntries(Object.entries(next).filter(([field, value]) => row[field as keyof WbsRow] !== value)) };
}

function refuse(code: RefusalCode, parameters: Record<string, JsonValue>): { refused: Refusal } {
  return { refused: { code, parameters } };
}

function rangeProblem(row: WbsRow): string | null {
  if (row.durationMinutes < 0) return 'durationMinutes';
  if (row.remainingMinutes < 0) return 'remainingMinutes';
  if (!(row.progress >= 0 && row.progress <= 1)) return 'progress';
  for (const amount of ['volume', 'labourHours', 'cost'] as const)
    if (!((row[amount] ?? 0) >= 0 && (row[amount] ?? 0) <= MOST_AMOUNT)) return amount;
  if (row.tint !== null && (row.tint < 1 || row.tint > LIMITS.tints)) return 'tint';
  return null;
}

/** not_started → in_progress → completed, and back by clearing the fact; progress and actual dates move the status, the status moves them. */
function applyStatus(row: WbsRow, patch: Partial<WbsRow>, next: WbsRow): Refusal | null {
  if (patch.status !== undefined && patch.status !== row.status) {
    if (patch.status === 'completed' && row.status === 'not_started' && patch.actualFinish === undefined) {
      return { code: 'wbs.status_not_allowed', parameters: { from: row.status, to: patch.status } };
    }
    if (patch.status === 'not_started') Object.assign(next, { actualStart: null, actualFinish: null, progress: 0 });
    if (patch.status === 'in_progress') next.actualFinish = null;
    if (patch.status === 'in_progress' && row.status === 'completed' && patch.progress === undefined)
      next.progress = Math.min(row.progress, 0.99);
    if (patch.status === 'completed') next.progress = 1;
  } else if (patch.progress !== undefined && patch.progress !== row.progress) {
    if (patch.progress === 0 && patch.actualStart === undefined) next.actualStart = null;
    if (patch.progress < 1 && patch.actualFinish === undefined) next.actualFinish = null;
  }
  const finished = next.actualFinish !== null || next.progress >= 1;
  const started = finished || next.actualStart !== null || next.progress > 0 || patch.status === 'in_progress';
  next.status = finished ? 'completed' : started ? 'in_progress' : 'not_started';
  keepInitialDuration(row, next);
  if (started && next.actualStart === null) next.actualStart = next.start;
  if (finished) {
    next.progress = 1;
    next.actualFinish ??= next.finish ?? next.actualStart;
  }
  if (next.actualStart !== null && next.actualFinish !== null && minute(next.actualFinish) < minute(next.actualStart)) {
    return { code: 'wbs.finish_before_start', parameters: { start: next.actualStart, finish: next.actualFinish } };
  }
  return null;
}

/** Stores the duration at the start of work, which scenarios of started work use. */
function keepInitialDuration(row: WbsRow, next: WbsRow): void {
  const { initialDurationMinutes: kept, ...rest } = next.extra ?? {};
  if (next.status === 'not_started' && kept !== undefined) next.extra = Object.keys(rest).length ? rest : null;
  if (next.status !== 'not_started' && row.status === 'not_started' && kept === undefined && row.durationMinutes > 0)
    next.extra = { ...rest, initialDurationMinutes: row.durationMinutes };
}

/** Duration, start and finish hold together: the one that was not entered follows. A start typed for work that has not started becomes its "not earlier" limit. */
function applyDates(row: WbsRow, patch: Partial<WbsRow>, next: WbsRow, time: WorkingTime): Refusal | null {
  const startMoved = patch.start !== undefined && patch.start !== row.start;
  const finishMoved = patch.finish !== undefined && patch.finish !== row.finish;
  if (next.status === 'completed') {
    Object.assign(next, { start: next.actualStart, finish: next.actualFinish, remainingMinutes: 0 });
    return null;
  }
  if (next.status === 'in_progress') {
    next.start = next.actualStart ?? next.start;
    if (
      patch.remainingMinutes === undefined &&
      (patch.durationMinutes !== undefined || next.progress !== row.progress || row.status !== 'in_progress')
    ) {
      next.remainingMinutes = leftOfBegun(next);
    }
    return null;
  }
  if (startMoved && next.start !== null && patch.startLimitType === undefined && next.type !== 'draft') {
    if (next.startLimitType === null || next.startLimitType === 'not_earlier')
      Object.assign(next, { startLimitType: 'not_earlier', startLimitDate: next.start });
    else next.startLimitDate = next.start;
  }
  if (finishMoved && next.finish !== null && next.start !== null && patch.durationMinutes === undefined) {
    if (minute(next.finish) < minute(next.start))
      return { code: 'wbs.finish_before_start', parameters: { start: next.start, finish: next.finish } };
    if (!isMilestone(next.type)) next.durationMinutes = time.between(minute(next.start), minute(next.finish));
    else next.start = next.finish;
  } else if (next.start !== null && (startMoved || next.durationMinutes !== row.durationMinutes || next.calendarId !== row.calendarId)) {
    next.finish =
      next.durationMinutes === 0 ? next.start : formatMinute(time.add(time.startFrom(minute(next.start)), next.durationMinutes));
  }
  if (patch.remainingMinutes === undefined) next.remainingMinutes = next.durationMinutes;
  else if (patch.durationMinutes === undefined) next.durationMinutes = next.remainingMinutes;
  return null;
}

/** Positions for `count` rows between two neighbours, evenly. */
export function positionsBetween(before: number | null, after: number | null, count: number): number[] {
  const low = before ?? (after === null ? 0 : after - count - 1);
  const high = after ?? low + count + 1;
  const step = (high - low) / (count + 1);
  return Array.from({ length: count }, (_, index) => low + step * (index + 1));
}

/** Whether positions still keep apart; halving them for ever would run out of digits. */
export function areTooClose(positions: readonly number[]): boolean {
  return positions.some((position, index) => index > 0 && position - positions[index - 1] < 1e-6);
}

export function inTreeOrder<R extends Pick<WbsRow, 'id' | 'parentId' | 'position'>>(rows: readonly R[]): R[] {
  const children = new Map<number | null, R[]>();
  for (const row of rows) {
    const siblings = children.get(row.parentId);
    if (siblings) siblings.push(row);
    else children.set(row.parentId, [row]);
  }
  for (const siblings of children.values()) siblings.sort((a, b) => a.position - b.position || a.id - b.id);
  const ordered: R[] = [];
  const stack = [...(children.get(null) ?? [])].reverse();
  for (let row = stack.pop(); row; row = stack.pop()) {
    ordered.push(row);
    const below = children.get(row.id);
    if (below) for (let index = below.length - 1; index >= 0; index -= 1) stack.push(below[index]);
  }
  return ordered;
}
