import type { DayCells, DayGridRow } from '@gantry/contract';
import {
  changeDays,
  type DataMode,
  type Day,
  type DayRun,
  type Diff,
  type Distributions,
  type ResourceMeasure,
  rowOfDays,
  valueOnDay,
  type VersionRow,
} from '@gantry/domain';
import { FACT_MEASURES } from '@gantry/engine';
import { isPrice, type PriceMeasure, pricesByDay, seriesOfFacts } from '@gantry/plan-view';
import { sumByDay, type Work } from './day-values.facts.rules.ts';
import { dayOfText } from './day-values.rules.ts';

type Series = VersionRow<'daySeries'>;

const totalOf = (series: readonly Series[]): number => series.reduce((sum, { total }) => sum + total, 0);
/** Quantities are kept to millionths. */
const tidy = (value: number): number => Math.round(value * 1e6) / 1e6;

type Asked = { from: Day; to: Day; measure: ResourceMeasure; keyDay: Day; distributions?: Distributions };

/** A row of the day grid: its days, and what is late and what has no day yet. */
export function gridRowOf(
  itemId: number,
  stored: Omit<Work, 'before'>,
  { from, to, measure, keyDay, distributions = {} }: Asked,
): DayGridRow {
  const work = isPrice(measure) ? withPrices(stored, measure, distributions) : stored;
  const ofMode = (mode: DataMode) => work.series.filter((row) => row.mode === mode && row.measure === measure);
  const [plan, fact, approved] = [ofMode('plan'), ofMode('fact'), ofMode('approved_plan')];
  const of = FACT_MEASURES.find((one) => one === measure);
  const { totals, sources } = seriesOfFacts({ ...work, before: work.series });
  const total = of ? totals[of] : isPrice(measure) ? totals.cost : null;
  const known = of && sources[of];
  const done = tidy(known ? known.opening + totalOf(known.series) : totalOf(fact));
  return {
    item_id: itemId,
    plan: daysBetween(plan, from, to),
    fact: daysBetween(fact, from, to),
    approved: daysBetween(approved, from, to),
    total,
    planned: tidy(totalOf(plan)),
    done,
    undistributed: total === null ? null : tidy(total - done - (totalOf(plan) - sumBefore(plan, keyDay))),
    deviation: tidy(sumBefore(approved.length ? approved : plan, keyDay) - done),
    ...(measure === 'volume' && totals.mixedUnits && !work.own.volume ? { mixed_units: true } : {}),
  };
}

/** Values of series from a day to a last one, added up; null = none. */
function daysBetween(series: readonly Series[], from: Day, to: Day): (number | null)[] {
  const sums = new Array<number | null>(to - from + 1).fill(null);
  for (const { days } of series) {
    const { firstDay, values } = days;
    const end = Math.min(values.length, to - firstDay + 1);
    for (let at = Math.max(0, from - firstDay); at < end; at += 1) {
      const value = values[at];
      if (value !== null) sums[firstDay + at - from] = (sums[firstDay + at - from] ?? 0) + value;
    }
  }
  return sums;
}

/** The sum of the days before a given day. */
function sumBefore(series: readonly Series[], before: Day): number {
  let sum = 0;
  for (const { total, firstDay, lastDay, days } of series)
    if (lastDay < before) sum += total;
    else if (firstDay < before) within(days, firstDay, before - 1, (_day, value) => (sum += value));
  return sum;
}

function within({ firstDay, values }: DayRun, from: Day, to: Day, act: (day: Day, value: number) => void): void {
  const end = Math.min(values.length, to - firstDay + 1);
  for (let at = Math.max(0, from - firstDay); at < end; at += 1) {
    const value = values[at];
    if (value !== null) act(firstDay + at, value);
  }
}

/** A value of a row on a day, as the row as a whole (null) or one of its resources has it. */
export type Part = { resourceId: number | null; part: number };

