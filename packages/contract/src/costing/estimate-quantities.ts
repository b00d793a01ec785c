import { z } from 'zod';
import { ANYWHERE, endpoint, LARGE_BODY, pathId } from '../endpoint.ts';
import { measuredQuantity } from '../planning/quantities.ts';
import { amountField, exactDecimal } from './estimates.ts';

/** Why a row gets no quantity: its unit, elements without it, a work of the row without elements, or works that take a part of the row only. */
export const QUANTITY_OBSTACLES = ['unit', 'no_quantity', 'no_elements', 'partly'] as const;

const row = z.object({ row_id: z.number(), number: z.string(), code: z.string(), name: z.string(), unit: z.string() });
const proposed = row.extend({
  /** What the elements come to, times the factor. */
  before: z.string(),
  after: z.string(),
  factor: z.string(),
  amount: z.object({ before: amountField, after: amountField }),
  ...measuredQuantity.shape,
});
export type ProposedQuantity = z.output<typeof proposed>;

/** Quantities of elements as quantities of the rows of an estimate whose works they are linked with. */
export const estimateQuantities = {
  /** Not spelled in the specification: a model as a source of quantities. */
  take: endpoint({
    method: 'POST',
    path: '/api/v1/cost-estimates/{id}/quantities',
    summary: 'Take quantities of rows from the elements of the works that carry them out, as one act; or show them with their money',
    right: 'estimate.edit',
    place: ANYWHERE,
    bodyBytes: LARGE_BODY,
    params: z.object({ id: pathId }),
    body: z.strictObject({
      version_id: z.number().int().positive(),
      /** The set of links between works and elements. */
      link_id: z.number().int().positive(),
      /** The rows that are meant; none: all whose works have elements. */
      row_ids: z.array(z.number().int().positive()).min(1).max(50_000).optional(),
      /** What the quantity of the elements is multiplied by for a row, 1 where nothing is named: waste, layers. */
      factors: z
        .array(
          z.strictObject({
            row_id: z.number().int().positive(),
            factor: exactDecimal.refine((text) => Number(text) > 0, 'validation.decimal'),
          }),
        )
        .max(50_000)
        .default([]),
      /** Refused where the estimate has moved on from it. */
      revision: z.number().int().optional(),
      dry_run: z.boolean().default(false),
    }),
    output: z.object({
      success: z.literal(true),
      revision: z.number(),
      currency: z.string(),
      digits: z.number(),
      /** Rows whose quantity it changes, or would change, the largest difference of money first. */
      rows: z.array(proposed),
      /** The total of the estimate before and after. */
      total: z.object({ before: amountField, after: amountField }),
      /** Rows that have the quantity of their elements already. */
      same: z.number(),
      left_out: z.array(row.extend({ why: z.enum(QUANTITY_OBSTACLES) })),
    }),
  }),
};
