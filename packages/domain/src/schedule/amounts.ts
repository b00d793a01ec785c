/** An exact decimal: `units` divided by ten to the power of `decimals`. */
export type Decimal = { units: bigint; decimals: number };

const DECIMAL = /^([+-]?)(\d{1,18})(?:[.,](\d{1,8}))?$/;

/** The decimal that a text writes, with a point or a comma; null for anything else and beyond 18 and 8 digits. */
export function decimalOf(text: string): Decimal | null {
  const parts = DECIMAL.exec(text.trim());
  if (!parts) return null;
  const fraction = parts[3] ?? '';
  const units = BigInt(parts[2] + fraction);
  return { units: parts[1] === '-' ? -units : units, decimals: fraction.length };
}

/** A quotient to the nearest whole number, halves away from zero. */
export function roundedQuotient(over: bigint, under: bigint): bigint {
  const size = (2n * (over < 0n ? -over : over) + under) / (2n * under);
  return over < 0n ? -size : size;
}

/** A decimal in minor units of so many digits, halves away from zero. */
export function minorUnitsOf({ units, decimals }: Decimal, digits: number): bigint {
  return decimals <= digits ? units * 10n ** BigInt(digits - decimals) : roundedQuotient(units, 10n ** BigInt(decimals - digits));
}

/** The product of two decimals in minor units, rounded once. */
export const productIn = (left: Decimal, right: Decimal, digits: number): bigint =>
  minorUnitsOf({ units: left.units * right.units, decimals: left.decimals + right.decimals }, digits);

/** Minor units as a decimal text. */
export function amountText(amount: bigint, digits: number): string {
  const text = (amount < 0n ? -amount : amount).toString().padStart(digits + 1, '0');
  const cut = text.length - digits;
  return `${amount < 0n ? '-' : ''}${text.slice(0, cut)}${digits > 0 ? `.${text.slice(cut)}` : ''}`;
}

/** Splits a total over exact shares (each over the same divisor): whole parts first, then one unit each by the largest remainder, the earlier one first. */
export function splitTotal(total: bigint, shares: readonly bigint[], under: bigint): bigint[] {
  const floors = shares.map((share) => (share - (((share % under) + under) % under)) / under);
  const missing = Number(total - floors.reduce((sum, part) => sum + part, 0n));
  const order = shares
    .map((share, at) => ({ at, remainder: ((share % under) + under) % under }))
    .sort((a, b) => (a.remainder === b.remainder ? a.at - b.at : a.remainder > b.remainder ? -1 : 1));
  const step = missing < 0 ? -1n : 1n;
  if (step < 0n) order.reverse();
  for (let i = 0; i < Math.abs(missing) && order.length > 0; i++) floors[order[i % order.length].at] += step;
  return floors;
}
