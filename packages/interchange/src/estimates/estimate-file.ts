import { COST_PARTS, type CostPart, type EstimateFormat, type EstimateProfile, type EstimateRowKind, usualPart } from '@gantry/domain';
import type { Finding } from '../project-file.ts';
import type { RowDetails } from './row-details.ts';

/** Rows beyond this many are left out, with a finding. */
export const MOST_ROWS = 200_000;

/** Two amounts in minor units: of the base price level and of the current one; null where the file has none. */
export type EstimateAmounts = { base: bigint | null; current: bigint | null };

/** A row of an estimate in the order of the file; `parent` is the place of its section in the list. */
export type EstimateRow = EstimateAmounts & {
  parent: number | null;
  kind: EstimateRowKind;
  number: string;
  code: string;
  name: string;
  unit: string;
  /** As the file writes it. */
  quantity: string;
  /** Number of the row in the bill of quantities. */
  volumeCode: string;
  /** Elements of models that the row is of, by their GUID. */
  guids: string[];
  /** What `current` and `base` are made of, in the order of `COST_PARTS`; null where the file does not divide them. */
  parts: bigint[] | null;
  baseParts: bigint[] | null;
  /** Labour, formula and resources; null where the file has none. */
  details: RowDetails | null;
};

/** An estimate as a file has it: amounts in minor units of `digits` decimals. `stated` are the totals that the file names, `counted` those of its rows. */
export type EstimateFile = {
  format: EstimateFormat;
  profile: EstimateProfile;
  number: string;
  name: string;
  currency: string;
  digits: number;
  rows: EstimateRow[];
  stated: EstimateAmounts;
  counted: EstimateAmounts;
  /** What follows the sum of the rows, as the standard of the file counts it: discount, overheads, tax. */
  summary?: { key: string; amount: bigint }[];
};

/** What a reader of estimates answers; `estimate` is null where the bytes are none. */
export type EstimateRead = { estimate: EstimateFile | null; findings: Finding[] };

/** A row without texts and amounts. */
export const blankRow = (parent: number | null, kind: EstimateRowKind): EstimateRow => ({
  parent, kind, number: '', name: '', code: '', unit: '', quantity: '', volumeCode: '', guids: [], base: null, current: null,
  parts: null, baseParts: null, details: null,
}); // prettier-ignore

const PLACES = Object.fromEntries(COST_PARTS.map((part, at) => [part, at])) as Record<CostPart, number>;

/**
 * Amounts by parts that add up to a whole: what they miss of it, or have beyond it, is the usual part's of the kind. Null where all of it
 * would be.
 */
export function dividedInto(
  whole: bigint | null,
  kind: EstimateRowKind,
  amounts: Partial<Record<CostPart, bigint | null>>,
): bigint[] | null {
  if (whole === null) return null;
  const parts = COST_PARTS.map((part) => amounts[part] ?? 0n);
  const usual = PLACES[usualPart(kind)];
  parts[usual] += whole - parts.reduce((sum, part) => sum + part, 0n);
  return parts.every((part, at) => at === usual || part === 0n) ? null : parts;
}

/** The sum of one amount of all rows. */
export const sumOf = (rows: readonly EstimateRow[], level: keyof EstimateAmounts): bigint =>
  rows.reduce((sum, row) => sum + (row[level] ?? 0n), 0n);