/** A sum over parts shared out in their proportion, to the last millionth; null where no resource has a part of it. */
export function shareOut(value: number | null, parts: readonly Part[]): Map<number | null, number | null> | null {
  const sum = parts.reduce((total, { part }) => total + part, 0);
  if (sum === 0 || parts.every(({ resourceId }) => resourceId === null)) return null;
  let rest = value ?? 0;
  return new Map(
    parts.map(({ resourceId, part }, index) => {
      const share = index === parts.length - 1 ? tidy(rest) : tidy(((value ?? 0) * part) / sum);
      rest -= share;
      return [resourceId, value === null ? null : share];
    }),
  );
}

/**
 * Cells by resources: a cell of a row as a whole shows the sum of its resources, so a sum that is written there is shared out in the
 * proportion that they have on the day. Days on which no resource has a value, and those that `isApart`, stay with the row.
 */
export function cellsByResources(
  cells: readonly DayCells[],
  series: readonly Series[],
  isApart: (cell: DayCells, day: Day) => boolean,
): DayCells[] {
  const ofRow = Map.groupBy(series, ({ itemId, measure, mode }) => `${itemId} ${measure} ${mode}`);
  return cells.flatMap((cell) => {
    const all = (cell.resource_id === null && ofRow.get(`${cell.item_id} ${cell.measure} ${cell.mode}`)) || [];
    if (all.every(({ resourceId }) => resourceId === null)) return [cell];
    const first = dayOfText(cell.first_day);
    const shared = new Map<number | null, DayCells['values']>();
    const write = (resourceId: number | null, at: number, value: DayCells['values'][number]): void => {
      const values = shared.get(resourceId) ?? cell.values.map((): DayCells['values'][number] => 'keep');
      values[at] = value;
      shared.set(resourceId, values);
    };
    for (const [at, value] of cell.values.entries()) {
      if (value === 'keep') continue;
      const parts = all.flatMap(({ resourceId, days }) => {
        const part = valueOnDay(days, first + at);
        return part ? [{ resourceId, part }] : [];
      });
      const shares = isApart(cell, first + at) ? null : shareOut(value, parts);
      if (!shares) write(null, at, value);
      else for (const [resourceId, share] of shares) write(resourceId, at, share);
    }
    return [...shared].map(([resource_id, values]) => ({ ...cell, resource_id, values }));
  });
}

/** Ids of works in the order of the tree, all or those below a row. */
export function worksInOrder(
  rows: readonly Pick<VersionRow<'wbs'>, 'id' | 'parentId' | 'position' | 'type'>[],
  below: number | null,
): number[] {
  const children = Map.groupBy(rows, ({ parentId }) => parentId);
  const works: number[] = [];
  const open = (children.get(below) ?? []).toSorted((a, b) => b.position - a.position);
  for (let row = open.pop(); row; row = open.pop()) {
    if (row.type !== 'sum' && row.type !== 'draft') works.push(row.id);
    open.push(...(children.get(row.id) ?? []).toSorted((a, b) => b.position - a.position));
  }
  return works;
}

/** Whether an edit may have changed which works there are, and in which order. */
export function touchesOrder(diff: Diff | undefined): boolean {
  if (!diff) return true;
  const { wbs } = diff;
  if (!wbs) return false;
  if (wbs.added.length || wbs.removed.length) return true;
  return wbs.updated.some(({ after }) => 'parentId' in after || 'position' in after || 'type' in after);
}

/** A work with days of its price where nobody has typed them, as rows of series. */
function withPrices(work: Omit<Work, 'before'>, measure: PriceMeasure, distributions: Distributions): Omit<Work, 'before'> {
  const priced = [...pricesByDay(work, measure, distributions, sumByDay)].flatMap(([mode, days]) => {
    const run = changeDays(null, days);
    return run ? [pricedRow(measure, mode, run)] : [];
  });
  return { ...work, series: [...work.series, ...priced] };
}

const pricedRow = (measure: PriceMeasure, mode: DataMode, run: Series['days']): Series => ({
  id: 0,
  itemId: 0,
  resourceId: null,
  measure,
  mode,
  ...rowOfDays(run),
});
