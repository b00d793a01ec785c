import { type AnyRow, dayOf, type Minute, MINUTES_PER_DAY } from '@gantry/domain';
import { type CompiledCalendar, type Spread, spreadLike, spreadOfDays, spreadOverSpan } from '@gantry/engine';
import {
  type AmountTables,
  calendarsOf,
  type LaidMeasure,
  layOutEach,
  layOutPrices,
  MEASURE_DECIMALS,
  PRICE_MEASURES,
} from '@gantry/plan-view';
import type { CountedTables } from './analytics.conventions.rules.ts';
import { minute } from './analytics.counts.rules.ts';
import { EARNED_MEASURES, VOLUMES } from './analytics.lines.rules.ts';
import { promisesOf } from './analytics.promises.rules.ts';

/** Takes what a work brings to a line, in whole units, of one of its resources or of itself. The days of a spread hold until the next. */
export type Take = (row: AnyRow, spread: Spread, resourceId: number | null) => void;

/** What takes the amounts of a line; null where nobody asks for it. */
export type TakerOf = (key: string) => Take | null;

/** What is asked of a list, each with what takes its line. */
const withTakers = <T extends { key: string }>(list: readonly T[], takerOf: TakerOf): (T & { take: Take })[] =>
  list.flatMap((one) => {
    const take = takerOf(one.key);
    return take ? [{ ...one, take }] : [];
  });

/**
 * Lays what is wanted of some works over days: the one walk that sums, groups and the rows behind a figure are all made of. Work without
 * target dates is planned for its own. What is earned is the budget times the share that is done by the technique, laid like what was done,
 * else evenly from the actual start on.
 */
export function layOutWorks(
  { tables, targetOf, done, promise }: CountedTables,
  works: readonly AnyRow[],
  dataDate: Minute,
  takerOf: TakerOf,
): void {
  const items = new Map<number, AnyRow>();
  for (const row of works) items.set(row.id, row);
  layOutMeasures({ tables, targetOf, done, promise }, items, dataDate, takerOf);
  layOutEnds(works, takerOf);
  layOutDays(tables, items, dataDate, takerOf);
  layOutVolumes(tables, items, dataDate, takerOf);
  const [promised, keptOnes, reliability] = ['promised', 'kept', 'reliability'].map(takerOf);
  if (promised || keptOnes || reliability)
    for (const { itemId, day, kept, share } of promisesOf(tables.daySeries, dataDate, promise)) {
      const row = items.get(itemId);
      if (!row) continue;
      promised?.(row, onDay(day, 1), null);
      if (kept) keptOnes?.(row, onDay(day, 1), null);
      reliability?.(row, onDay(day, Math.round(share * 1000)), null);
    }
}

/** One unit, that of every work: a list for each would be garbage at once. */
const ONE = Float64Array.of(1);
const onDay = (firstDay: number, units: number): Spread => ({
  firstDay,
  units: units === 1 ? ONE : Float64Array.of(units),
  decimals: 0,
});

/** Lines that a work counts in with an end of its own, and the date that says on which day. What is left has no actual date yet. */
const ENDS = (
  [
    ['starts', { target: 'targetStart', plan: 'start', fact: 'actualStart' }],
    ['finishes', { target: 'targetFinish', plan: 'finish', fact: 'actualFinish' }],
  ] as const
).flatMap(([end, { target, plan, fact }]) => [
  ...Object.entries({ target, plan, fact }).map(([line, field]) => ({ key: `${end}_${line}`, end, field, unless: null })),
  { key: `${end}_remaining`, end, field: plan, unless: fact },
]);

function layOutEnds(works: readonly AnyRow[], takerOf: TakerOf): void {
  const wanted = withTakers(ENDS, takerOf);
  for (const row of works)
    for (const { take, end, field, unless } of wanted) {
      const at = row[field];
      if (typeof at !== 'number' || (unless && typeof row[unless] === 'number')) continue;
      // A finish at midnight belongs to the day before.
      take(row, onDay(dayOf(end === 'finishes' ? at - 1 : at), 1), null);
    }
}

/** Plans of days that were approved, and prices and costs that lie over days. */
function layOutDays(tables: AmountTables, items: ReadonlyMap<number, AnyRow>, dataDate: Minute, takerOf: TakerOf): void {
  const approved = EARNED_MEASURES.map((measure) => ({ measure, series: 'approved' as const, key: `${measure}_approved` }));
  layOutEach(tables, { questions: withTakers(approved, takerOf), dataDate }, ({ take }, itemId, resourceId, spread) => {
    const row = items.get(itemId);
    if (row) take(row, spread, resourceId);
  });
  const today = dayOf(dataDate + MINUTES_PER_DAY - 1);
  const asked = PRICE_MEASURES.flatMap((measure) =>
    (['plan', 'fact', 'ahead'] as const).map((line) => ({ measure, line, key: `${LINE_OF_PRICE[measure]}_${line}` })),
  );
  const wanted = withTakers(asked, takerOf);
  if (!wanted.length) return;
  const measures = PRICE_MEASURES.filter((measure) => wanted.some((one) => one.measure === measure));
  for (const { itemId, resourceId, measure, mode, days } of layOutPrices(tables, measures, items))
    for (const { measure: of, line, take } of wanted) {
      const row = items.get(itemId);
      if (!row || of !== measure || mode !== (line === 'ahead' ? 'plan' : line)) continue;
      const laid = line === 'ahead' ? new Map([...days].filter(([day]) => day >= today)) : days;
      if (laid.size) take(row, spreadOfDays(laid, MEASURE_DECIMALS.cost), resourceId);
    }
}
const LINE_OF_PRICE = { distributed_price: 'price', cost_by_distributed_price: 'spent' } as const;

