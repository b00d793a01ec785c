import { type AnyRow, dayOf, type Minute, MINUTES_PER_DAY } from '@gantry/domain';
import { type ByDay, type CompiledCalendar, type Spread, spreadLike, spreadOfDays, spreadOverSpan } from '@gantry/engine';
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

/** Takes what a work brings to a laid line, in whole units, of one of its resources or of itself. */
export type Put = (row: AnyRow, key: string, spread: Spread, resourceId: number | null) => void;

/**
 * Lays what is wanted of some works over days: the one walk that sums, groups and the rows behind a figure are all made of. Work without
 * target dates is planned for its own. What is earned is the budget times the share that is done by the technique, laid like what was done,
 * else evenly from the actual start on.
 */
export function layOutWorks(
  { tables, targetOf, done, promise }: CountedTables,
  works: readonly AnyRow[],
  dataDate: Minute,
  wants: (key: string) => boolean,
  put: Put,
): void {
  const items = new Map(works.map((row) => [row.id, row]));
  layOutMeasures({ tables, targetOf, done, promise }, items, dataDate, wants, put);
  layOutEnds(works, wants, put);
  layOutDays(tables, items, dataDate, wants, put);
  if (VOLUMES.some((line) => wants(`volume_${line}`))) layOutVolumes(tables, items, dataDate, wants, put);
  if (wants('promised') || wants('kept') || wants('reliability'))
    for (const { itemId, day, kept, share } of promisesOf(tables.daySeries, dataDate, promise)) {
      const row = items.get(itemId);
      if (!row) continue;
      put(row, 'promised', onDay(day, 1), null);
      if (kept) put(row, 'kept', onDay(day, 1), null);
      put(row, 'reliability', onDay(day, Math.round(share * 1000)), null);
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

function layOutEnds(works: readonly AnyRow[], wants: (key: string) => boolean, put: Put): void {
  const wanted = ENDS.filter(({ key }) => wants(key));
  for (const row of works)
    for (const { key, end, field, unless } of wanted) {
      const at = row[field];
      if (typeof at !== 'number' || (unless && typeof row[unless] === 'number')) continue;
      // A finish at midnight belongs to the day before.
      put(row, key, onDay(dayOf(end === 'finishes' ? at - 1 : at), 1), null);
    }
}

/** Plans of days that were approved, and prices and costs that lie over days. */
function layOutDays(
  tables: AmountTables,
  items: ReadonlyMap<number, AnyRow>,
  dataDate: Minute,
  wants: (key: string) => boolean,
  put: Put,
): void {
  const lay = (itemId: number, resourceId: number | null, key: string, days: ByDay, decimals: number): void => {
    const row = items.get(itemId);
    if (row && days.size && wants(key)) put(row, key, spreadOfDays(days, decimals), resourceId);
  };
  const approved = EARNED_MEASURES.map((measure) => ({ measure, series: 'approved' as const, key: `${measure}_approved` }));
  layOutEach(tables, { questions: approved.filter(({ key }) => wants(key)), dataDate }, ({ key }, itemId, resourceId, spread) => {
    const row = items.get(itemId);
    if (row) put(row, key, spread, resourceId);
  });
  const today = dayOf(dataDate + MINUTES_PER_DAY - 1);
  const wanted = PRICE_MEASURES.filter((measure) => ['plan', 'fact', 'ahead'].some((line) => wants(`${LINE_OF_PRICE[measure]}_${line}`)));
  if (!wanted.length) return;
  for (const { itemId, resourceId, measure, mode, days } of layOutPrices(tables, wanted, items)) {
    lay(itemId, resourceId, `${LINE_OF_PRICE[measure]}_${mode}`, days, MEASURE_DECIMALS.cost);
    const ahead = new Map([...days].filter(([day]) => day >= today));
    if (mode === 'plan') lay(itemId, resourceId, `${LINE_OF_PRICE[measure]}_ahead`, ahead, MEASURE_DECIMALS.cost);
  }
}
const LINE_OF_PRICE = { distributed_price: 'price', cost_by_distributed_price: 'spent' } as const;

function layOutVolumes(
  tables: AmountTables,
  items: ReadonlyMap<number, AnyRow>,
  dataDate: Minute,
  wants: (key: string) => boolean,
  put: Put,
): void {
  const questions = VOLUMES.map((series) => ({ measure: 'volume' as const, series, key: `volume_${series}` })).filter(({ key }) =>
    wants(key),
  );
  layOutEach(tables, { questions, dataDate, own: true }, ({ key }, itemId, resourceId, spread) => {
    const row = items.get(itemId);
    if (row) put(row, key, spread, resourceId);
  });
}

const AMOUNTS = ['target', 'plan', 'early', 'late', 'fact', 'remaining'] as const;
/** Measures lie over the same dates, so that each series is asked of all of them in a row. */
const MEASURED = AMOUNTS.flatMap((series) => EARNED_MEASURES.map((measure) => ({ measure, series, key: `${measure}_${series}` })));
type Measured = (typeof MEASURED)[number];

/** Lays out the measures of the works, and their earned value. */
function layOutMeasures(
  { tables, targetOf, done }: CountedTables,
  items: ReadonlyMap<number, AnyRow>,
  dataDate: Minute,
  wants: (key: string) => boolean,
  put: Put,
): void {
  const earning = new Map(
    EARNED_MEASURES.filter((measure) => wants(`${measure}_earned`)).map((measure) => [
      measure,
      { facts: new Map<number, Spread>(), budgets: new Map<number, number>() },
    ]),
  );
  const questions = MEASURED.map((question) => ({ ...question, isWanted: wants(question.key) })).filter(
    ({ isWanted, measure, series }) => isWanted || (earning.has(measure) && (series === 'target' || series === 'fact')),
  );
  const take = (
    { measure, series, key, isWanted }: Measured & { isWanted: boolean },
    itemId: number,
    resourceId: number | null,
    spread: Spread,
  ) => {
    const row = items.get(itemId);
    if (!row) return;
    if (isWanted) put(row, key, spread, resourceId);
    const earned = earning.get(measure);
    if (series === 'target') earned?.budgets.set(itemId, (earned.budgets.get(itemId) ?? 0) + unitsIn(spread));
    // Earned value follows the days of the first done series.
    if (series === 'fact' && earned && !earned.facts.has(itemId)) earned.facts.set(itemId, spread);
  };
  const isOwn = ({ series }: Measured): boolean => series !== 'target' || !targetOf;
  layOutEach(tables, { questions: questions.filter(isOwn), dataDate }, take);
  for (const question of questions)
    if (targetOf && !isOwn(question))
      for (const { itemId, resourceId, spread } of targetOf(question.measure)) take(question, itemId, resourceId, spread);
  const calendarOf = calendarsOf(tables);
  for (const [measure, { facts, budgets }] of earning)
    for (const [itemId, budget] of budgets) {
      const row = items.get(itemId);
      const earned = row ? Math.round(budget * done.share(row)) : 0;
      if (!row || !earned) continue;
      const shape = done.days(itemId)?.[0] ?? facts.get(itemId);
      const spread = layOutEarned(earned, measure, row, shape, calendarOf(row), dataDate);
      if (spread) put(row, `${measure}_earned`, spread, null);
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
