import { WORK_COUNTS } from '@gantry/contract';
import {
  type AnyChange,
  type AnyRow,
  changeDays,
  changesOf,
  type DayChanges,
  daysChanged,
  daysFieldOf,
  type Diff,
  fieldsOf,
  inverseOf,
  minuteAt,
  recordOf,
  runOfDays,
  type VersionTable,
} from '@gantry/domain';
import { type AmountTables, withDays } from '@gantry/plan-view';
import type { Conventions } from '../facts/analytics.conventions.rules.ts';
import type { NotedDelay, NotedMilestone } from '../facts/analytics.counts.rules.ts';
import { byDate, byDelay, MOST_NOTED } from '../facts/analytics.counts.rules.ts';
import { type FactHead, factsOf, SHARE_UNITS, type VersionFacts } from '../facts/analytics.facts.rules.ts';
import { EARNED_MEASURES, LINE_KEYS } from '../facts/analytics.lines.rules.ts';
import { addLine, type PeriodLines, trimmed } from '../facts/analytics.pack.rules.ts';

/** The tables whose rows belong to one work each. */
export const OF_WORKS = ['wbs', 'assignment', 'daySeries'] as const;
/** An edit of these changes works that it does not name. */
const SHARED: ReadonlySet<VersionTable> = new Set(['calendar', 'resource', 'settings']);
/** An edit of these fields changes which rows are works. */
const STRUCTURE = ['parentId', 'type'];

export type RowsOfWorks = Record<(typeof OF_WORKS)[number], AnyRow[]>;
/** The rows that edits name: works, and rows of other tables that exist still or did before; the works of the latter are to be looked up. */
export type Touched = { works: Set<number> } & Record<'assignment' | 'daySeries', Set<number>>;

/** What edits touch; null where they change what works share, or which rows are works. */
export function touchedBy(diffs: readonly Diff[]): Touched | null {
  const touched: Touched = { works: new Set(), assignment: new Set(), daySeries: new Set() };
  for (const [table, change] of diffs.flatMap(changesOf)) {
    if (SHARED.has(table)) return null;
    if (table === 'wbs') {
      if (change.added.length || change.removed.length || change.updated.some(isOfStructure)) return null;
      for (const { id } of change.updated) touched.works.add(id);
    } else if (table === 'assignment' || table === 'daySeries') {
      for (const { id, ...row } of [...change.added, ...change.removed, ...change.updated.flatMap(bothOf)]) {
        touched[table].add(id);
        if (typeof row['itemId'] === 'number') touched.works.add(row['itemId']);
      }
    }
  }
  return touched;
}

type Update = AnyChange['updated'][number];
const isOfStructure = ({ before, after }: Update): boolean => STRUCTURE.some((field) => field in before || field in after);
const bothOf = ({ id, before, after }: Update): AnyRow[] => [
  { ...before, id },
  { ...after, id },
];

/** The rows of works as they were before some edits, the oldest of which comes first. */
export function beforeEdits(rows: RowsOfWorks, diffs: readonly Diff[]): RowsOfWorks {
  const known = recordOf(OF_WORKS, (table) => new Map(rows[table].map((row) => [row.id, row])));
  for (const diff of diffs.toReversed())
    for (const [table, { added, updated, removed }] of changesOf(inverseOf(diff))) {
      if (!isOfWorks(table)) continue;
      const of = known[table];
      for (const { id } of removed) of.delete(id);
      for (const row of added) of.set(row.id, row);
      for (const { id, after } of updated) {
        const row = of.get(id);
        if (row) of.set(id, changed(table, row, after));
      }
    }
  return recordOf(OF_WORKS, (table) => [...known[table].values()].toSorted((a, b) => a.id - b.id));
}

const isOfWorks = (table: VersionTable): table is (typeof OF_WORKS)[number] => OF_WORKS.some((one) => one === table);

function changed(table: VersionTable, row: AnyRow, fields: Record<string, unknown>): AnyRow {
  const days = daysFieldOf(table);
  if (days === null || !(days in fields)) return { ...row, ...fields };
  return { ...row, ...fields, [days]: changeDays(runOfDays(row[days]), daysChanged(fields[days] as DayChanges)) };
}

