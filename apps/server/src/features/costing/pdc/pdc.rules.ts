import { decimalOf, formatMinute, minorUnitsOf, MINUTES_PER_DAY, roundedQuotient, splitTotal } from '@gantry/domain';

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

/** A bill by an act: its amount with tax, what the advance has paid of it, what is kept back, and when the rest is paid. */
export type Billed = { from: string; to: string; due: string; total: bigint; advance: bigint; retention: bigint };
/** The month of a day of the calendar that plans count in. */
export const monthOfDay = (day: number): string => formatMinute(day * MINUTES_PER_DAY).slice(0, 7);

const DEFLATOR_DECIMALS = 8;
const quarterOf = (month: string): string => `${month.slice(0, 4)}-${Math.ceil(Number(month.slice(5)) / 3)}`;

/**
 * Amounts of months in the prices of their quarters. What months come to up to each is rounded once, so that all of them are the rounded sum.
 * A month goes by the last quarter that began by it; before the first one prices stay.
 */
export function inPricesOfQuarters(
  months: ReadonlyMap<string, bigint>,
  deflators: readonly { quarter: string; rate: string }[],
): Map<string, bigint> {
  const one = 10n ** BigInt(DEFLATOR_DECIMALS);
  const known = deflators.toSorted((a, b) => (a.quarter < b.quarter ? -1 : a.quarter > b.quarter ? 1 : 0));
  let [exact, given] = [0n, 0n];
  return new Map(
    [...months]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([month, amount]) => {
        const rate = decimalOf(known.findLast(({ quarter }) => quarter <= quarterOf(month))?.rate ?? '1');
        exact += amount * (rate ? minorUnitsOf(rate, DEFLATOR_DECIMALS) : one);
        const own = roundedQuotient(exact, one) - given;
        given += own;
        return [month, own];
      }),
  );
}

/** Bills at the end of each month of a plan, with tax; taxes of all of them add up to that of the whole. */
export function billsOfPlan(
  months: ReadonlyMap<string, bigint>,
  { vatRate, payment }: { vatRate: string | null; payment: { advance: string; retention: string; lag_days: number } },
): Billed[] {
  let [net, taxed] = [0n, 0n];
  return [...months]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([month, amount]) => {
      net += amount;
      const tax = percentOf(net, vatRate) - taxed;
      taxed += tax;
      const total = amount + tax;
      const [year, number] = month.split('-').map(Number);
      const to = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
      const kept = { advance: percentOf(total, payment.advance), retention: percentOf(total, payment.retention) };
      return { from: `${month}-01`, to, due: dayAfter(to, payment.lag_days), total, ...kept };
    });
}

export type FlowMonth = { month: string; billed: bigint; paid: bigint };

/**
 * Money of a contract by months: an act is billed in the month of its last day and paid when it is due; the advance is paid in the month in
 * which works begin, and what was kept back is paid with the last act of a closed contract. Once all is settled, as much is paid as billed.
 */
export function cashFlow(
  bills: readonly Billed[],
  advance: bigint,
  isClosed: boolean,
): { flow: FlowMonth[]; advanceOpen: bigint; keptBack: bigint } {
  const months = new Map<string, FlowMonth>();
  const put = (day: string, billed: bigint, paid: bigint): void => {
    const month = day.slice(0, 7);
    const known = months.get(month) ?? { month, billed: 0n, paid: 0n };
    months.set(month, { month, billed: known.billed + billed, paid: known.paid + paid });
  };
  let [settled, kept] = [0n, 0n];
  for (const { to, due, total, advance: early, retention } of bills) {
    put(to, total, 0n);
    put(due, 0n, total - early - retention);
    settled += early;
    kept += retention;
  }
  const [first, last] = [bills[0], bills.at(-1)];
  // A closed contract keeps of its advance what acts have settled; the rest went back.
  const given = isClosed ? settled : advance;
  if (first && given !== 0n) put(first.from, 0n, given);
  if (last && isClosed && kept !== 0n) put(last.due, 0n, kept);
  return {
    flow: [...months.values()].sort((a, b) => (a.month < b.month ? -1 : 1)),
    advanceOpen: given - settled,
    keptBack: isClosed ? 0n : kept,
  };
}
