import type { WorkCount } from '@gantry/contract';
import { type AnyRow, dayOf, type Minute, MINUTES_PER_DAY, partsOf } from '@gantry/domain';
import { type CompiledCalendar, periodStart, type Spread, spreadOverSpan } from '@gantry/engine';
import { type AmountTables, calendarsOf } from '@gantry/plan-view';
import { type Conventions, type Done, underConventions, USUAL_CONVENTIONS } from './analytics.conventions.rules.ts';
import { countedOf, countsOf, minute, type Noted, notedOf } from './analytics.counts.rules.ts';
import { EARNED_MEASURES, type EarnedMeasure, LINE_KEYS } from './analytics.lines.rules.ts';
import { type PeriodLines, trimmed } from './analytics.pack.rules.ts';
import { layOutWorks, unitsBetween, unitsIn } from './analytics.walk.rules.ts';

/** Counted anew where it grows: figures of the version before are not what this program means by them. */
export const FACTS_VERSION = 5;

/** Sums and dates of a version; dates in minutes, amounts in the units of their lines. */
export type FactHead = Record<WorkCount, number> & {
  milestones: number;
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

export type VersionFacts = { head: FactHead; noted: Noted; week: PeriodLines; month: PeriodLines };

/** The number of the week that a day lies in. */
export const weekOf = (day: number): number => periodStart(day, 'week') / 7;
/** The first day of a week. */
export const dayOfWeek = (week: number): number => week * 7;
/** The number of the month that a day lies in, counted from the year 0. */
export function monthOf(day: number): number {
  const { year, month } = partsOf(day * MINUTES_PER_DAY);
  return year * 12 + month - 1;
}

/** Counts what a version comes to. Counted are its leaves without drafts; milestones in counts alone. */
export function factsOf(whole: AmountTables, dataDate: Minute, conventions: Conventions = USUAL_CONVENTIONS): VersionFacts {
  const counted = underConventions(whole, dataDate, conventions);
  const { tables, done } = counted;
  const { leaves, works } = countedOf(tables.wbs);
  const lines = openLines();
  const sums = { cost: noAmounts(), labour: noAmounts() };
  const isKnown = new Set(LINE_KEYS);
  layOutWorks(counted, works, dataDate, (key) => {
    if (!isKnown.has(key)) return null;
    const add = lines.to(key);
    const amount = AMOUNT_OF_KEY.get(key);
    if (!amount) return (_, spread) => add(spread);
    return (_, spread) => {
      add(spread);
      addTo(sums[amount.measure], amount.line, spread, dataDate);
    };
  });
  const head = {
    ...countsOf(works, leaves, dataDate),
    ...progressOf(works, dataDate, calendarsOf(tables), done),
    ...sums,
    data_date: dataDate,
  };
  return { head, noted: notedOf(leaves, works, dataDate), week: lines.by(weekOf), month: lines.by(monthOf) };
}

/** The measure and the line behind a key that the head of a version adds up. */
export const AMOUNT_OF_KEY = new Map<string, { measure: EarnedMeasure; line: SummedLine }>(
  EARNED_MEASURES.flatMap((measure) =>
    (['target', 'fact', 'remaining', 'earned'] as const).map((line) => [`${measure}_${line}`, { measure, line }] as const),
  ),
);
type SummedLine = 'target' | 'fact' | 'remaining' | 'earned';
export const noAmounts = (): Amounts => ({ budget: 0, planned: 0, earned: 0, actual: 0, remaining: 0 });

/** Adds what a spread brings to an amount of the head. */
export function addTo(sums: Amounts, line: SummedLine, spread: Spread, dataDate: Minute): void {
  if (line === 'target') {
    sums.budget += unitsIn(spread);
    sums.planned += unitsBetween(spread, Number.NEGATIVE_INFINITY, dayOf(dataDate));
  } else sums[line === 'fact' ? 'actual' : line] += unitsIn(spread);
}

/** Lines by days that grow, and are read by periods. */
export function openLines() {
  const lines = new Map<string, DayLine>();
  const lineOf = (key: string): DayLine => {
    let line = lines.get(key);
    if (!line) lines.set(key, (line = { first: 0, days: new Float64Array(0) }));
    return line;
  };
  return {
    add: (key: string, spread: Spread): void => addUp(lineOf(key), spread),
    /** What adds to one line. */
    to: (key: string): ((spread: Spread) => void) => {
      const line = lineOf(key);
      return (spread) => addUp(line, spread);
    },
    by: (periodOf: (day: number) => number): PeriodLines =>
      Object.fromEntries(
        [...lines].flatMap(([key, line]) => {
          const periods = trimmed(byPeriod(line, periodOf));
          return periods ? [[key, periods]] : [];
        }),
      ),
  };
}

type DayLine = { first: number; days: Float64Array };
const ROOM_DAYS = 64;

function addUp(line: DayLine, { firstDay, units }: Spread): void {
  if (!units.length) return;
  reach(line, firstDay, firstDay + units.length);
  const { days } = line;
  // A whole number to the compiler, too: places are counted without fractions.
  const at = (firstDay - line.first) | 0;
  for (let index = 0; index < units.length; index += 1) days[at + index] += units[index];
}

/** Makes room for some days: a line grows by as much as it has, so that growing costs little. */
function reach(line: DayLine, from: number, to: number): void {
  const { first, days } = line;
  const end = first + days.length;
  if (from >= first && to <= end) return;
  if (!days.length) {
    line.first = from - ROOM_DAYS;
    line.days = new Float64Array(to - from + 2 * ROOM_DAYS);
    return;
  }
  const room = Math.max(ROOM_DAYS, days.length);
  line.first = from < first ? from - room : first;
  line.days = new Float64Array((to > end ? to + room : end) - line.first);
  line.days.set(days, first - line.first);
}

function byPeriod({ first: firstDay, days }: DayLine, periodOf: (day: number) => number): PeriodLines[string] {
  const sums = new Map<number, number>();
  for (let index = 0; index < days.length; index += 1) {
    if (days[index] === 0) continue;
    const period = periodOf(firstDay + index);
    sums.set(period, (sums.get(period) ?? 0) + days[index]);
  }
  if (!sums.size) return { first: 0, units: [] };
  const [first, last] = extent(sums.keys());
  return { first, units: Array.from({ length: last - first + 1 }, (_, index) => sums.get(first + index) ?? 0) };
}

function extent(numbers: Iterable<number>): [number, number] {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of numbers) {
    first = Math.min(first, value);
    last = Math.max(last, value);
  }
  return [first, last];
}

