import { decimalOf, roundedQuotient, splitTotal } from '@gantry/domain';

/** A price over rows by their amounts, exactly; rows without any share equally. Rows with a negative amount take back their part. */
export function priceOverRows(price: bigint, amounts: readonly bigint[]): bigint[] {
  const total = amounts.reduce((sum, amount) => sum + amount, 0n);
  if (total <= 0n)
    return splitTotal(
      price,
      amounts.map(() => price),
      BigInt(amounts.length || 1),
    );
  return splitTotal(
    price,
    amounts.map((amount) => amount * price),
    total,
  );
}

/** A part of an amount in percent, halves away from zero. */
export function percentOf(amount: bigint, rate: string | null): bigint {
  const decimal = decimalOf(rate ?? '0') ?? { units: 0n, decimals: 0 };
  return roundedQuotient(amount * decimal.units, 100n * 10n ** BigInt(decimal.decimals));
}

/** A day so many days later. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** The lowest of some offers, their median, and how far the highest lies above the lowest in percent; null without any. */
export function spreadOf(offers: readonly (bigint | null)[]): { lowest: bigint | null; median: bigint | null; spread: number | null } {
  const given = offers.filter((offer) => offer !== null).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  if (!given.length) return { lowest: null, median: null, spread: null };
  const middle = given.length >> 1;
  const median = given.length % 2 ? given[middle] : roundedQuotient(given[middle - 1] + given[middle], 2n);
  const [lowest, highest] = [given[0], given[given.length - 1]];
  return { lowest, median, spread: lowest > 0n ? Math.round((Number(highest - lowest) / Number(lowest)) * 1000) / 10 : null };
}
