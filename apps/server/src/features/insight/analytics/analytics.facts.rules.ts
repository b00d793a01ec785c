import { WORK_COUNTS, type WorkCount } from '@gantry/contract';
import { type AnyRow, dayOf, type Minute, MINUTES_PER_DAY, partsOf, recordOf } from '@gantry/domain';
import { type CompiledCalendar, periodStart, type Spread, spreadLike, spreadOverSpan } from '@gantry/engine';
import { type AmountTables, calendarsOf, type LaidAmount, type LaidMeasure, layOutAmounts, MEASURE_DECIMALS } from '@gantry/plan-view';
import { againstBaseline, type Conventions, type Done, doneBy, USUAL_CONVENTIONS } from './analytics.conventions.rules.ts';
import type { PeriodLines } from './analytics.pack.rules.ts';

/** Counted anew where it grows: figures of the version before are not what this program means by them. */
export const FACTS_VERSION = 1;

const LAID = ['target', 'plan', 'fact', 'earned', 'remaining'] as const;
const ENDS = ['target', 'plan', 'fact'] as const;

/** The lines of a version, by measure and what is laid: money in cents, hours in thousandths, works. */
export const LINE_KEYS: readonly string[] = [
  ...LAID.map((line) => `cost_${line}`),
  ...LAID.map((line) => `labour_${line}`),
  ...ENDS.map((line) => `starts_${line}`),
  ...ENDS.map((line) => `finishes_${line}`),
];

/** Sums and dates of a version; dates in minutes, amounts in the units of their lines. */
export type FactHead = {
  works: number;
  milestones: number;
  not_started: number;
  in_progress: number;
  completed: number;
  critical: number;
  near_critical: number;
  negative_float: number;
  overdue: number;
  late_against_target: number;
  without_target: number;
  start: Minute | null;
  finish: Minute | null;
  target_finish: Minute | null;
  data_date: Minute;
  cost: Amounts;
  labour: Amounts;
  /** Shares of works: the sum of their progress, and of what should be done. */
  done: number;
  due: number;
};
type Amounts = { budget: number; planned: number; earned: number; actual: number; remaining: number };

export type VersionFacts = { head: FactHead; week: PeriodLines; month: PeriodLines };

const minute = (value: unknown): Minute | null => (typeof value === 'number' ? value : null);
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** The number of the week that a day lies in. */
export const weekOf = (day: number): number => periodStart(day, 'week') / 7;
/** The first day of a week. */
export const dayOfWeek = (week: number): number => week * 7;
/** The number of the month that a day lies in, counted from the year 0. */
export function monthOf(day: number): number {
  const { year, month } = partsOf(day * MINUTES_PER_DAY);
  return year * 12 + month - 1;
}

/**
 * Counts what a version comes to. Counted are its leaves without drafts; milestones in counts alone. Work without target dates is
 * planned for its own. What is earned is the budget times the share that is done by the technique, laid like what was done, else evenly
 * from the actual start on.
 */
export function factsOf(whole: AmountTables, dataDate: Minute, conventions: Conventions = USUAL_CONVENTIONS): VersionFacts {
  const { tables, targetOf } = againstBaseline(whole, conventions, dataDate);
  const done = doneBy(conventions.technique, tables, dataDate);
  const { leaves, works } = countedOf(tables.wbs);
  const byDay: Record<string, Map<number, number>> = Object.fromEntries(LINE_KEYS.map((key) => [key, new Map<number, number>()]));
  const head = { ...countsOf(works, leaves, dataDate), ...progressOf(works, dataDate, calendarsOf(tables), done) };
  const amounts = {
    cost: layOutMeasure(tables, 'cost', works, { dataDate, targetOf, done }, byDay),
    labour: layOutMeasure(tables, 'labour', works, { dataDate, targetOf, done }, byDay),
  };
  for (const row of works)
    for (const [end, of] of [
      ['starts', { target: row['targetStart'], plan: row['start'], fact: row['actualStart'] }],
      ['finishes', { target: row['targetFinish'], plan: row['finish'], fact: row['actualFinish'] }],
    ] as const)
      for (const [line, at] of Object.entries(of))
        // A finish at midnight belongs to the day before.
        if (typeof at === 'number') add(byDay[`${end}_${line}`], dayOf(end === 'finishes' ? at - 1 : at), 1);
  return { head: { ...head, ...amounts, data_date: dataDate }, week: periodsOf(byDay, weekOf), month: periodsOf(byDay, monthOf) };
}

/** The rows that count: leaves without drafts, and those of them that are works. */
function countedOf(rows: readonly AnyRow[]): { leaves: AnyRow[]; works: AnyRow[] } {
  const parents = new Set(rows.map((row) => row['parentId']));
  const leaves = rows.filter((row) => row['type'] !== 'sum' && row['type'] !== 'draft' && !parents.has(row.id));
  return { leaves, works: leaves.filter((row) => !String(row['type']).startsWith('milestone')) };
}

const isOpen = (row: AnyRow): boolean => row['status'] !== 'completed';

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
};

/** The works behind a count, in the order of the rows. */
export const worksBehind = (figure: WorkCount, rows: readonly AnyRow[], dataDate: Minute): AnyRow[] =>
  countedOf(rows).works.filter((row) => COUNTS[figure](row, dataDate));

function countsOf(works: readonly AnyRow[], leaves: readonly AnyRow[], dataDate: Minute) {
  const earliest = (field: string) => extreme(leaves, field, (a, b) => a < b);
  const latest = (field: string) => extreme(leaves, field, (a, b) => a > b);
  const counts = recordOf(WORK_COUNTS, (figure) => works.filter((row) => COUNTS[figure](row, dataDate)).length);
  return {
    ...counts,
    milestones: leaves.length - works.length,
    start: earliest('start'),
    finish: latest('finish'),
    target_finish: latest('targetFinish'),
  };
}

