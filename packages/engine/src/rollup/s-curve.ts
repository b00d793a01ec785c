import type { Day, Minute, Period } from '@gantry/domain';
import { dayOf } from '@gantry/domain';
import { amountOf } from '../spread/spread.ts';
import type { Spread } from '../spread/spread.ts';
import { nextPeriod, periodStart } from './periods.ts';

/** A point of an S-curve at the end of a period; cumulative amounts, null where a line does not reach. */
export type CurvePoint = {
  /** The period is `[from, to)`; the amounts stand at its end. */
  from: Day;
  to: Day;
  plan: number;
  /** Up to the period of the data date. */
  fact: number | null;
  /** Actual plus remaining from the data date's period on, continuing the line of actual values. */
  forecast: number | null;
};

function unitsUntil(spread: Spread, day: Day, from: { day: Day; units: number }): number {
  let { units } = from;
  for (let at = Math.max(from.day, spread.firstDay); at < Math.min(day, spread.firstDay + spread.units.length); at++)
    units += spread.units[at - spread.firstDay];
  return units;
}

/** Cumulative plan, fact and forecast by periods, over all days that any of them touches. */
export function sCurve(series: { plan: Spread; fact: Spread; remaining: Spread }, period: Period, dataDate: Minute): CurvePoint[] {
  const { plan, fact, remaining } = series;
  const used = [plan, fact, remaining].filter((spread) => spread.units.length > 0);
  const points: CurvePoint[] = [];
  if (used.length === 0) return points;
  const first = Math.min(...used.map((spread) => spread.firstDay));
  const end = Math.max(...used.map((spread) => spread.firstDay + spread.units.length));
  // A data date at midnight has the day before it as its last day with fact.
  const today = dayOf(dataDate - 1);
  let sums = [0, 0, 0];
  for (let from = periodStart(first, period), last = first; from < end;) {
    const to = nextPeriod(from, period);
    sums = [plan, fact, remaining].map((spread, i) => unitsUntil(spread, to, { day: last, units: sums[i] }));
    const [planned, done, left] = sums.map((units, i) => amountOf(units, [plan, fact, remaining][i].decimals));
    points.push({ from, to, plan: planned, fact: from <= today ? done : null, forecast: to > today ? done + left : null });
    last = to;
    from = to;
  }
  return points;
}
