import { z } from 'zod';
import { ANYWHERE, endpoint, LARGE_BODY, pathId } from '../endpoint.ts';
import { measuredQuantity } from '../planning/quantities.ts';
import { amountField, exactDecimal } from './estimate-rows.ts';

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

/** Rows whose quantities were taken from the elements of works of a version, as a set of links has them. */
const source = z.object({
  version_id: z.number(),
  version: z.string(),
  link_id: z.number(),
  rows: z.number(),
  /** Models that have another version since, by name; what follows is of them: rows that would change, and the total before and after. */
  models: z.array(z.string()),
  changed: z.number(),
  total: z.object({ before: amountField, after: amountField }),
});
export type QuantitySourceOut = z.output<typeof source>;

const params = z.object({ id: pathId });

/** Quantities of elements as quantities of the rows of an estimate whose works they are linked with. */
export const estimateQuantities = {
  /** Not spelled in the specification: a model as a source of quantities. */
  take: endpoint({
    method: 'POST',
    path: '/api/v1/cost-estimates/{id}/quantities',
    summary: 'Take quantities of rows from the elements of the works that carry them out, as one act; or show them with their money',
    right: 'estimate.edit',
    place: ANYWHERE,
    heavy: 'space',
    bodyBytes: LARGE_BODY,
    params,
    body: z.strictObject({
      version_id: z.number().int().positive(),
      /** The set of links between works and elements. */
      link_id: z.number().int().positive(),
      /** The rows that are meant; none: all whose works have elements. */
      row_ids: z.array(z.number().int().positive()).min(1).max(50_000).optional(),
      /** What the quantity of the elements is multiplied by for a row: waste, layers. Where nothing is named: as before, 1 at first. */
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
  }) /** Not spelled in the specification: what was taken from a model is offered again as the model changes. */,
  sources: endpoint({
    method: 'GET',
    path: '/api/v1/cost-estimates/{id}/quantities',
    summary: 'Where quantities of rows were taken from, and what new versions of those models change in them',
    right: 'estimate.read',
    place: ANYWHERE,
    heavy: 'space',
    params,
    output: z.object({ currency: z.string(), sources: z.array(source) }),
  }),
  putAway: endpoint({
    method: 'DELETE',
    path: '/api/v1/cost-estimates/{id}/quantities',
    summary: 'Leave rows as they are, though the models that their quantities were taken from have other versions',
    right: 'estimate.edit',
    place: ANYWHERE,
    params,
    query: z.object({ version_id: z.coerce.number<number>().int().positive(), link_id: z.coerce.number<number>().int().positive() }),
  }),
};
