import { COST_PARTS, type CostPart, decimalOf, type Decimal, type EstimateProfile, minorUnitsOf, usualPart } from '@gantry/domain';
import { amountAtPrice, amountOfQuantity, PROFILE_RULES } from '@gantry/engine';
import { fail } from '../../../platform/fail.ts';
import { dividedAnew } from './editions/estimates.match.rules.ts';
import type { StoredRow } from './estimates.repository.ts';

export type RowChange = Partial<Record<'name' | 'code' | 'unit' | 'volume_code' | 'quantity' | 'price' | 'current', string>> & {
  parts?: Partial<Record<CostPart, string>>;
};

const decimal = (text: string): Decimal => decimalOf(text) ?? { units: 0n, decimals: 0 };

/** How amounts of an estimate are counted: by which standard, with which decimals. */
export type Counting = { profile: EstimateProfile; digits: number };

/** An amount of another quantity at the same price of one unit. */
const scaled = (amount: number | null, from: Decimal, to: Decimal, { profile, digits }: Counting): bigint | null =>
  amount === null ? null : amountOfQuantity(profile, BigInt(amount), from, to, digits);

const FIELDS = ['name', 'code', 'unit', 'volume_code', 'quantity', 'base', 'current'] as const;
/** Parts are written one after the other, with commas between. */
const textOf = (value: string | number | number[] | null): string | null => (value === null ? null : String(value));

/** A row with what a person has changed in it, and what the file says of that. */
export function changedRow(before: StoredRow, { price, current, parts, ...change }: RowChange, counting: Counting): StoredRow {
  const counts = change.quantity !== undefined || price !== undefined || current !== undefined || parts !== undefined;
  if (counts && (before.kind === 'section' || before.kind === 'text')) fail('estimate.row_calculated', { name: before.name });
  const after: StoredRow = { ...before, ...change };
  const amounts = amountsOf(before, after.quantity, { price, current, quantityChanged: change.quantity !== undefined }, counting);
  for (const level of ['base', 'current'] as const) {
    const value = amounts[level];
    if (value !== undefined) after[level] = value === null ? null : wholeNumber(value);
  }
  const divided = dividedAnew(before, after);
  Object.assign(after, { parts: divided.parts, base_parts: divided.base_parts });
  if (parts) {
    after.parts = withParts(after, parts, counting.digits);
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
  counting: Counting,
): Amounts {
  const [from, to] = [decimal(before.quantity), decimal(quantity)];
  const follow = quantityChanged && from.units !== 0n;
  const amounts: Amounts = follow
    ? { base: scaled(before.base, from, to, counting), current: scaled(before.current, from, to, counting) }
    : {};
  if (price !== undefined) amounts.current = amountAtPrice(counting.profile, to, decimal(price), counting.digits);
  if (current !== undefined) amounts.current = minorUnitsOf(decimal(current), counting.digits);
  // Back at the quantity of the file, the base amount is the file's again: going there and back rounds twice.
  const { base } = before.stated;
  if (follow && base && quantity === before.stated['quantity']) amounts.base = BigInt(base);
  return amounts;
}

/** Rows whose amounts are others by the prices of one unit of a standard. */
export function recountedRows(rows: readonly StoredRow[], counting: Counting): StoredRow[] {
  if (PROFILE_RULES[counting.profile].price === null) return [];
  return rows.flatMap((row) => {
    if (row.kind === 'section' || row.kind === 'text') return [];
    const after = changedRow(row, { quantity: row.quantity }, counting);
    return after.base === row.base && after.current === row.current ? [] : [after];
  });
}
