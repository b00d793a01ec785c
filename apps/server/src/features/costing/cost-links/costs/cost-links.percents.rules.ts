import type { CostSettings } from '@gantry/contract';
import { COST_PARTS, decimalOf, roundedQuotient, splitTotal } from '@gantry/domain';
import type { Fraction } from '@gantry/engine';
import type { Parts } from '../cost-links.rules.ts';

const sumOf = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((sum, amount) => sum + amount, 0n);

/** Decimals of a currency as its standard has them. */
export const digitsOfCurrency = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** What settings say that a unit of a currency is in that of works. */
export const rateOf = (rates: CostSettings['rates'], wanted: string): string | undefined =>
  rates.findLast(({ currency }) => currency === wanted)?.rate;

/** What a minor unit of one currency is in minor units of another; null without a rate. */
export function conversionOf(
  from: { currency: string; digits: number },
  to: { currency: string; digits: number },
  rates: CostSettings['rates'],
): Fraction | null {
  const rate = from.currency === to.currency ? '1' : rateOf(rates, from.currency);
  const decimal = rate === undefined ? null : decimalOf(rate);
  if (!decimal || decimal.units <= 0n) return null;
  const shift = to.digits - from.digits - decimal.decimals;
  return { over: decimal.units * 10n ** BigInt(Math.max(0, shift)), under: 10n ** BigInt(Math.max(0, -shift)) };
}

export const converted = (amount: bigint, { over, under }: Fraction): bigint => roundedQuotient(amount * over, under);

/** Amounts in another currency: their sum is the converted sum, to the last unit. */
export function convertAll(amounts: readonly bigint[], fraction: Fraction): bigint[] {
  return splitTotal(
    converted(sumOf(amounts), fraction),
    amounts.map((amount) => amount * fraction.over),
    fraction.under,
  );
}

type Percents = readonly Omit<CostSettings['percents'][number], 'in_acts'>[];
/** Where what comes on top of rows stands among the parts of a work. */
const ON_TOP = COST_PARTS.indexOf('other');

/**
 * Puts limited costs on top of the money of works, one after the other: each is rounded once over the works and parts that it is of, and
 * split over them by the largest remainder. Answers what each comes to; `finishOf` is the day on which a work ends.
 */
export function addPercents(
  money: Map<number, Parts>,
  percents: Percents,
  finishOf: (itemId: number) => string | null,
): { name: string; amount: bigint }[] {
  const own = new Map([...money].map(([id, parts]) => [id, [...parts]]));
  const works = [...own.keys()].sort((a, b) => a - b);
  return percents.map(({ name, rate, of, from, until, parts: wanted }) => {
    const base = of === 'works' ? own : money;
    const baseOf = (id: number): bigint =>
      sumOf((base.get(id) ?? []).filter((_part, at) => wanted === null || wanted.includes(COST_PARTS[at])));
    const ids = works.filter((id) => isWithin(finishOf(id), from, until));
    const decimal = decimalOf(rate) ?? { units: 0n, decimals: 0 };
    const under = 100n * 10n ** BigInt(decimal.decimals);
    const exact = ids.map((id) => baseOf(id) * decimal.units);
    const amount = roundedQuotient(sumOf(exact), under);
    const added = splitTotal(amount, exact, under);
    for (const [at, id] of ids.entries()) {
      const parts = money.get(id);
      if (parts) parts[ON_TOP] += added[at];
    }
    return { name, amount };
  });
}

function isWithin(day: string | null, from: string | null, until: string | null): boolean {
  if (from === null && until === null) return true;
  return day !== null && (from === null || day >= from) && (until === null || day <= until);
}
