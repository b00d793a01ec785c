import { changeDays, type DataMode, type Distributions, eachDay, type ResourceMeasure, rowOfDays, type VersionRow } from '@gantry/domain';
import { priceByFacts } from '@gantry/engine';
import { seriesOfFacts, type Work } from './day-values.facts.rules.ts';

type Series = VersionRow<'daySeries'>;

const PRICES = ['distributed_price', 'cost_by_distributed_price'] as const satisfies readonly ResourceMeasure[];
export type PriceMeasure = (typeof PRICES)[number];

export const isPrice = (measure: ResourceMeasure): measure is PriceMeasure => PRICES.includes(measure as PriceMeasure);

/**
 * Days of the price of a work where nobody has typed them: by the days of its volume, each its share, or all with the first or the last as
 * the distribution of the place says; what it costs goes like its volume.
 */
export function withPrices(work: Omit<Work, 'before'>, measure: PriceMeasure, distributions: Distributions): Omit<Work, 'before'> {
  const { totals, sources } = seriesOfFacts({ ...work, before: work.series });
  const { cost, volume } = totals;
  if (cost === null || volume === null) return work;
  const wanted = distributions[measure]?.mode ?? 'evenly';
  const mode = measure === 'distributed_price' && (wanted === 'start' || wanted === 'end') ? wanted : 'evenly';
  const ofVolume: Record<'plan' | 'fact', readonly Series[]> = {
    plan: work.series.filter((row) => row.measure === 'volume' && row.mode === 'plan'),
    fact: sources.volume?.series ?? [],
  };
  const priced = (['plan', 'fact'] as const).flatMap((of): Series[] => {
    if (work.series.some((row) => row.measure === measure && row.mode === of)) return [];
    const days = new Map<number, number>();
    for (const row of ofVolume[of]) eachDay(row.days, (day, value) => days.set(day, (days.get(day) ?? 0) + value));
    const run = days.size ? changeDays(null, priceByFacts(cost, volume, days, mode)) : null;
    return run ? [pricedRow(measure, of, run)] : [];
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
