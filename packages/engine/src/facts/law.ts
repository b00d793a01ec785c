import type { Day } from '@gantry/domain';

/** What facts are told in. */
export const FACT_MEASURES = ['volume', 'labour', 'cost'] as const;
export type FactMeasure = (typeof FACT_MEASURES)[number];

/** Amounts by calendar day; a day without an entry has no value, which is not the same as 0. */
export type ByDay = ReadonlyMap<Day, number>;

/** What is known as done: a sum from before the first day, and the days. */
export type Reported = { opening: number; days: ByDay };

/** What an assignment adds to the totals of its work. */
export type Part = {
  kind: 'labour' | 'equipment' | 'material';
  unit: string;
  plannedUnits: number;
  plannedCost: number;
  carriesVolume?: boolean | null;
};

/** Volume, labour hours and cost of a work in all; null = nothing says it. */
export type WorkTotals = Record<FactMeasure, number | null> & {
  /** Materials of several units and none that carries the volume: tonnes do not add to cubic metres. */
  mixedUnits: boolean;
};

const plannedOf = (parts: readonly Part[]): number => parts.reduce((sum, { plannedUnits }) => sum + plannedUnits, 0);
const positive = (value: number | null | undefined): number | null => (value != null && value > 0 ? value : null);

/** Amounts of the work itself; its cost is beside that of its assignments. */
export type OwnTotals = { volume?: number | null; labourHours?: number | null; cost?: number | null };

/**
 * The totals of a work: its own volume and labour, else of its carrier, else of materials of one unit, of hours; costs together. Where none
 * states it, of its planned days.
 */
export function totalsOf(parts: readonly Part[], plannedDays: Partial<Record<FactMeasure, number>>, own: OwnTotals = {}): WorkTotals {
  const materials = parts.filter(({ kind, plannedUnits }) => kind === 'material' && plannedUnits > 0);
  const carriers = parts.filter(({ carriesVolume, plannedUnits }) => carriesVolume && plannedUnits > 0);
  const mixedUnits = !carriers.length && new Set(materials.map(({ unit }) => unit.trim().toLowerCase())).size > 1;
  const volume = plannedOf(carriers.length ? carriers : mixedUnits ? [] : materials);
  const labour = plannedOf(parts.filter(({ kind }) => kind !== 'material'));
  const cost = parts.reduce((sum, { plannedCost }) => sum + plannedCost, own.cost ?? 0);
  return {
    volume: positive(own.volume) ?? positive(volume) ?? positive(plannedDays.volume),
    labour: positive(own.labourHours) ?? positive(labour) ?? positive(plannedDays.labour),
    // What an estimate gives back is money of the work too.
    cost: cost === 0 ? positive(plannedDays.cost) : cost,
    mixedUnits,
  };
}

/** The sum of many decimal facts may miss the total by the last binary digit. */
const DUST = 1e-12;

/** The sum of what is known as done. */
export const factOf = ({ opening, days }: Reported): number => [...days.values()].reduce((sum, value) => sum + value, opening);

/** What facts say of a work. */
export type FactProgress = {
  measure: FactMeasure;
  total: number;
  fact: number;
  /** 0…1. */
  progress: number;
  /** More was done than there is. */
  over: boolean;
  /** The first day with something done. */
  firstDay: Day | null;
  /** The day that reached the total for good; null while something is left. */
  reachedOn: Day | null;
};

/** Progress by one measure, else by the first of volume, labour and cost that has a total and facts; null where they do not say it. */
export function progressByFacts(
  totals: Pick<WorkTotals, FactMeasure>,
  facts: Partial<Record<FactMeasure, Reported>>,
  by: FactMeasure | null = null,
): FactProgress | null {
  const measure = FACT_MEASURES.find((one) => (by === null || one === by) && positive(totals[one]) !== null && facts[one]);
  if (!measure) return null;
  const total = totals[measure] as number;
  const reported = facts[measure] as Reported;
  const isReached = (sum: number): boolean => sum >= total * (1 - DUST);
  let sum = reported.opening;
  let firstDay: Day | null = null;
  let reachedOn: Day | null = null;
  for (const [day, value] of [...reported.days].sort((a, b) => a[0] - b[0])) {
    sum += value;
    if (value > 0) firstDay ??= day;
    // A correction below the total opens it again.
    reachedOn = isReached(sum) ? (reachedOn ?? day) : null;
  }
  const progress = isReached(sum) ? 1 : Math.max(0, sum / total);
  return { measure, total, fact: sum, progress, over: sum > total * (1 + DUST), firstDay, reachedOn };
}

/** What is left of planned units: by the norm what the progress leaves of them, by the plan what was not used yet. */
export function remainingUnits(by: 'norm' | 'plan', planned: number, actual: number, progress: number): number {
  return by === 'norm' ? Math.max(0, planned * (1 - progress)) : Math.max(0, planned - actual);
}

/** Money by day at the price of each, rounded to cents so that the days add up to the rounded sum. */
export function costByDay(units: ByDay, priceOn: (day: Day) => number): Map<Day, number> {
  let [exact, given] = [0, 0];
  return new Map(
    [...units]
      .sort((a, b) => a[0] - b[0])
      .map(([day, amount]) => {
        exact += amount * priceOn(day);
        const cents = Math.round(exact * 100 + Math.sign(exact) * DUST) - given;
        given += cents;
        return [day, cents / 100] as const;
      }),
  );
}
