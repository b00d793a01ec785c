/** A number without loss: a whole numerator over a positive whole denominator. Products and quotients of typed-in decimals stay exact. */
export type Ratio = { readonly over: bigint; readonly under: bigint };

export const ZERO: Ratio = { over: 0n, under: 1n };
export const ONE: Ratio = { over: 1n, under: 1n };

/** Rounds fractions to this many decimals and bounds their size, so that chains of operations stay short. */
const MOST_DECIMALS = 20;
const MOST = 1e18;

/** The decimal that a number is written as (0.1 is one tenth, not its nearest double); what is not finite counts as nothing. */
export function ratioOf(value: number): Ratio {
  if (!Number.isFinite(value) || value === 0) return ZERO;
  const [mantissa, exponent = '0'] = String(Math.min(Math.abs(value), MOST)).split('e');
  const [whole, fraction = ''] = mantissa.split('.');
  const decimals = fraction.length - Number(exponent);
  if (decimals > MOST_DECIMALS) return ZERO;
  const digits = BigInt(whole + fraction);
  const over = decimals < 0 ? digits * 10n ** BigInt(-decimals) : digits;
  return { over: value < 0 ? -over : over, under: decimals > 0 ? 10n ** BigInt(decimals) : 1n };
}

/** Ratios grow with each product; a common divisor keeps long chains short. */
function reduced(over: bigint, under: bigint): Ratio {
  let [a, b] = [over < 0n ? -over : over, under];
  while (b) [a, b] = [b, a % b];
  return a > 1n ? { over: over / a, under: under / a } : { over, under };
}

export const times = (left: Ratio, right: Ratio): Ratio => reduced(left.over * right.over, left.under * right.under);

export const plus = (left: Ratio, right: Ratio): Ratio =>
  reduced(left.over * right.under + right.over * left.under, left.under * right.under);

/** The quotient; division by zero gives 0, since a norm per zero units demands no work. */
export function dividedBy(left: Ratio, right: Ratio): Ratio {
  if (right.over === 0n) return ZERO;
  const sign = right.over < 0n ? -1n : 1n;
  return reduced(left.over * right.under * sign, left.under * right.over * sign);
}

/** The nearest number with so many decimals, halves away from zero; never beyond the largest double. */
export function rounded({ over, under }: Ratio, decimals: number): number {
  const scale = 10n ** BigInt(Math.max(0, Math.trunc(decimals)));
  const size = (over < 0n ? -over : over) * scale;
  const units = (2n * size + under) / (2n * under);
  const digits = units.toString().padStart(Math.max(1, Math.trunc(decimals) + 1), '0');
  const cut = digits.length - Math.trunc(decimals);
  const text = decimals > 0 ? `${digits.slice(0, cut)}.${digits.slice(cut)}` : digits;
  const number = Math.min(Number(text), Number.MAX_VALUE);
  return over < 0n && number !== 0 ? -number : number;
}

/** The next whole number up, as minutes of work are counted: a part of a minute is worked. */
export function roundedUp({ over, under }: Ratio): number {
  if (over <= 0n) return 0;
  return Math.min(Number((over + under - 1n) / under), Number.MAX_SAFE_INTEGER);
}
