import { COST_PARTS, type CostPart, decimalOf, type Decimal, minorUnitsOf, roundedQuotient, usualPart } from '@gantry/domain';
import { fail } from '../../../platform/fail.ts';
import { dividedAnew } from './editions/estimates.match.rules.ts';
import type { StoredRow } from './estimates.repository.ts';

export type RowChange = Partial<Record<'name' | 'code' | 'unit' | 'volume_code' | 'quantity' | 'price' | 'current', string>> & {
  parts?: Partial<Record<CostPart, string>>;
};

const decimal = (text: string): Decimal => decimalOf(text) ?? { units: 0n, decimals: 0 };

/** The product of two decimals in minor units, rounded once. */
export function productOf(left: Decimal, right: Decimal, digits: number): bigint {
  return minorUnitsOf({ units: left.units * right.units, decimals: left.decimals + right.decimals }, digits);
}

/** An amount of another quantity at the same price of one unit. */
function scaled(amount: number | null, from: Decimal, to: Decimal): bigint | null {
  if (amount === null || from.units === 0n) return null;
  const over = BigInt(amount) * to.units * 10n ** BigInt(from.decimals);
  const under = from.units * 10n ** BigInt(to.decimals);
  return under < 0n ? roundedQuotient(-over, -under) : roundedQuotient(over, under);
}

const FIELDS = ['name', 'code', 'unit', 'volume_code', 'quantity', 'base', 'current'] as const;
/** Parts are written one after the other, with commas between. */
const textOf = (value: string | number | number[] | null): string | null => (value === null ? null : String(value));

/** A row with what a person has changed in it, and what the file says of that. */
export function changedRow(before: StoredRow, { price, current, parts, ...change }: RowChange, digits: number): StoredRow {
  const counts = change.quantity !== undefined || price !== undefined || current !== undefined || parts !== undefined;
  if (counts && (before.kind === 'section' || before.kind === 'text')) fail('estimate.row_calculated', { name: before.name });
  const after: StoredRow = { ...before, ...change };
  const amounts = amountsOf(before, after.quantity, { price, current, quantityChanged: change.quantity !== undefined }, digits);
  for (const level of ['base', 'current'] as const) {
    const value = amounts[level];
    if (value !== undefined) after[level] = value === null ? null : wholeNumber(value);
  }
  const divided = dividedAnew(before, after);
  Object.assign(after, { parts: divided.parts, base_parts: divided.base_parts });
  if (parts) {
    after.parts = withParts(after, parts, digits);
    after.current = wholeNumber(after.parts.reduce((sum, part) => sum + BigInt(part), 0n));
  }
  const stated = { ...before.stated };
  for (const field of parts ? ([...FIELDS, 'parts'] as const) : FIELDS) {
    if (textOf(after[field]) === textOf(before[field])) continue;
    if (!(field in stated)) stated[field] = textOf(before[field]);
    else if (stated[field] === textOf(after[field])) delete stated[field];
  }
  return { ...after, stated };
}

function wholeNumber(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER) || value < BigInt(-Number.MAX_SAFE_INTEGER)) fail('estimate.amount_too_large');
  return Number(value);
}

/** What an amount is made of with some parts as a person gives them. */
function withParts({ kind, current, parts }: StoredRow, given: NonNullable<RowChange['parts']>, digits: number): number[] {
  const usual = usualPart(kind);
  return COST_PARTS.map((part, at) => {
    const text = given[part];
    if (text !== undefined) return wholeNumber(minorUnitsOf(decimal(text), digits));
    return parts ? parts[at] : part === usual ? (current ?? 0) : 0;
  });
}

type Amounts = { base?: bigint | null; current?: bigint | null };

function amountsOf(
  before: StoredRow,
  quantity: string,
  { price, current, quantityChanged }: { price?: string; current?: string; quantityChanged: boolean },
  digits: number,
): Amounts {
  const [from, to] = [decimal(before.quantity), decimal(quantity)];
  const follow = quantityChanged && from.units !== 0n;
  const amounts: Amounts = follow ? { base: scaled(before.base, from, to), current: scaled(before.current, from, to) } : {};
  if (price !== undefined) amounts.current = productOf(to, decimal(price), digits);
  if (current !== undefined) amounts.current = minorUnitsOf(decimal(current), digits);
  // Back at the quantity of the file, the base amount is the file's again: going there and back rounds twice.
  const { base } = before.stated;
  if (follow && base && quantity === before.stated['quantity']) amounts.base = BigInt(base);
  return amounts;
}