/** Rows of the database with dates in minutes and values of days as figures are counted from them. */
export function countable(table: VersionTable, rows: readonly AnyRow[]): AnyRow[] {
  const dates = fieldsOf(table).flatMap(({ name, kind }) => (kind === 'minute' ? [name] : []));
  return rows.map((row) => {
    const counted: AnyRow = { ...row };
    for (const name of dates) if (typeof row[name] === 'string') counted[name] = minuteAt(row[name]);
    return daysFieldOf(table) === null ? counted : withDays(counted);
  });
}

/**
 * Returns the facts of a version after edits: subtracts the former amounts of the touched works and adds the new ones. All amounts are whole
 * numbers, so the sums equal those of a full recount. Null where a date or a list may depend on works that the edits did not touch.
 */
export function broughtForward(
  facts: VersionFacts,
  { before, after, dataDate, conventions }: { before: AmountTables; after: AmountTables; dataDate: number; conventions: Conventions },
): VersionFacts | null {
  const [was, is] = [before, after].map((tables) => factsOf(tables, dataDate, conventions));
  const head = headAfter(facts.head, was.head, is.head);
  const touched = new Set(after.wbs.map(({ id }) => id));
  const delays = bestAfter<NotedDelay>(facts.noted.delays, { touched, now: is.noted.delays, order: byDelay, most: MOST_NOTED.delays });
  const milestones = bestAfter<NotedMilestone>(facts.noted.milestones, {
    touched,
    now: is.noted.milestones,
    order: byDate,
    most: MOST_NOTED.milestones,
  });
  if (!head || !delays || !milestones) return null;
  const lines = (tier: 'week' | 'month') => linesAfter(facts[tier], was[tier], is[tier]);
  return { head, noted: { delays, milestones }, week: lines('week'), month: lines('month') };
}

function headAfter(kept: FactHead, was: FactHead, is: FactHead): FactHead | null {
  const start = extremeAfter(kept.start, was.start, is.start, (a, b) => a <= b);
  const finish = extremeAfter(kept.finish, was.finish, is.finish, (a, b) => a >= b);
  const target = extremeAfter(kept.target_finish, was.target_finish, is.target_finish, (a, b) => a >= b);
  if (start === undefined || finish === undefined || target === undefined) return null;
  const share = (of: 'done' | 'due') =>
    [kept, is].reduce((sum, head) => sum + Math.round(head[of] * SHARE_UNITS), -Math.round(was[of] * SHARE_UNITS)) / SHARE_UNITS;
  const amounts = recordOf(EARNED_MEASURES, (measure) =>
    recordOf(AMOUNTS, (amount) => kept[measure][amount] - was[measure][amount] + is[measure][amount]),
  );
  return {
    ...recordOf([...WORK_COUNTS, 'milestones'] as const, (count) => kept[count] - was[count] + is[count]),
    start,
    finish,
    target_finish: target,
    ...amounts,
    done: share('done'),
    due: share('due'),
    data_date: kept.data_date,
  };
}
const AMOUNTS = ['budget', 'planned', 'earned', 'actual', 'remaining'] as const;

/** The first or last date after edits; undefined where the one that was it has gone, and another work may be it now. */
function extremeAfter(
  kept: number | null,
  was: number | null,
  is: number | null,
  reaches: (date: number, other: number) => boolean,
): number | null | undefined {
  if (is !== null && (kept === null || reaches(is, kept))) return is;
  return was !== null && was === kept ? undefined : kept;
}

/** The first of a list in its order after edits; null where one may have moved up that was not among them. */
function bestAfter<T extends { row_id: number }>(
  kept: readonly T[],
  { touched, now, order, most }: { touched: ReadonlySet<number>; now: readonly T[]; order: (a: T, b: T) => number; most: number },
): T[] | null {
  const all = [...kept.filter(({ row_id }) => !touched.has(row_id)), ...now].toSorted(order).slice(0, most);
  const last = kept.length < most ? undefined : kept.at(-1);
  return last && all.filter((one) => order(one, last) <= 0).length < most ? null : all;
}

function linesAfter(kept: PeriodLines, was: PeriodLines, is: PeriodLines): PeriodLines {
  const after: PeriodLines = {};
  for (const key of LINE_KEYS) {
    for (const { [key]: line } of [kept, is]) if (line) addLine(after, key, line);
    if (was[key]) addLine(after, key, { first: was[key].first, units: was[key].units.map((value) => -value) });
  }
  return Object.fromEntries(
    Object.entries(after).flatMap(([key, line]) => {
      const left = trimmed(line);
      return left ? [[key, left]] : [];
    }),
  );
}