function extreme(rows: readonly AnyRow[], field: string, beats: (a: number, b: number) => boolean): Minute | null {
  let found: Minute | null = null;
  for (const row of rows) {
    const value = minute(row[field]);
    if (value !== null && (found === null || beats(value, found))) found = value;
  }
  return found;
}

/** How much of the works is done and should be, each work counting as one, by the working time of its target dates or its own. */
function progressOf(works: readonly AnyRow[], dataDate: Minute, calendarOf: (item: AnyRow) => CompiledCalendar | null, by: Done) {
  let done = 0;
  let due = 0;
  for (const row of works) {
    done += by.share(row);
    const target = minute(row['targetStart']) !== null && minute(row['targetFinish']) !== null;
    const start = minute(row[target ? 'targetStart' : 'start']);
    const finish = minute(row[target ? 'targetFinish' : 'finish']);
    const calendar = calendarOf(row);
    if (start === null || finish === null || !calendar) continue;
    if (finish <= dataDate) due += 1;
    else if (start < dataDate) due += shareBefore({ start, finish, calendar }, dataDate);
  }
  return { done, due };
}

const SHARE_DECIMALS = 6;

function shareBefore(span: { start: Minute; finish: Minute; calendar: CompiledCalendar }, dataDate: Minute): number {
  const { firstDay, units } = spreadOverSpan(1, SHARE_DECIMALS, span, { shape: 'evenly' });
  let before = 0;
  for (let index = 0; index < units.length && firstDay + index < dayOf(dataDate); index += 1) before += units[index];
  return before / 10 ** SHARE_DECIMALS;
}

/** Lays a measure of the works out and answers its sums. */
function layOutMeasure(
  tables: AmountTables,
  measure: 'cost' | 'labour',
  works: readonly AnyRow[],
  { dataDate, targetOf, done }: { dataDate: Minute; targetOf(measure: LaidMeasure): LaidAmount[]; done: Done },
  byDay: Record<string, Map<number, number>>,
): Amounts {
  const items = new Map(works.map((row) => [row.id, row]));
  const calendarOf = calendarsOf(tables);
  const sums: Amounts = { budget: 0, planned: 0, earned: 0, actual: 0, remaining: 0 };
  const facts = new Map<number, Spread[]>();
  const budgets = new Map<number, number>();
  for (const series of ['target', 'plan', 'fact', 'remaining'] as const) {
    for (const { itemId, spread } of series === 'target' ? targetOf(measure) : layOutAmounts(tables, { measure, series, dataDate })) {
      if (!items.has(itemId)) continue;
      const total = putSpread(byDay[`${measure}_${series}`], spread);
      if (series === 'target') {
        sums.budget += total;
        sums.planned += unitsBefore(spread, dayOf(dataDate));
        budgets.set(itemId, (budgets.get(itemId) ?? 0) + total);
      }
      if (series === 'fact') {
        sums.actual += total;
        facts.set(itemId, [...(facts.get(itemId) ?? []), spread]);
      }
      if (series === 'remaining') sums.remaining += total;
    }
  }
  for (const [itemId, budget] of budgets) {
    const row = items.get(itemId);
    const earned = row ? Math.round(budget * done.share(row)) : 0;
    if (!row || !earned) continue;
    sums.earned += earned;
    const spread = layOutEarned(
      earned,
      MEASURE_DECIMALS[measure],
      row,
      done.days(itemId) ?? facts.get(itemId) ?? [],
      calendarOf(row),
      dataDate,
    );
    if (spread) putSpread(byDay[`${measure}_earned`], spread);
  }
  return sums;
}

function layOutEarned(
  earned: number,
  decimals: number,
  row: AnyRow,
  facts: readonly Spread[],
  calendar: CompiledCalendar | null,
  dataDate: Minute,
): Spread | null {
  const amount = earned / 10 ** decimals;
  const [shape] = facts;
  if (shape && shape.units.some((value) => value > 0)) return spreadLike(amount, decimals, shape);
  const start = minute(row['actualStart']) ?? minute(row['start']);
  if (start === null || !calendar) return null;
  const finish = Math.max(start, Math.min(minute(row['actualFinish']) ?? dataDate, dataDate));
  return spreadOverSpan(amount, decimals, { start, finish, calendar }, { shape: 'evenly' });
}

function add(days: Map<number, number>, day: number, units: number): void {
  days.set(day, (days.get(day) ?? 0) + units);
}

/** Adds a spread to a line; answers its total. */
function putSpread(days: Map<number, number>, { firstDay, units }: Spread): number {
  let total = 0;
  for (let index = 0; index < units.length; index += 1) {
    if (units[index] === 0) continue;
    add(days, firstDay + index, units[index]);
    total += units[index];
  }
  return total;
}

function unitsBefore({ firstDay, units }: Spread, day: number): number {
  let before = 0;
  for (let index = 0; index < units.length && firstDay + index < day; index += 1) before += units[index];
  return before;
}

function periodsOf(byDay: Record<string, Map<number, number>>, periodOf: (day: number) => number): PeriodLines {
  const lines: PeriodLines = {};
  for (const [key, days] of Object.entries(byDay)) {
    const sums = new Map<number, number>();
    for (const [day, value] of days) add(sums, periodOf(day), value);
    if (!sums.size) continue;
    const first = Math.min(...sums.keys());
    const last = Math.max(...sums.keys());
    lines[key] = { first, units: Array.from({ length: last - first + 1 }, (_, index) => sums.get(first + index) ?? 0) };
  }
  return lines;
}
