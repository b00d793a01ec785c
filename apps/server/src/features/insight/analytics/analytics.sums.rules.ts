import type { AnalyticsEarnedValue, AnalyticsSeries, AnalyticsStats, SeriesKind, SeriesPeriod } from '@gantry/contract';
import { dayOf, formatMinute, MINUTES_PER_DAY, type Minute, minuteOf } from '@gantry/domain';
import { amountOf, earnedSchedule, earnedValue, type EstimateMethod } from '@gantry/engine';
import { MEASURE_DECIMALS } from '@gantry/plan-view';
import { dayOfWeek, type FactHead, monthOf, weekOf } from './analytics.facts.rules.ts';
import { addLine, type PeriodLines } from './analytics.pack.rules.ts';

/** Facts of a version at the part of the place that it stands below. */
export type CountedFacts = { part_id: number; head: FactHead; lines: PeriodLines };
export type Part = AnalyticsSeries['parts'][number];

/** The lines of each kind, and how the answer calls them. */
const LINES_OF: Record<SeriesKind, readonly string[]> = {
  cost: ['target', 'plan', 'fact', 'earned', 'remaining'].map((line) => `cost_${line}`),
  labour: ['target', 'plan', 'fact', 'earned', 'remaining'].map((line) => `labour_${line}`),
  count: ['starts', 'finishes'].flatMap((end) => ['target', 'plan', 'fact'].map((line) => `${end}_${line}`)),
};
const UNITS = { cost: 'money', labour: 'hours', count: 'works' } as const;
const decimalsOf = (kind: SeriesKind): number => (kind === 'count' ? 0 : MEASURE_DECIMALS[kind]);
/** Whether a line tells of what has been: it ends with the data date. */
const isPast = (key: string): boolean => key.endsWith('fact') || key.endsWith('earned');

/** The tier that the periods of an answer are made of. */
export const tierOf = (period: SeriesPeriod): 'week' | 'month' => (period === 'week' ? 'week' : 'month');

const DAY_OF_MONTH = (month: number): number => dayOf(minuteOf(Math.floor(month / 12), (month % 12) + 1, 1));
const MONTHS = { month: 1, quarter: 3, year: 12 } as const;
const dateOf = (day: number): string => formatMinute(day * MINUTES_PER_DAY).slice(0, 10);

/** The sums of versions by periods, in all and by parts. Sums are of whole units: they add up to the last digit whatever their order. */
export function seriesOf(
  facts: readonly CountedFacts[],
  parts: readonly Omit<Part, 'totals'>[],
  kind: SeriesKind,
  period: SeriesPeriod,
  estimate: EstimateMethod = 'cpi',
): Omit<AnalyticsSeries, 'state'> {
  const keys = LINES_OF[kind];
  const sums = sumOf(facts, keys);
  const decimals = decimalsOf(kind);
  const dataDate = latest(facts.map(({ head }) => head.data_date));
  const { first, count, dayAt, indexOf } = axisOf(sums, period);
  const today = dataDate === null ? -1 : indexOf(dayOf(dataDate - 1));
  const byKey = new Map(keys.map((key) => [key, rebased(sums[key], first, count, indexOf, period)]));
  const lines = keys.map((key) => lineOf(nameOf(kind, key), byKey.get(key) ?? [], decimals, isPast(key) ? today : null));
  if (kind !== 'count') lines.push(forecastOf(byKey.get(`${kind}_fact`) ?? [], byKey.get(`${kind}_remaining`) ?? [], decimals, today));
  return {
    period,
    unit: UNITS[kind],
    data_date: dataDate === null ? null : formatMinute(dataDate),
    periods: Array.from({ length: count }, (_, index) => dateOf(dayAt(index))),
    lines,
    parts: parts.map((part) => ({ ...part, totals: totalsOf(facts, part.id, kind, keys) })),
    earned_value: kind === 'count' ? null : earnedValueOf(facts, kind, dataDate, tierOf(period), estimate),
  };
}

const nameOf = (kind: SeriesKind, key: string): string => (kind === 'count' ? key : key.slice(kind.length + 1));

function sumOf(facts: readonly CountedFacts[], keys: readonly string[]): PeriodLines {
  const sums: PeriodLines = {};
  for (const { lines } of facts) for (const key of keys) if (lines[key]) addLine(sums, key, lines[key]);
  return sums;
}

/** The periods from the first to the last that any line touches. */
function axisOf(sums: PeriodLines, period: SeriesPeriod) {
  const used = Object.values(sums).filter(({ units }) => units.length);
  const first = Math.min(...used.map((line) => line.first));
  const last = Math.max(...used.map((line) => line.first + line.units.length - 1));
  if (period === 'week')
    return {
      first,
      count: used.length ? last - first + 1 : 0,
      dayAt: (index: number) => dayOfWeek(first + index),
      indexOf: (day: number) => weekOf(day) - first,
    };
  const months = MONTHS[period];
  const begin = Math.floor(first / months);
  return {
    first,
    count: used.length ? Math.floor(last / months) - begin + 1 : 0,
    dayAt: (index: number) => DAY_OF_MONTH((begin + index) * months),
    indexOf: (day: number) => Math.floor(monthOf(day) / months) - begin,
  };
}

