/** How amounts are paid: shares that are paid in advance and held back to the end, and the period in which what a period accrues is paid. */
export type PaymentTerms = { advance: number; retention: number; paidIn(period: number): number };

/** What is paid and what is held back, by periods, in whole units; all that is accrued is paid at last. */
export type Payments = { paid: number[]; retained: number[] };

/**
 * Pays accrued amounts: the advance with the first period, then of each period what is left of it after its part of the advance and what
 * is held back, which the last payment brings. Parts are differences of rounded sums, so that nothing is lost to rounding.
 */
export function paymentsOf(accrued: readonly number[], { advance, retention, paidIn }: PaymentTerms): Payments {
  const whole = accrued.reduce((sum, value) => sum + value, 0);
  const last = accrued.findLastIndex((value) => value !== 0);
  if (last < 0) return { paid: accrued.map(() => 0), retained: accrued.map(() => 0) };
  const count = Math.max(accrued.length, paidIn(last) + 1);
  const paid = new Array<number>(count).fill(0);
  const retained = new Array<number>(count).fill(0);
  paid[0] += Math.round(whole * advance);
  let [sum, before, held] = [0, 0, 0];
  for (let period = 0; period <= last; period += 1) {
    sum += accrued[period];
    const [open, kept] = [sum - Math.round(sum * advance), Math.round(sum * retention)];
    paid[paidIn(period)] += open - kept - before;
    retained[period] += kept - held;
    [before, held] = [open - kept, kept];
  }
  paid[paidIn(last)] += held;
  retained[paidIn(last)] -= held;
  return { paid, retained };
}