const SHARE_DECIMALS = 6;

/** How much of the works is done and should be, each work counting as one, by the working time of its target dates or its own. */
function progressOf(works: readonly AnyRow[], dataDate: Minute, calendarOf: (item: AnyRow) => CompiledCalendar | null, by: Done) {
  let done = 0;
  let due = 0;
  for (const row of works) {
    done += shareUnits(by.share(row));
    due += shareUnits(dueOf(row, dataDate, calendarOf));
  }
  return { done: done / SHARE_UNITS, due: due / SHARE_UNITS };
}

/** Shares are added up in whole millionths: so their sums are the same in whatever order they are made. */
export const SHARE_UNITS = 10 ** SHARE_DECIMALS;
export const shareUnits = (share: number): number => Math.round(share * SHARE_UNITS);

/** How much of a work should be done at the data date, as a share of it. */
export function dueOf(row: AnyRow, dataDate: Minute, calendarOf: (item: AnyRow) => CompiledCalendar | null): number {
  const target = minute(row['targetStart']) !== null && minute(row['targetFinish']) !== null;
  const start = minute(row[target ? 'targetStart' : 'start']);
  const finish = minute(row[target ? 'targetFinish' : 'finish']);
  const calendar = calendarOf(row);
  if (start === null || finish === null || !calendar) return 0;
  if (finish <= dataDate) return 1;
  return start < dataDate ? shareBefore({ start, finish, calendar }, dataDate) : 0;
}

function shareBefore(span: { start: Minute; finish: Minute; calendar: CompiledCalendar }, dataDate: Minute): number {
  const spread = spreadOverSpan(1, SHARE_DECIMALS, span, { shape: 'evenly' });
  return unitsBetween(spread, Number.NEGATIVE_INFINITY, dayOf(dataDate)) / SHARE_UNITS;
}
