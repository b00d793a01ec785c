import { MINUTES_PER_DAY, dayOf, minuteOf, partsOf } from '@gantry/domain';
import type { Day, Period } from '@gantry/domain';
import { amountOf } from '../spread/spread.ts';
import type { Spread } from '../spread/spread.ts';

/** One bar of a histogram: the days `[from, to)` of a period and their amount. */
export type PeriodValue = { from: Day; to: Day; value: number };

/** The first day of the period that contains a day; weeks begin on Monday. */
export function periodStart(day: Day, period: Period): Day {
  if (period === 'day') return day;
  const { year, month, weekday } = partsOf(day * MINUTES_PER_DAY);
  if (period === 'week') return day - (weekday - 1);
  const firstMonth = period === 'year' ? 1 : period === 'quarter' ? month - ((month - 1) % 3) : month;
  return dayOf(minuteOf(year, firstMonth, 1));
}

export function nextPeriod(start: Day, period: Period): Day {
  if (period === 'day') return start + 1;
  if (period === 'week') return start + 7;
  const { year, month } = partsOf(start * MINUTES_PER_DAY);
  const months = period === 'year' ? 12 : period === 'quarter' ? 3 : 1;
  return dayOf(minuteOf(year, month + months, 1));
}

/** Sums a spread over periods, from the one of its first day to the one of its last, gaps included. The sums add up to the total. */
export function byPeriod(spread: Spread, period: Period): PeriodValue[] {
  const values: PeriodValue[] = [];
  const end = spread.firstDay + spread.units.length;
  if (spread.units.length === 0) return values;
  for (let from = periodStart(spread.firstDay, period); from < end;) {
    const to = nextPeriod(from, period);
    let units = 0;
    for (let day = Math.max(from, spread.firstDay); day < Math.min(to, end); day++) units += spread.units[day - spread.firstDay];
    values.push({ from, to, value: amountOf(units, spread.decimals) });
    from = to;
  }
  return values;
}

/** Adds spreads day by day; the sum has the most decimals that one of them has. Exact, whatever their order. */
export function sumSpreads(spreads: readonly Spread[]): Spread {
  let firstDay = Number.POSITIVE_INFINITY;
  let end = Number.NEGATIVE_INFINITY;
  let decimals = 0;
  for (const spread of spreads) {
    if (spread.units.length === 0) continue;
    firstDay = Math.min(firstDay, spread.firstDay);
    end = Math.max(end, spread.firstDay + spread.units.length);
    decimals = Math.max(decimals, spread.decimals);
  }
  if (end < firstDay) return { firstDay: 0, units: new Float64Array(0), decimals };
  const units = new Float64Array(end - firstDay);
  for (const spread of spreads) {
    const scale = 10 ** (decimals - spread.decimals);
    const offset = spread.firstDay - firstDay;
    for (let i = 0; i < spread.units.length; i++) units[offset + i] += spread.units[i] * scale;
  }
  return { firstDay, units, decimals };
}
