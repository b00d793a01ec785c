import { WORK_COUNTS, type WorkCount } from '@gantry/contract';
import { type AnyRow, dayOf, type Minute, recordOf } from '@gantry/domain';

export const minute = (value: unknown): Minute | null => (typeof value === 'number' ? value : null);
export const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** A value of a row in plain text; empty without one. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : '';
}

/** Ids of the rows that have others below them; rows of one parent mostly stand together. */
function parentsOf(rows: readonly AnyRow[]): Set<unknown> {
  const parents = new Set<unknown>();
  let last: unknown;
  for (const { parentId } of rows) if (parentId !== last) parents.add((last = parentId));
  return parents;
}
const isLeaf = (row: AnyRow, parents: ReadonlySet<unknown>): boolean =>
  row['type'] !== 'sum' && row['type'] !== 'draft' && !parents.has(row.id);
const isWork = ({ type }: AnyRow): boolean => typeof type !== 'string' || !type.startsWith('milestone');

/** The rows that count: leaves without drafts, and those of them that are works. */
export function countedOf(rows: readonly AnyRow[]): { leaves: AnyRow[]; works: AnyRow[] } {
  const parents = parentsOf(rows);
  const leaves = rows.filter((row) => isLeaf(row, parents));
  return { leaves, works: leaves.filter(isWork) };
}

/** The rows of a version with chosen works alone; what they stand below stays, and counts as little as before. */
export function narrowed(rows: readonly AnyRow[], only: ReadonlySet<number>): AnyRow[] {
  const parents = parentsOf(rows);
  return rows.flatMap((row) => (parents.has(row.id) ? [{ ...row, type: 'sum' }] : only.has(row.id) ? [row] : []));
}

/** Tells a row and what stands below it from the others. */
export function belowRow(rows: readonly AnyRow[], id: number): (row: AnyRow) => boolean {
  const parentOf = new Map<unknown, unknown>(rows.map((row) => [row.id, row['parentId']]));
  const known = new Map<unknown, boolean>([[id, true]]);
  const isBelow = (of: unknown): boolean => {
    let found = known.get(of);
    if (found === undefined) known.set(of, (found = parentOf.has(of) && isBelow(parentOf.get(of))));
    return found;
  };
  return (row) => isBelow(row.id);
}

const isOpen = (row: AnyRow): boolean => row['status'] !== 'completed';

/** The days from one finish to another; a finish at midnight belongs to the day before. */
export const daysBetween = (from: Minute, to: Minute): number => dayOf(to - 1) - dayOf(from - 1);

/** By how many days a work finishes after its target finish: more than 0 is late; null without one. */
export function slipOf(row: AnyRow): number | null {
  const [target, finish] = [minute(row['targetFinish']), minute(row['finish'])];
  return target === null || finish === null ? null : daysBetween(target, finish);
}
const slips = (least: number, most: number) => (row: AnyRow) => {
  const days = slipOf(row);
  return days !== null && days >= least && days <= most;
};

/** Which works a count counts: the one rule for the number and for the list behind it. */
const COUNTS: Record<WorkCount, (row: AnyRow, dataDate: Minute) => boolean> = {
  works: () => true,
  not_started: (row) => row['status'] === 'not_started',
  in_progress: (row) => row['status'] === 'in_progress',
  completed: (row) => !isOpen(row),
  critical: (row) => Boolean(row['critical']) && isOpen(row),
  near_critical: (row) => Boolean(row['nearCritical']) && isOpen(row),
  negative_float: (row) => number(row['totalFloatMinutes']) < 0 && isOpen(row),
  overdue: (row, dataDate) => isOpen(row) && minute(row['finish']) !== null && number(row['finish']) <= dataDate,
  late_against_target: (row) => minute(row['targetFinish']) !== null && number(row['finish']) > number(row['targetFinish']),
  without_target: (row) => minute(row['targetFinish']) === null,
  slip_none: slips(Number.NEGATIVE_INFINITY, 0),
  slip_1_5: slips(1, 5),
  slip_6_20: slips(6, 20),
  slip_over_20: slips(21, Number.POSITIVE_INFINITY),
};

