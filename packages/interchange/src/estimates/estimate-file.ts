import { type Decimal, type EstimateFormat, type EstimateProfile, type EstimateRowKind, minorUnitsOf } from '@gantry/domain';
import type { Finding } from '../project-file.ts';

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
  parent, kind, number: '', name: '', code: '', unit: '', quantity: '', volumeCode: '', base: null, current: null,
}); // prettier-ignore

/** The sum of one amount of all rows. */
export const sumOf = (rows: readonly EstimateRow[], level: keyof EstimateAmounts): bigint =>
  rows.reduce((sum, row) => sum + (row[level] ?? 0n), 0n);

/** The product of two decimals in minor units, rounded once. */
export const productIn = (left: Decimal, right: Decimal, digits: number): bigint =>
  minorUnitsOf({ units: left.units * right.units, decimals: left.decimals + right.decimals }, digits);
