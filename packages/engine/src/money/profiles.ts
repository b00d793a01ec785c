import { type Decimal, type EstimateProfile, minorUnitsOf, productIn, roundedQuotient } from '@gantry/domain';

/** How a standard rounds, and which estimates it can count. */
export type ProfileRule = {
  /** Decimals of amounts; null: those that the estimate has. */
  digits: number | null;
  /** Decimals of the price of one unit; null: an amount is no product of such a price. */
  price: number | null;
  /** The only currency that it counts in. */
  currency: string | null;
  /** Whether it counts from a base level of prices. */
  fromBase: boolean;
};

/** The Russian standards count amounts from resources and round them once; GAEB and FIEBDC-3 multiply a quantity by a rounded price. */
export const PROFILE_RULES: Record<EstimateProfile, ProfileRule> = {
  ru_bim: { digits: 2, price: null, currency: 'RUB', fromBase: true },
  ru_rim: { digits: 2, price: null, currency: 'RUB', fromBase: false },
  gaeb: { digits: 2, price: 3, currency: null, fromBase: false },
  bc3: { digits: 2, price: 2, currency: null, fromBase: false },
  plain: { digits: null, price: null, currency: null, fromBase: false },
};

const quotient = (over: bigint, under: bigint): bigint => (under < 0n ? roundedQuotient(-over, -under) : roundedQuotient(over, under));

/** The amount of a quantity at a price of one unit, by a standard. */
export function amountAtPrice(profile: EstimateProfile, quantity: Decimal, price: Decimal, digits: number): bigint {
  const { price: decimals } = PROFILE_RULES[profile];
  return productIn(quantity, decimals === null ? price : { units: minorUnitsOf(price, decimals), decimals }, digits);
}

/** An amount of another quantity at the same price of one unit, by a standard; null of no quantity. */
export function amountOfQuantity(profile: EstimateProfile, amount: bigint, from: Decimal, to: Decimal, digits: number): bigint | null {
  if (from.units === 0n) return null;
  const { price: decimals } = PROFILE_RULES[profile];
  if (decimals === null) return quotient(amount * to.units * 10n ** BigInt(from.decimals), from.units * 10n ** BigInt(to.decimals));
  const units = quotient(amount * 10n ** BigInt(decimals + from.decimals), from.units * 10n ** BigInt(digits));
  return productIn(to, { units, decimals }, digits);
}
