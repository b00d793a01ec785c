import type { CoefficientTarget, DurationRule, Norm, NormCoefficient, NormPart } from '@gantry/domain';
import { ONE, type Ratio, ZERO, dividedBy, plus, ratioOf, rounded, roundedUp, times } from './ratio.ts';
import { unitRatio } from './units.ts';

/** One resource of a norm: so many of its own units for one unit of the norm, each at a price. */
export type NormResource = { part: NormPart; quantity: number; price: number };

/** Hours and quantities keep six decimals, money two: what the columns of plans and sheets of estimates show and add up. */
export const QUANTITY_DECIMALS = 6;
export const MONEY_DECIMALS = 2;

/** The product of all multipliers of a target on a part, in their order. */
export function coefficientOf(coefficients: readonly NormCoefficient[], target: CoefficientTarget, part: NormPart): Ratio {
  let product = ONE;
  for (const one of coefficients) {
    const factor = one.target === target ? (one[part] ?? one.all ?? null) : null;
    if (factor !== null && factor >= 0) product = times(product, ratioOf(factor));
  }
  return product;
}

/** A volume in units of the norm; null where its unit is another kind of thing. Less than nothing counts as nothing. */
export function normUnits(volume: number, volumeUnit: string, normUnit: string): Ratio | null {
  const each = unitRatio(volumeUnit, normUnit);
  return each && times(volume > 0 ? ratioOf(volume) : ZERO, each);
}

/** What a volume takes by a norm. */
export type NormAmounts = { units: number; labourHours: number; machineHours: number; cost: number };

/** Hours and own money of a volume; each amount is exact until it is rounded once. */
export function amountsByNorm(norm: Norm, units: Ratio, coefficients: readonly NormCoefficient[]): NormAmounts {
  const of = (rate: number, part: NormPart) =>
    times(times(units, ratioOf(Math.max(0, rate))), coefficientOf(coefficients, 'consumption', part));
  const cost = times(times(units, ratioOf(Math.max(0, norm.price))), coefficientOf(coefficients, 'cost', 'material'));
  return {
    units: rounded(units, QUANTITY_DECIMALS),
    labourHours: rounded(of(norm.labourHours, 'labour'), QUANTITY_DECIMALS),
    machineHours: rounded(of(norm.machineHours, 'equipment'), QUANTITY_DECIMALS),
    cost: rounded(cost, MONEY_DECIMALS),
  };
}

/** Units and money of a resource of a norm; the money is that of the exact quantity, so that rounding of one does not reach the other. */
export function amountsOfResource({ part, quantity, price }: NormResource, units: Ratio, coefficients: readonly NormCoefficient[]) {
  const exact = times(times(units, ratioOf(Math.max(0, quantity))), coefficientOf(coefficients, 'consumption', part));
  const cost = times(times(exact, ratioOf(Math.max(0, price))), coefficientOf(coefficients, 'cost', part));
  return { units: rounded(exact, QUANTITY_DECIMALS), cost: rounded(cost, MONEY_DECIMALS) };
}

/** How many people or machines work at once, and what a working day is. */
export type Crew = { size: number; minutesPerDay: number };

/**
 * Working minutes of a volume, a begun minute counts: hours over the crew, or days at the output of one crew. Null where the rule has
 * nothing to go by, so that an entered duration stands.
 */
export function durationByNorm(
  rule: DurationRule,
  norm: Norm,
  units: Ratio,
  coefficients: readonly NormCoefficient[],
  crew: Crew,
): number | null {
  const size = ratioOf(crew.size > 0 ? crew.size : 1);
  if (rule === 'output') {
    if (norm.outputPerDay === null || !(norm.outputPerDay > 0)) return null;
    const days = dividedBy(dividedBy(units, ratioOf(norm.outputPerDay)), size);
    return roundedUp(times(times(days, ratioOf(Math.max(0, crew.minutesPerDay))), coefficientOf(coefficients, 'consumption', 'labour')));
  }
  const [rate, part] = rule === 'labour' ? ([norm.labourHours, 'labour'] as const) : ([norm.machineHours, 'equipment'] as const);
  if (rule === 'none' || !(rate > 0)) return null;
  const hours = times(times(units, ratioOf(rate)), coefficientOf(coefficients, 'consumption', part));
  return roundedUp(dividedBy(times(hours, ratioOf(60)), size));
}

/** The sum of money amounts without the dust of doubles. */
export const sumOfMoney = (amounts: readonly number[]): number =>
  rounded(
    amounts.reduce((sum, amount) => plus(sum, ratioOf(amount)), ZERO),
    MONEY_DECIMALS,
  );
