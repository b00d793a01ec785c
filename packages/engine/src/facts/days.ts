import type { Day, Minute } from '@gantry/domain';
import { dayOf, MINUTES_PER_DAY } from '@gantry/domain';
import type { CompiledCalendar } from '../time/calendar.ts';
import { workBetween } from '../time/work.ts';
import type { ByDay } from './law.ts';

/** An amount laid over days by weights, rounded so that the days add up to it. */
export function laidBy(amount: number, weights: ByDay, decimals: number): Map<Day, number> {
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const unit = 10 ** decimals;
  if (all <= 0) return new Map();
  let [weight, given] = [0, 0];
  return new Map(
    [...weights]
      .sort((a, b) => a[0] - b[0])
      .map(([day, own]) => {
        weight += own;
        const units = Math.round((amount * weight * unit) / all) - given;
        given += units;
        return [day, units / unit] as const;
      }),
  );
}

/** Working minutes of the days between two moments; days off are left out. */
export function workingDays(calendar: CompiledCalendar, from: Minute, to: Minute): Map<Day, number> {
  const days = new Map<Day, number>();
  for (let day = dayOf(from); day * MINUTES_PER_DAY < to; day += 1) {
    const [start, end] = [Math.max(from, day * MINUTES_PER_DAY), Math.min(to, (day + 1) * MINUTES_PER_DAY)];
    const minutes = workBetween(calendar, start, end);
    if (minutes > 0) days.set(day, minutes);
  }
  return days;
}

/** How far the plan of days of a work is from its total and from its facts. */
export function daysLeft(
  volume: number,
  fact: number,
  plan: ByDay,
  keyDay: Day,
): {
  /** Volume that is neither done nor planned. */ undistributed: number;
  /** Planned before the key day and not done. */ deviation: number;
} {
  let [before, after] = [0, 0];
  for (const [day, value] of plan)
    if (day < keyDay) before += value;
    else after += value;
  return { undistributed: volume - fact - after, deviation: before - fact };
}

/** The price of a work by the days of its facts: each the share that it did, or all of it with the first or the last. */
export function priceByFacts(price: number, volume: number, facts: ByDay, mode: 'evenly' | 'start' | 'end'): Map<Day, number> {
  const days = [...facts].filter(([, value]) => value > 0).sort((a, b) => a[0] - b[0]);
  const done = days.reduce((sum, [, value]) => sum + value, 0);
  if (mode === 'evenly') return laidBy((price * Math.min(done, volume)) / volume, new Map(days), 2);
  const isPaid = (index: number): boolean => (mode === 'start' ? index === 0 : index === days.length - 1 && done >= volume);
  return new Map(days.map(([day], index) => [day, isPaid(index) ? price : 0]));
}
