import type { DistributionCurve } from '@gantry/contract';
import { type AnyRow, type Distributions, formatMinute, type Minute, MINUTES_PER_DAY } from '@gantry/domain';
import { nextPeriod, periodStart, type Spread } from '@gantry/engine';
import { type AmountTables, type LaidMeasure, layOutAmounts, MEASURE_DECIMALS } from '@gantry/plan-view';

/** The tables that amounts are laid from. */
export const CURVE_TABLES = ['wbs', 'assignment', 'resource', 'calendar', 'daySeries', 'settings'] as const;

/** The measures that have a sum over works: volumes of works in different units have none. */
const SUMMED: readonly LaidMeasure[] = ['labour', 'cost'];

export const isSummed = (measure: string): measure is LaidMeasure => SUMMED.includes(measure as LaidMeasure);

/** A version with how measures lie in it now and how they would. */
export type CurvedVersion = { tables: AmountTables; dataDate: Minute; before: Distributions; after: Distributions };

/** What is planned of some measures by months, added up over versions, before and after a change of how they lie. */
export function curvesOf(versions: readonly CurvedVersion[], measures: readonly LaidMeasure[]): DistributionCurve[] {
  return measures.map((measure) => {
    const months = new Map<number, [number, number]>();
    for (const { tables, dataDate, before, after } of versions)
      for (const [at, distributions] of [before, after].entries()) {
        const settings: AnyRow[] = [{ ...tables.settings[0], id: tables.settings[0]?.id ?? 0, distributions }];
        for (const { spread } of layOutAmounts({ ...tables, settings }, { measure, series: 'plan', dataDate })) add(months, at, spread);
      }
    const starts = [...months.keys()].sort((a, b) => a - b);
    const unit = 10 ** MEASURE_DECIMALS[measure];
    const of = (at: 0 | 1): number[] => starts.map((start) => (months.get(start)?.[at] ?? 0) / unit);
    return { measure, starts: starts.map((day) => formatMinute(day * MINUTES_PER_DAY).slice(0, 10)), before: of(0), after: of(1) };
  });
}

function add(months: Map<number, [number, number]>, at: number, { firstDay, units }: Spread): void {
  if (!units.length) return;
  let start = periodStart(firstDay, 'month');
  let end = nextPeriod(start, 'month');
  for (let index = 0; index < units.length; index += 1) {
    if (firstDay + index >= end) {
      start = end;
      end = nextPeriod(start, 'month');
    }
    if (!units[index]) continue;
    const sums = months.get(start) ?? [0, 0];
    sums[at] += units[index];
    months.set(start, sums);
  }
}