/** A line on the periods of the answer. */
function rebased(
  line: PeriodLines[string] | undefined,
  first: number,
  count: number,
  indexOf: (day: number) => number,
  period: SeriesPeriod,
): number[] {
  const units = new Array<number>(count).fill(0);
  for (const [index, value] of (line?.units ?? []).entries()) {
    const at = (line?.first ?? 0) + index;
    units[period === 'week' ? at - first : indexOf(DAY_OF_MONTH(at))] += value;
  }
  return units;
}

function lineOf(key: string, units: readonly number[], decimals: number, until: number | null): AnalyticsSeries['lines'][number] {
  let sum = 0;
  const reaches = (index: number) => until === null || index <= until;
  const cumulative = units.map((value, index) => {
    sum += value;
    return reaches(index) ? amountOf(sum, decimals) : null;
  });
  const values = units.map((value, index) => (reaches(index) ? amountOf(value, decimals) : null));
  return { key, values, cumulative, total: amountOf(sum, decimals) };
}

/** What was done and what is left: the line goes on where the fact ends. */
function forecastOf(fact: readonly number[], remaining: readonly number[], decimals: number, today: number) {
  const line = lineOf(
    'forecast',
    fact.map((value, index) => value + (remaining[index] ?? 0)),
    decimals,
    null,
  );
  const ahead = <T>(list: readonly T[]) => list.map((value, index) => (index >= today ? value : null));
  return { ...line, values: ahead(line.values), cumulative: ahead(line.cumulative) };
}

function totalsOf(facts: readonly CountedFacts[], part: number, kind: SeriesKind, keys: readonly string[]): Record<string, number> {
  const sums = sumOf(
    facts.filter(({ part_id }) => part_id === part),
    keys,
  );
  const total = (key: string) => (sums[key]?.units ?? []).reduce((sum, value) => sum + value, 0);
  return Object.fromEntries(keys.map((key) => [nameOf(kind, key), amountOf(total(key), decimalsOf(kind))]));
}

/** Earned value of the sums: indexes of sums, never sums of indexes. */
export function earnedValueOf(
  facts: readonly CountedFacts[],
  kind: 'cost' | 'labour',
  dataDate: Minute | null,
  tier: 'week' | 'month',
  estimate: EstimateMethod = 'cpi',
): AnalyticsEarnedValue | null {
  const decimals = decimalsOf(kind);
  const sum = (of: keyof FactHead['cost']) =>
    amountOf(
      facts.reduce((total, { head }) => total + head[kind][of], 0),
      decimals,
    );
  const values = earnedValue(
    { budget: sum('budget'), planned: sum('planned'), earned: sum('earned'), actual: sum('actual'), remaining: sum('remaining') },
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
  const dayAt = tier === 'week' ? dayOfWeek : DAY_OF_MONTH;
  return period + (day - dayAt(period)) / (dayAt(period + 1) - dayAt(period));
}

function latest(minutes: readonly (Minute | null)[]): Minute | null {
  return minutes.reduce((found, value) => (value !== null && (found === null || value > found) ? value : found), null);
}
const earliest = (minutes: readonly (Minute | null)[]): Minute | null => {
  const found = latest(minutes.map((value) => (value === null ? null : -value)));
  return found === null ? null : -found;
};

/** Counts, dates and progress of some versions together; without `money` progress goes by hours or works. */
export function statsOf(heads: readonly FactHead[], money = true): AnalyticsStats {
  const sum = (of: (head: FactHead) => number) => heads.reduce((total, head) => total + of(head), 0);
  const written = (minute: Minute | null) => (minute === null ? null : formatMinute(minute));
  const finish = latest(heads.map((head) => head.finish));
  const target = latest(heads.map((head) => head.target_finish));
  const share = (part: number, whole: number) => (whole > 0 ? part / whole : null);
  const measured = (['labour', 'cost'] as const).find((kind) => (money || kind !== 'cost') && sum((head) => head[kind].budget) > 0);
  const works = sum((head) => head.works);
  return {
    works,
    milestones: sum((head) => head.milestones),
    not_started: sum((head) => head.not_started),
    in_progress: sum((head) => head.in_progress),
    completed: sum((head) => head.completed),
    critical: sum((head) => head.critical),
    near_critical: sum((head) => head.near_critical),
    negative_float: sum((head) => head.negative_float),
    overdue: sum((head) => head.overdue),
    late_against_target: sum((head) => head.late_against_target),
    without_target: sum((head) => head.without_target),
    start: written(earliest(heads.map((head) => head.start))),
    finish: written(finish),
    target_finish: written(target),
    deviation_days: finish === null || target === null ? null : dayOf(finish - 1) - dayOf(target - 1),
    data_date: written(latest(heads.map((head) => head.data_date))),
    progress: measured
      ? share(
          sum((head) => head[measured].earned),
          sum((head) => head[measured].budget),
        )
      : share(
          sum((head) => head.done),
          works,
        ),
    progress_planned: measured
      ? share(
          sum((head) => head[measured].planned),
          sum((head) => head[measured].budget),
        )
      : share(
          sum((head) => head.due),
          works,
        ),
  };
}