/** The works behind a count, in the order of the rows. */
export function worksBehind(figure: WorkCount, rows: readonly AnyRow[], dataDate: Minute): AnyRow[] {
  const parents = parentsOf(rows);
  const counts = COUNTS[figure];
  // The cheapest question first: most rows are asked no other.
  return rows.filter((row) => counts(row, dataDate) && isWork(row) && isLeaf(row, parents));
}

/** Whether a work counts in a count. */
export const countsIn = (figure: WorkCount, row: AnyRow, dataDate: Minute): boolean => COUNTS[figure](row, dataDate);

export function countsOf(works: readonly AnyRow[], leaves: readonly AnyRow[], dataDate: Minute) {
  const earliest = (field: string) => extreme(leaves, field, (a, b) => a < b);
  const latest = (field: string) => extreme(leaves, field, (a, b) => a > b);
  return {
    ...recordOf(WORK_COUNTS, (figure) => howMany(works, COUNTS[figure], dataDate)),
    milestones: leaves.length - works.length,
    start: earliest('start'),
    finish: latest('finish'),
    target_finish: latest('targetFinish'),
  };
}

function howMany(works: readonly AnyRow[], counts: (row: AnyRow, dataDate: Minute) => boolean, dataDate: Minute): number {
  let found = 0;
  for (const row of works) if (counts(row, dataDate)) found += 1;
  return found;
}

function extreme(rows: readonly AnyRow[], field: string, beats: (a: number, b: number) => boolean): Minute | null {
  let found: Minute | null = null;
  for (const row of rows) {
    const value = minute(row[field]);
    if (value !== null && (found === null || beats(value, found))) found = value;
  }
  return found;
}

/** A row that an answer names. */
export type NotedRow = { row_id: number; code: string; name: string };
export type NotedDelay = NotedRow & { finish: Minute; target_finish: Minute; days: number };
export type NotedMilestone = NotedRow & { date: Minute; target: Minute | null; reached: boolean };
/** What a version has to tell of single rows. */
export type Noted = { delays: NotedDelay[]; milestones: NotedMilestone[] };

export const MOST_NOTED = { delays: 10, milestones: 50 };
type Ordered<T extends NotedRow, F extends keyof T> = Pick<T, F | 'row_id'>;
export const byDelay = (a: Ordered<NotedDelay, 'days'>, b: typeof a): number => b.days - a.days || a.row_id - b.row_id;
export const byDate = (a: Ordered<NotedMilestone, 'date'>, b: typeof a): number => a.date - b.date || a.row_id - b.row_id;
const MILESTONE_DAYS = 30;

/** The works that end the most days after their target finish, and the milestones about the data date. */
export function notedOf(leaves: readonly AnyRow[], works: readonly AnyRow[], dataDate: Minute): Noted {
  const named = (row: AnyRow): NotedRow => ({ row_id: row.id, code: textOf(row['code']), name: textOf(row['name']) });
  const delays = works
    .flatMap((row) => {
      const days = slipOf(row);
      return days !== null && days > 0 ? [{ row, row_id: row.id, days }] : [];
    })
    .toSorted(byDelay)
    .slice(0, MOST_NOTED.delays)
    .map(({ row, days }) => ({ ...named(row), finish: number(row['finish']), target_finish: number(row['targetFinish']), days }));
  const today = dayOf(dataDate);
  const isWork = new Set(works);
  const milestones = leaves
    .flatMap((row) => {
      const date = isWork.has(row) ? null : (minute(row['finish']) ?? minute(row['start']));
      return date !== null && Math.abs(dayOf(date) - today) <= MILESTONE_DAYS ? [{ row, row_id: row.id, date }] : [];
    })
    .toSorted(byDate)
    .slice(0, MOST_NOTED.milestones)
    .map(({ row, date }) => ({ ...named(row), date, target: minute(row['targetFinish']), reached: !isOpen(row) }));
  return { delays, milestones };
}
