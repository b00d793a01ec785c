import type { AnalyticsEarnedValue } from '@gantry/contract';
import { dayOf, type Minute } from '@gantry/domain';
import { amountOf, earnedSchedule, earnedValue, type EstimateMethod } from '@gantry/engine';
import { MEASURE_DECIMALS } from '@gantry/plan-view';
import { dayOfMonth } from './analytics.axis.rules.ts';
import { dayOfWeek, type FactHead, monthOf, weekOf } from '../facts/analytics.facts.rules.ts';
import type { EarnedMeasure } from '../facts/analytics.lines.rules.ts';
import type { PeriodLines } from '../facts/analytics.pack.rules.ts';
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
  dataDate: Minute | null,
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
  const plan = sumOf(facts, [`${kind}_target`])[`${kind}_target`];
  if (!plan || dataDate === null || values.bac === 0) return null;
  return { ...pick(values), ...scheduleOf(plan, decimals, values.ev, dataDate, tier) };
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

/** Earned schedule by the periods of the tier that the plan's line is made of. */
function scheduleOf(plan: PeriodLines[string], decimals: number, earned: number, dataDate: Minute, tier: 'week' | 'month') {
  let sum = 0;
  const cumulative = plan.units.map((value) => {
    sum += value;
    return amountOf(sum, decimals);
  });
  const { svt, spit } = earnedSchedule(cumulative, earned, Math.max(0, periodsUntil(dayOf(dataDate), tier) - plan.first));
  return { svt_days: svt * DAYS[tier], spit };
}

/** The number of the period that begins or goes on at a day, with the share of it that has passed. */
function periodsUntil(day: number, tier: 'week' | 'month'): number {
  const period = tier === 'week' ? weekOf(day) : monthOf(day);
  const dayAt = tier === 'week' ? dayOfWeek : dayOfMonth;
  return period + (day - dayAt(period)) / (dayAt(period + 1) - dayAt(period));
}
