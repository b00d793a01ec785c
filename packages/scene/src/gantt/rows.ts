import { ITEM_TYPES, NO_DATE } from '@gantry/domain';

/** What is on or off for a row; bits of `GanttRows.flags`. */
export const ROW_FLAGS = {
  /** On the critical path. */
  critical: 1,
  /** Near-critical. */
  near: 2,
  /** Cannot be edited: no editor, no drag. */
  locked: 4,
  /** Stands here only because a descendant passed the filter. */
  context: 8,
  /** Has something to say (a finding, a missed deadline): a mark beside the name. */
  warning: 16,
  /** Planned as late as possible: a mark beside the finish limit. */
  late: 32,
} as const;

/** Ends of relations to items of other schedules; bits of `GanttRows.external`. */
export const EXTERNAL_ENDS = { intoStart: 1, intoFinish: 2, outOfStart: 4, outOfFinish: 8 } as const;

/** A column of minutes since 1990-01-01; `NO_DATE` where there is none. */
export type Dates = Int32Array;

/**
 * Rows of the tree grid and the chart, struct of arrays, in preorder: a row's number is its place here,
 * its children follow it, `end` is the number after its last descendant. Columns that are null are not drawn.
 * The chart reads the arrays in place: change them, then call `patch`.
 */
export type GanttRows = {
  count: number;
  id: Int32Array | Float64Array;
  level: Uint8Array;
  end: Int32Array;
  /** 1 = its children are folded away. The chart changes it when the user does, then tells. */
  collapsed: Uint8Array;
  /** Index in `ITEM_TYPES`. */
  type: Uint8Array;
  start: Dates;
  finish: Dates;
  /** Working minutes; negative is late. */
  totalFloat: Int32Array | null;
  /** The float hairline runs from `finish` to here. */
  lateFinish: Dates | null;
  /** The lower of two floats bars where given: how far the item may slip without moving any successor. */
  freeFinish: Dates | null;
  baselineStart: Dates | null;
  baselineFinish: Dates | null;
  /** 0…1. */
  progress: Float64Array;
  flags: Uint8Array;
  /** Index in the list of calendars. */
  calendar: Uint16Array | null;
  /** 0 none, else 1 + index in `LIMIT_TYPES`. */
  startLimit: Uint8Array | null;
  startLimitDate: Dates | null;
  finishLimit: Uint8Array | null;
  finishLimitDate: Dates | null;
  deadline: Dates | null;
  /** The bar pauses from here … */
  suspend: Dates | null;
  /** … to here. */
  resume: Dates | null;
  /** 0 none, else the number of a colour of the theme's tints, 1…8: the user's own colouring of rows. */
  tint: Uint8Array | null;
  /** Bits of `EXTERNAL_ENDS`. */
  external: Uint8Array | null;
};

export const TYPE_SUM = ITEM_TYPES.indexOf('sum');
export const TYPE_TASK = ITEM_TYPES.indexOf('task');
export const TYPE_WORK = ITEM_TYPES.indexOf('work');
export const TYPE_MILESTONE_START = ITEM_TYPES.indexOf('milestone_start');
export const TYPE_MILESTONE_FINISH = ITEM_TYPES.indexOf('milestone_finish');
export const TYPE_DRAFT = ITEM_TYPES.indexOf('draft');

/** Rows with room for `count`, flat, without dates; the columns that may be null are null. */
export function newRows(count: number): GanttRows {
  const end = new Int32Array(count);
  for (let row = 0; row < count; row++) end[row] = row + 1;
  return {
    count,
    id: new Int32Array(count),
    level: new Uint8Array(count),
    end,
    collapsed: new Uint8Array(count),
    type: new Uint8Array(count).fill(TYPE_TASK),
    start: new Int32Array(count).fill(NO_DATE),
    finish: new Int32Array(count).fill(NO_DATE),
    totalFloat: null,
    lateFinish: null,
    freeFinish: null,
    baselineStart: null,
    baselineFinish: null,
    progress: new Float64Array(count),
    flags: new Uint8Array(count),
    calendar: null,
    startLimit: null,
    startLimitDate: null,
    finishLimit: null,
    finishLimitDate: null,
    deadline: null,
    suspend: null,
    resume: null,
    tint: null,
    external: null,
  };
}

/** Fills `end` from `level`: for rows that arrive as a list with depths. */
export function endsFromLevels(level: Uint8Array, end: Int32Array): void {
  const open: number[] = [];
  for (let row = 0; row < level.length; row++) {
    while (open.length > 0 && level[open[open.length - 1]] >= level[row]) end[open.pop() as number] = row;
    open.push(row);
  }
  for (const row of open) end[row] = level.length;
}

/** True where the row is drawn as a point in time. */
export function isMilestone(rows: GanttRows, row: number): boolean {
  const type = rows.type[row];
  return type === TYPE_MILESTONE_START || type === TYPE_MILESTONE_FINISH;
}

/** True where a summary is high enough in the tree to lie on a ground of its own. */
export function hasSumGround(rows: GanttRows, row: number): boolean {
  return rows.type[row] === TYPE_SUM && rows.level[row] < 2;
}

/** The row's parent, -1 for roots; walks back over the siblings before it. */
export function parentOf(rows: GanttRows, row: number): number {
  const level = rows.level[row];
  if (level === 0) return -1;
  let at = row - 1;
  while (at >= 0 && rows.level[at] >= level) at--;
  return at;
}

/** Earliest start and latest finish of all rows, null where no row has dates. */
export function spanOf(rows: GanttRows, list?: ArrayLike<number>): { start: number; finish: number } | null {
  const { start, finish } = rows;
  const count = list ? list.length : rows.count;
  let low = 0x7fffffff;
  let high = NO_DATE;
  for (let i = 0; i < count; i++) {
    const row = list ? list[i] : i;
    const from = start[row];
    const to = finish[row];
    if (from !== NO_DATE) {
      if (from < low) low = from;
      if (from > high) high = from;
    }
    if (to !== NO_DATE) {
      if (to > high) high = to;
      if (to < low) low = to;
    }
  }
  return low <= high ? { start: low, finish: high } : null;
}
