import type { EstimateFormat, EstimateProfile, EstimateRowKind } from '@gantry/domain';
import type { Finding } from '../project-file.ts';

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
};

/** What a reader of estimates answers; `estimate` is null where the bytes are none. */
export type EstimateRead = { estimate: EstimateFile | null; findings: Finding[] };
