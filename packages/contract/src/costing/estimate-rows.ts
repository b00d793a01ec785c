import { COST_PARTS, ESTIMATE_ROW_KINDS } from '@gantry/domain';
import { z } from 'zod';
import { lineField } from '../fields.ts';

/** An exact amount of money as a decimal text; null where the file has none. */
export const amountField = z.string().nullable();
/** An exact decimal as it is typed or stands in a file, 18 digits and 8 decimals at most. */
export const exactDecimal = z
  .string()
  .trim()
  .regex(/^[+-]?\d{1,18}(?:[.,]\d{1,8})?$/, 'validation.decimal')
  .transform((text) => text.replace(',', '.').replace('+', ''));
/** An amount at the level of base prices and in current prices. */
export const amountLevels = z.object({ base: amountField, current: amountField });

/** Counts of kept, changed, moved, added and removed rows of a new edition. */
export const ESTIMATE_CHANGES = ['kept', 'changed', 'moved', 'added', 'removed', 'doubtful'] as const;
export type EstimateChange = (typeof ESTIMATE_CHANGES)[number];
/** How many rows there are of each change. */
export const changeCounts = z.record(z.enum(ESTIMATE_CHANGES), z.number());
/** A row of an estimate, with what the person has ticked and unfolded. */
export const estimateRow = z.object({
  id: z.number(),
  parent_id: z.number().nullable(),
  kind: z.enum(ESTIMATE_ROW_KINDS),
  number: z.string(),
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  quantity: z.string(),
  base: amountField,
  current: amountField,
  volume_code: z.string(),
  /** What the current amount is made of, in the order of `COST_PARTS`; null: it is one part by the kind of the row. */
  parts: z.array(z.string()).nullable(),
  /** What the file says of fields that people have changed; of parts all amounts, with spaces between. */
  stated: z.record(z.string(), z.string().nullable()),
  checked: z.boolean(),
  expanded: z.boolean(),
});
export type EstimateRowOut = z.output<typeof estimateRow>;

/** What a file says of a row beside its amounts: null and empty texts where it says nothing. */
export const estimateRowDetails = z.object({
  /** Hours of labour of the whole quantity. */
  hours: z.string().nullable(),
  /** How the quantity was counted. */
  formula: z.string().nullable(),
  /** What the row takes of labour, machines, materials; numbers are decimals as the file writes them. */
  resources: z.array(
    z.object({
      part: z.enum(COST_PARTS),
      code: z.string(),
      name: z.string(),
      unit: z.string(),
      quantity: z.string(),
      /** Of one unit. */
      price: amountLevels,
      amount: amountLevels,
    }),
  ),
});
export type EstimateRowDetails = z.output<typeof estimateRowDetails>;

/** A value before and after. */
export const pairOf = <T extends z.ZodType>(value: T) => z.object({ before: value, after: value });
/** A row in two states of an estimate. */
export const comparedEstimateRow = z.object({
  row_id: z.number(),
  change: z.enum(ESTIMATE_CHANGES),
  kind: z.enum(ESTIMATE_ROW_KINDS),
  number: z.string(),
  code: z.string(),
  unit: z.string(),
  /** Texts and amounts are null where the row is not there. */
  name: pairOf(z.string().nullable()),
  quantity: pairOf(z.string().nullable()),
  amount: pairOf(amountField),
  /** What is more or less of the amount. */
  difference: z.string(),
});
export type ComparedEstimateRow = z.output<typeof comparedEstimateRow>;

/** What people change in a row. */
export const estimateRowChange = z.strictObject({
  name: lineField.optional(),
  code: lineField.optional(),
  unit: lineField.optional(),
  volume_code: lineField.optional(),
  /** Without a price the price of one unit stays, and the amounts follow. */
  quantity: exactDecimal.optional(),
  /** Of one unit, in current prices. */
  price: exactDecimal.optional(),
  current: exactDecimal.optional(),
  /** Parts of the current amount; the others stay, and the amount is their sum. */
  parts: z.partialRecord(z.enum(COST_PARTS), exactDecimal).optional(),
});
