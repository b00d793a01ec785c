import type { DistributionCurve } from '@gantry/contract';
import { type AnyRow, type Distributions, formatMinute, type Minute, MINUTES_PER_DAY, type VersionTable } from '@gantry/domain';
import { nextPeriod, periodStart, type Spread } from '@gantry/engine';
import { type AmountTables, type LaidMeasure, layOutAmounts, MEASURE_DECIMALS } from '@gantry/plan-view';

/** What is read of works and assignments to lay their plans: they have many more fields, and there are very many of them. */
export const CURVE_FIELDS = {
  wbs: new Set(['id', 'schedulingKind', 'calendarId', 'start', 'finish']),
  assignment: new Set([
    'id',
    'itemId',
    'resourceId',
    'lagMinutes',
    'curve',
    ...['planned', 'actual', 'remaining'].flatMap((amount) => [`${amount}Units`, `${amount}Cost`]),
  ]),
} as const satisfies Partial<Record<VersionTable, ReadonlySet<string>>>;

/** The measures that have a sum over works: volumes of works in different units have none. */
export const SUMMED: readonly LaidMeasure[] = ['labour', 'cost'];

export const isSummed = (measure: string): measure is LaidMeasure => SUMMED.includes(measure as LaidMeasure);

/** Sums of a version by months, by what they are of: laid once, however many changes are looked at. */
export type LaidMonths = Map<string, ReadonlyMap<number, number>>;

/** Forms of one version that are remembered. */
const MOST_LAID = 50;

/** A version with how measures lie in it now and how they would. */
export type CurvedVersion = { tables: AmountTables; dataDate: Minute; before: Distributions; after: Distributions; laid: LaidMonths };

/** What is planned of some measures by months, added up over versions, before and after a change of how they lie. */
export function curvesOf(versions: readonly CurvedVersion[], measures: readonly LaidMeasure[]): DistributionCurve[] {
  return measures.map((measure) => {
    const months = new Map<number, [number, number]>();
    for (const version of versions)
      for (const [at, distributions] of [version.before, version.after].entries())
        for (const [start, amount] of monthsOf(version, measure, distributions)) {
          const sums = months.get(start) ?? [0, 0];
          sums[at] += amount;
          months.set(start, sums);
        }
    const starts = [...months.keys()].sort((a, b) => a - b);
    const unit = 10 ** MEASURE_DECIMALS[measure];
    const of = (at: 0 | 1): number[] => starts.map((start) => (months.get(start)?.[at] ?? 0) / unit);
    return { measure, starts: starts.map((day) => formatMinute(day * MINUTES_PER_DAY).slice(0, 10)), before: of(0), after: of(1) };
  });
}

function monthsOf(
  { tables, dataDate, laid }: CurvedVersion,
  measure: LaidMeasure,
  distributions: Distributions,
): ReadonlyMap<number, number> {
  const name = JSON.stringify([measure, dataDate, distributions[measure] ?? null]);
  const known = laid.get(name);
  if (known) return known;
  const settings: AnyRow[] = [{ ...tables.settings[0], id: tables.settings[0]?.id ?? 0, distributions }];
  const months = new Map<number, number>();
  for (const { spread } of layOutAmounts({ ...tables, settings }, { measure, series: 'plan', dataDate })) add(months, spread);
  if (laid.size >= MOST_LAID) laid.clear();
  laid.set(name, months);
  return months;
}

function add(months: Map<number, number>, { firstDay, units }: Spread): void {
  let start = periodStart(firstDay, 'month');
  for (let index = 0; index < units.length;) {
    const next = nextPeriod(start, 'month');
    const end = Math.min(units.length, next - firstDay);
    let sum = 0;
    for (; index < end; index += 1) sum += units[index];
    if (sum) months.set(start, (months.get(start) ?? 0) + sum);
    start = next;
  }
}
