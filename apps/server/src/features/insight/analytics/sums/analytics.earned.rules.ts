import type { AnalyticsEarnedValue } from '@gantry/contract';
import { dayOf } from '@gantry/domain';
import { amountOf, earnedSchedule, earnedValue, type EstimateMethod } from '@gantry/engine';
import { MEASURE_DECIMALS } from '@gantry/plan-view';
import { dayOfMonth } from './analytics.axis.rules.ts';
import { dayOfWeek, type FactHead, monthOf, weekOf } from '../facts/analytics.facts.rules.ts';
import type { EarnedMeasure } from '../facts/analytics.lines.rules.ts';
import { type CountedFacts, sumOf } from './analytics.sums.rules.ts';

type Heads = readonly Pick<CountedFacts, 'head'>[];
/** The sum of a measure over some versions. */
const sumIn = (facts: Heads, kind: EarnedMeasure, of: keyof FactHead['cost']): number =>
  amountOf(
    facts.reduce((total, { head }) => total + head[kind][of], 0),
    MEASURE_DECIMALS[kind],
  );

/** Earned value of the sums: indexes of sums, never sums of indexes. `before` holds the sums of an earlier status point, from which the recent cost index is derived. */
export function earnedValueOf(
  facts: readonly Omit<CountedFacts, 'part_id'>[],
  kind: EarnedMeasure,
  tier: 'week' | 'month',
  estimate: EstimateMethod = 'cpi',
  before: Heads = [],
): AnalyticsEarnedValue | null {
  const decimals = MEASURE_DECIMALS[kind];
  const sum = (of: keyof FactHead['cost']) => sumIn(facts, kind, of);
  const since = (of: keyof FactHead['cost']) => sum(of) - sumIn(before, kind, of);
  const values = earnedValue(
    {
      budget: sum('budget'),
      planned: sum('planned'),
      earned: sum('earned'),
      actual: sum('actual'),
      remaining: sum('remaining'),
      recent: { earned: since('earned'), actual: since('actual') },
    },
    estimate,
  );
  const plans = plansOf(facts, `${kind}_target`, tier);
  if (!plans.length || values.bac === 0) return null;
  return { ...pick(values), ...scheduleOf(plans, decimals, values.ev, DAYS[tier]) };
}

const pick = ({ bac, pv, ev, ac, sv, cv, spi, cpi, eac, vac }: ReturnType<typeof earnedValue>) => ({
  bac,
  pv,
  ev,
  ac,
  sv,
  cv,
  spi,
  cpi,
  eac,
  vac,
});

const DAYS = { week: 7, month: 30.4375 } as const;

/** The plan of the versions of one data date by periods, and how many of its periods that date lies behind its first one. */
type DatedPlan = { units: Float64Array | number[]; at: number };

function plansOf(facts: readonly Omit<CountedFacts, 'part_id'>[], key: string, tier: 'week' | 'month'): DatedPlan[] {
  // Versions without a data date are counted at the minute of the count, of which only the day matters here.
  const byDay = Map.groupBy(facts, ({ head }) => dayOf(head.data_date));
  return [...byDay].flatMap(([day, of]) => {
    const plan = sumOf(of, [key])[key];
    return plan ? [{ units: [...plan.units], at: periodsUntil(day, tier) - plan.first }] : [];
  });
}

/**
 * Earned schedule by the periods of the tier that the plans are made of. What a version has earned by its own data date is held against
 * what it was to earn by then: plans of other data dates are put side by side so that these dates meet.
 */
function scheduleOf(plans: readonly DatedPlan[], decimals: number, earned: number, days: number) {
  const at = Math.max(...plans.map((plan) => plan.at));
  const { ends, planned } = plans.length === 1 ? byPeriods(plans[0]) : together(plans, at);
  const cumulative = planned.map((value) => amountOf(value, decimals));
  const { svt, spit } = earnedSchedule(cumulative, earned, Math.max(0, at), ends);
  return { svt_days: svt * days, spit };
}

const runningOf = ({ units }: DatedPlan): number[] => {
  let sum = 0;
  return Array.from(units, (value) => (sum += value));
};
const byPeriods = (plan: DatedPlan) => ({ planned: runningOf(plan), ends: undefined });

/** Several plans as one curve, whose periods end wherever a period of one of them does; each begins so much later as it is younger. */
function together(plans: readonly DatedPlan[], at: number) {
  const curves = plans.map((plan) => ({ shift: at - plan.at, sums: runningOf(plan) }));
  const knots = curves.flatMap(({ shift, sums }) => [shift, ...sums.map((_, index) => shift + index + 1)]);
  const ends = [...new Set(knots)].sort((a, b) => a - b).filter((end) => end > 0);
  return { ends, planned: ends.map((end) => curves.reduce((total, curve) => total + valueAt(curve, end), 0)) };
}

/** The value of a curve at a moment, straight within its periods. */
function valueAt({ shift, sums }: { shift: number; sums: readonly number[] }, end: number): number {
  const passed = Math.min(sums.length, Math.max(0, end - shift));
  const whole = Math.floor(passed);
  const before = whole > 0 ? sums[whole - 1] : 0;
  return whole === passed ? before : before + (sums[whole] - before) * (passed - whole);
}

/** The number of the period that begins or goes on at a day, with the share of it that has passed. */
function periodsUntil(day: number, tier: 'week' | 'month'): number {
  const period = tier === 'week' ? weekOf(day) : monthOf(day);
  const dayAt = tier === 'week' ? dayOfWeek : dayOfMonth;
  return period + (day - dayAt(period)) / (dayAt(period + 1) - dayAt(period));
}
