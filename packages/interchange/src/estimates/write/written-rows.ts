import { COST_PARTS, decimalOf, roundedQuotient, usualPart } from '@gantry/domain';
import type { EstimateFile, EstimateRow } from '../estimate-file.ts';

/** What is written of an estimate. */
export type EstimateToWrite = Pick<EstimateFile, 'number' | 'name' | 'currency' | 'digits' | 'rows'>;

/** The amount of a row that is written: in current prices, else in those of the base. */
export const amountOf = ({ current, base }: EstimateRow): bigint | null => current ?? base;

/** Parts of the amount that is written, in the order of `COST_PARTS`. */
export const partsOfRow = (row: EstimateRow): bigint[] =>
  partsAt(row, row.current === null ? 'base' : 'current') ?? COST_PARTS.map(() => 0n);

/** Parts of the amount of a row at a level of prices, in the order of `COST_PARTS`; null where it has none there. */
export function partsAt(row: EstimateRow, level: 'base' | 'current'): bigint[] | null {
  const amount = row[level];
  if (amount === null) return null;
  const usual = usualPart(row.kind);
  return (level === 'base' ? row.baseParts : row.parts) ?? COST_PARTS.map((part) => (part === usual ? amount : 0n));
}

const MOST_DECIMALS = 12;

/** The shortest price of one unit that gives an amount when it is multiplied by a quantity and rounded; null where none does. */
export function exactPrice(quantity: string, amount: bigint, digits: number): { units: bigint; decimals: number } | null {
  const decimal = decimalOf(quantity);
  if (!decimal || decimal.units === 0n) return null;
  const { units, decimals: behind } = decimal;
  for (let decimals = digits; decimals <= MOST_DECIMALS; decimals += 1) {
    const over = amount * 10n ** BigInt(decimals + behind - digits);
    const price = units < 0n ? roundedQuotient(-over, -units) : roundedQuotient(over, units);
    if (roundedQuotient(price * units, 10n ** BigInt(decimals + behind - digits)) === amount) return { units: price, decimals };
  }
  return null;
}
