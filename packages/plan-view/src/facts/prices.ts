import type { AnyRow, Day, Distributions, ResourceMeasure } from '@gantry/domain';
import { type ByDay, priceByFacts } from '@gantry/engine';
import type { AmountTables } from '../values/laid-amounts.ts';
import { type CountedPart, type CountedRow, seriesOfFacts, type WorkOfDays } from './series-of-facts.ts';

/** Measures of days that follow from the price and the volume of a work: its price, and what it costs. */
export const PRICE_MEASURES = ['distributed_price', 'cost_by_distributed_price'] as const satisfies readonly ResourceMeasure[];
/** Measures of days that are the price of a work, laid over days. */
export type PriceMeasure = (typeof PRICE_MEASURES)[number];

/** Whether days of a measure are computed from a price where nobody has typed them. */
export const isPrice = (measure: ResourceMeasure): measure is PriceMeasure => PRICE_MEASURES.includes(measure as PriceMeasure);

/** How a price lies over the days of a volume: what a work costs goes like its volume, whatever its price does. */
function modeOfPrice(distributions: Distributions, measure: PriceMeasure): 'start' | 'end' | 'evenly' {
  const wanted = distributions[measure]?.mode ?? 'evenly';
  return measure === 'distributed_price' && (wanted === 'start' || wanted === 'end') ? wanted : 'evenly';
}

const PRICED_MODES = ['plan', 'fact'] as const;
/** The days of a price, planned and done. */
export type PricedMode = (typeof PRICED_MODES)[number];

/**
 * Days of the price of a work where nobody has typed them: by the days of its volume, each its share, or all with the first or the last as
 * the distribution of the place says.
 */
export function pricesByDay<S extends CountedRow>(
  work: Omit<WorkOfDays<S>, 'before'>,
  measure: PriceMeasure,
  distributions: Distributions,
  daysOf: (series: readonly S[]) => ByDay,
): Map<PricedMode, ByDay> {
  const found = new Map<PricedMode, ByDay>();
  const { totals, sources } = seriesOfFacts({ ...work, before: work.series });
  const { cost, volume } = totals;
  if (cost === null || volume === null) return found;
  const ofVolume: Record<PricedMode, readonly S[]> = {
    plan: work.series.filter((row) => row.measure === 'volume' && row.mode === 'plan'),
    fact: sources.volume?.series ?? [],
  };
  for (const mode of PRICED_MODES) {
    if (work.series.some((row) => row.measure === measure && row.mode === mode)) continue;
    const days = daysOf(ofVolume[mode]);
    if (days.size) found.set(mode, priceByFacts(cost, volume, days, modeOfPrice(distributions, measure)));
  }
  return found;
}

/**
 * The days by which a price that is known elsewhere is planned for a work: typed days of its price, else those of its volume as the
 * distribution of the place says; null where nobody has planned any.
 */
export function daysOfPlannedPrice<S extends Pick<CountedRow, 'measure' | 'mode'>>(
  series: readonly S[],
  distributions: Distributions,
  daysOf: (series: readonly S[]) => ByDay,
): ByDay | null {
  const planned = (measure: ResourceMeasure): [Day, number][] =>
    [...daysOf(series.filter((row) => row.mode === 'plan' && row.measure === measure))].filter(([, value]) => value > 0);
  const typed = planned('distributed_price');
  if (typed.length) return new Map(typed);
  const days = planned('volume').sort((a, b) => a[0] - b[0]);
  if (!days.length) return null;
  const mode = modeOfPrice(distributions, 'distributed_price');
  return new Map(mode === 'evenly' ? days : days.slice(...(mode === 'start' ? [0, 1] : [-1])));
}

/** Days of a price of a work: typed ones, of one of its resources or of itself, or those that follow from its volume. */
export type PricedDays = { itemId: number; resourceId: number | null; measure: PriceMeasure; mode: PricedMode; days: ByDay };

type Pairs = { day: Day; value: number }[];
type TableRow = CountedRow & { mode: PricedMode; days: Pairs };

const COUNTED = new Set<unknown>(['volume', 'cost', ...PRICE_MEASURES]);

/** Lays prices of some works of a version over days: what was typed, and what follows from days of volumes where nobody has. */
export function layOutPrices(tables: AmountTables, measures: readonly PriceMeasure[], itemIds: ReadonlyMap<number, unknown>): PricedDays[] {
  const laid: PricedDays[] = [];
  const distributions = (tables.settings[0]?.['distributions'] as Distributions | null | undefined) ?? {};
  const seriesOf = new Map<number, TableRow[]>();
  for (const row of tables.daySeries) {
    const itemId = Number(row['itemId']);
    if (row['mode'] === 'approved_plan' || !itemIds.has(itemId) || !COUNTED.has(row['measure'])) continue;
    const one = countedRow(row);
    const all = seriesOf.get(itemId);
    if (all) all.push(one);
    else seriesOf.set(itemId, [one]);
    const measure = measures.find((wanted) => wanted === one.measure);
    if (measure) laid.push({ itemId, resourceId: one.resourceId, measure, mode: one.mode, days: daysOfPairs([one]) });
  }
  const items = new Map<unknown, AnyRow>(tables.wbs.map((row) => [row.id, row]));
  const resources = new Map<unknown, AnyRow>(tables.resource.map((row) => [row.id, row]));
  const assignmentsOf = new Map<number, CountedPart[]>();
  for (const row of tables.assignment) {
    const itemId = Number(row['itemId']);
    if (!seriesOf.has(itemId) || !resources.has(row['resourceId'])) continue;
    const all = assignmentsOf.get(itemId);
    if (all) all.push(row as unknown as CountedPart);
    else assignmentsOf.set(itemId, [row as unknown as CountedPart]);
  }
  for (const [itemId, series] of seriesOf) {
    const item = items.get(itemId);
    if (!item || !series.some(({ measure }) => measure === 'volume')) continue;
    const work = {
      own: item as WorkOfDays<TableRow>['own'],
      series,
      assignments: assignmentsOf.get(itemId) ?? [],
      resourceOf: (id: number) => resources.get(id) as unknown as ReturnType<WorkOfDays<TableRow>['resourceOf']>,
    };
    for (const measure of measures)
      for (const [mode, days] of pricesByDay(work, measure, distributions, daysOfPairs))
        laid.push({ itemId, resourceId: null, measure, mode, days });
  }
  return laid;
}

function countedRow(row: AnyRow): TableRow {
  const days = row['days'] as Pairs;
  const total = days.reduce((sum, { value }) => sum + value, 0);
  return {
    resourceId: row['resourceId'] === null ? null : Number(row['resourceId']),
    measure: row['measure'] as ResourceMeasure,
    mode: row['mode'] as PricedMode,
    total,
    days,
  };
}

const daysOfPairs = (series: readonly TableRow[]): ByDay => {
  const days = new Map<Day, number>();
  for (const { days: pairs } of series) for (const { day, value } of pairs) days.set(day, (days.get(day) ?? 0) + value);
  return days;
};