function layOutVolumes(tables: AmountTables, items: ReadonlyMap<number, AnyRow>, dataDate: Minute, takerOf: TakerOf): void {
  const volumes = VOLUMES.map((series) => ({ measure: 'volume' as const, series, key: `volume_${series}` }));
  const questions = withTakers(volumes, takerOf);
  layOutEach(tables, { questions, dataDate, own: true, lent: true }, ({ take }, itemId, resourceId, spread) => {
    const row = items.get(itemId);
    if (row) take(row, spread, resourceId);
  });
}

const AMOUNTS = ['target', 'plan', 'early', 'late', 'fact', 'remaining'] as const;
const MEASURED = AMOUNTS.flatMap((series) => EARNED_MEASURES.map((measure) => ({ measure, series, key: `${measure}_${series}` })));
type Measured = (typeof MEASURED)[number];

/** Lays out the measures of the works, and their earned value. */
function layOutMeasures(
  { tables, targetOf, done }: CountedTables,
  items: ReadonlyMap<number, AnyRow>,
  dataDate: Minute,
  takerOf: TakerOf,
): void {
  const earning = withTakers(
    EARNED_MEASURES.map((measure) => ({ measure, key: `${measure}_earned` })),
    takerOf,
  ).map((one) => ({ ...one, facts: new Map<number, Spread>(), budgets: new Map<number, number>() }));
  const questions = MEASURED.map((question) => ({
    ...question,
    take: takerOf(question.key),
    earned: question.series === 'target' || question.series === 'fact' ? earning.find(({ measure }) => measure === question.measure) : null,
  })).filter(({ take, earned }) => take || earned);
  let [last, row]: [number, AnyRow | undefined] = [Number.NaN, undefined];
  const put = ({ series, take, earned }: (typeof questions)[number], itemId: number, resourceId: number | null, spread: Spread) => {
    // Amounts of a work come in a row.
    if (last !== itemId) [last, row] = [itemId, items.get(itemId)];
    if (!row) return;
    take?.(row, spread, resourceId);
    if (!earned) return;
    if (series === 'target') earned.budgets.set(itemId, (earned.budgets.get(itemId) ?? 0) + unitsIn(spread));
    // Earned value follows the days of the first done series.
    else if (!earned.facts.has(itemId)) earned.facts.set(itemId, { ...spread, units: spread.units.slice() });
  };
  const isOwn = ({ series }: Measured): boolean => series !== 'target' || !targetOf;
  layOutEach(tables, { questions: questions.filter(isOwn), dataDate, lent: true, rows: items }, put);
  for (const question of questions)
    if (targetOf && !isOwn(question))
      for (const { itemId, resourceId, spread } of targetOf(question.measure)) put(question, itemId, resourceId, spread);
  const calendarOf = calendarsOf(tables);
  for (const { measure, take, facts, budgets } of earning)
    for (const [itemId, budget] of budgets) {
      const row = items.get(itemId);
      const earned = row ? Math.round(budget * done.share(row)) : 0;
      if (!row || !earned) continue;
      const shape = done.days(itemId)?.[0] ?? facts.get(itemId);
      const spread = layOutEarned(earned, measure, row, shape, calendarOf(row), dataDate);
      if (spread) take(row, spread, null);
    }
}

function layOutEarned(
  earned: number,
  measure: LaidMeasure,
  row: AnyRow,
  shape: Spread | undefined,
  calendar: CompiledCalendar | null,
  dataDate: Minute,
): Spread | null {
  const decimals = MEASURE_DECIMALS[measure];
  const amount = earned / 10 ** decimals;
  if (shape && shape.units.some((value) => value > 0)) return spreadLike(amount, decimals, shape);
  const start = minute(row['actualStart']) ?? minute(row['start']);
  if (start === null || !calendar) return null;
  const finish = Math.max(start, Math.min(minute(row['actualFinish']) ?? dataDate, dataDate));
  return spreadOverSpan(amount, decimals, { start, finish, calendar }, { shape: 'evenly' });
}

/** All units of a spread. */
export function unitsIn({ units }: Spread): number {
  let sum = 0;
  for (let index = 0; index < units.length; index += 1) sum += units[index];
  return sum;
}

/** The units of the days from one on and before another. */
export function unitsBetween({ firstDay, units }: Spread, from: number, to: number): number {
  let sum = 0;
  const end = Math.min(units.length, to - firstDay);
  for (let index = Math.max(0, from - firstDay); index < end; index += 1) sum += units[index];
  return sum;
}
