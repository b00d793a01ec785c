import { type Day, dayOf, MINUTES_PER_DAY, type Minute, minuteAt, type ResourceRate } from '@gantry/domain';

/** From when on something holds; the first holds before it too. */
type Step = { from: Minute; value: number };

const stepsOf = (rates: readonly ResourceRate[] | null | undefined, valueOf: (rate: ResourceRate) => number | null | undefined): Step[] =>
  (rates ?? [])
    .flatMap((rate) => {
      const value = valueOf(rate);
      return value == null ? [] : [{ from: rate.from === null ? -Infinity : minuteAt(rate.from), value }];
    })
    .sort((a, b) => a.from - b.from);

/** What holds at a moment. */
export function valueAt(steps: readonly Step[], moment: Minute): number | null {
  return (steps.findLast(({ from }) => from <= moment) ?? steps.at(0))?.value ?? null;
}

/** Prices of a type (0 to 4) over time. A resource without rates has one price; one without a price of the type goes by its first. */
export function pricesOf(
  { rates, pricePerUnit }: { rates?: readonly ResourceRate[] | null; pricePerUnit: number | null },
  type = 0,
): Step[] {
  const steps = stepsOf(rates, ({ prices }) => prices[type] ?? prices[0]);
  return steps.length || pricePerUnit === null ? steps : [{ from: -Infinity, value: pricePerUnit }];
}

/** Limits of a resource over time, units per hour; null where it has none. */
export function limitsOf({ rates, limit }: { rates?: readonly ResourceRate[] | null; limit: number | null }): Step[] {
  const steps = stepsOf(rates, (rate) => rate.limit);
  return steps.length || limit === null ? steps : [{ from: -Infinity, value: limit }];
}

/** The price of units of a day: of the moment at which it begins, since rates begin with days. */
export const priceOn = (steps: readonly Step[], day: Day): number => valueAt(steps, day * MINUTES_PER_DAY) ?? 0;

/** What units cost that are used evenly between two moments: the working time is split where the price changes. */
export function costOverSpan(
  units: number,
  steps: readonly Step[],
  { from, to }: { from: Minute; to: Minute },
  workBetween: (from: Minute, to: Minute) => number,
): number {
  const whole = workBetween(from, to);
  if (whole <= 0) return units * (valueAt(steps, from) ?? 0);
  const cuts = steps.map((step) => step.from).filter((cut) => cut > from && cut < to);
  const ends = [...cuts, to];
  return ends.reduce((sum, end, index) => {
    const start = index === 0 ? from : ends[index - 1];
    return sum + (units * workBetween(start, end) * (valueAt(steps, start) ?? 0)) / whole;
  }, 0);
}

/** Units of days with what they cost, a day at a time. */
export const costOfDays = (days: ReadonlyMap<Day, number>, steps: readonly Step[]): number =>
  [...days].reduce((sum, [day, units]) => sum + units * priceOn(steps, day), 0);

/** The rate that holds on a day. */
export function rateOn(rates: readonly ResourceRate[], moment: Minute): ResourceRate | null {
  const from = ({ from: start }: ResourceRate): number => (start === null ? -Infinity : dayOf(minuteAt(start)) * MINUTES_PER_DAY);
  const sorted = [...rates].sort((a, b) => from(a) - from(b));
  return sorted.findLast((rate) => from(rate) <= moment) ?? sorted.at(0) ?? null;
}
