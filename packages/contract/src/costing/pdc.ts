import { z } from 'zod';
import { ANYWHERE, endpoint, pathId } from '../endpoint.ts';
import { lineField, titleField } from '../fields.ts';
import { exactDecimal } from './estimate-rows.ts';

export const pdcErrors = {
  'pdc.not_found': 404,
  'pdc.in_acts': 409,
  'pdc.agreed': 409,
  'pdc.state': 409,
  'pdc.no_estimate': 422,
  'pdc.no_amount': 422,
  'pdc.not_an_offer': 422,
  'pdc.line_not_found': 404,
} as const;

export const PDC_STATES = ['offer', 'agreed', 'closed'] as const;
export const PDC_SIDES = ['customer', 'subcontract'] as const;
/** The most offers that stand side by side. */
export const MOST_OFFERS = 20;

const id = z.number().int().positive();
const percent = z
  .string()
  .trim()
  .regex(/^\d{1,2}(?:[.,]\d{1,2})?$/, 'validation.decimal')
  .transform((text) => text.replace(',', '.'));
const payment = z.strictObject({
  /** Percent of each act that an advance has paid already, and that is kept back till the end. */
  advance: percent.default('0'),
  retention: percent.default('0'),
  /** Days from the last day of an act to its payment. */
  lag_days: z.number().int().min(0).max(3650).default(0),
});
export type PdcPayment = z.output<typeof payment>;

const fields = {
  number: lineField.optional(),
  side: z.enum(PDC_SIDES).optional(),
  party: lineField.optional(),
  note: lineField.optional(),
  /** The estimate whose rows the contract is about. */
  estimate_id: id.nullable().optional(),
  /** The price of the contract; rows share it by their amounts in the estimate. */
  amount: exactDecimal.nullable().optional(),
  vat_rate: percent.nullable().optional(),
  payment: payment.optional(),
  /** Estimates that were offered, as X84, BC3 or a table. */
  offers: z.array(id).max(MOST_OFFERS).optional(),
};

const head = z.object({
  id: z.number(),
  project_id: z.number().nullable(),
  name: z.string(),
  number: z.string(),
  side: z.enum(PDC_SIDES),
  state: z.enum(PDC_STATES),
  party: z.string(),
  note: z.string(),
  currency: z.string(),
  digits: z.number(),
  estimate_id: z.number().nullable(),
  amount: z.string().nullable(),
  /** The total of the estimate, the price over it, and what it leaves. */
  estimated: z.string().nullable(),
  k: z.number().nullable(),
  margin: z.string().nullable(),
  vat_rate: z.string().nullable(),
  payment,
  offers: z.array(z.number()),
  awarded_id: z.number().nullable(),
  revision: z.number(),
});
export type Pdc = z.output<typeof head>;

const line = z.object({
  row_id: z.number(),
  number: z.string(),
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  quantity: z.string(),
  estimated: z.string(),
  amount: z.string(),
});

const params = z.object({ id: pathId });
const offered = z.string().nullable();

export const pdc = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/pdc',
    summary: 'Protocols of contract prices: those of a project, or all that the caller may see',
    right: 'estimate.read',
    place: ANYWHERE,
    heavy: 'space',
    query: z.object({ project_id: z.coerce.number<number>().int().positive().optional() }),
    output: z.object({ pdc: z.array(head) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/pdc',
    summary: 'Create a protocol of a contract price; only its name is needed',
    right: 'estimate.edit',
    place: ANYWHERE,
    heavy: 'space',
    body: z.strictObject({ name: titleField('validation.enter_name'), project_id: id.nullable().default(null), ...fields }),
    output: z.object({ success: z.literal(true), id: z.number() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/pdc/{id}',
    summary: 'A protocol with its lines and what acts by it come to',
    right: 'estimate.read',
    place: ANYWHERE,
    heavy: 'space',
    params,
    output: head.extend({
      lines: z.array(line),
      /** Issued acts by this contract, with what is to be paid of each and when. */
      bills: z.array(
        z.object({
          act_id: z.number(), number: z.string(), to: z.string(), total: z.string(), vat: z.string(), advance: z.string(), retention: z.string(),
          payable: z.string(), due: z.string(),
        }), // prettier-ignore
      ),
      /** By months in which money is billed or paid: with tax, the advance too, and what was kept back once the contract is closed. */
      flow: z.array(
        z.object({
          month: z.string(), billed: z.string(), paid: z.string(), billed_in_all: z.string(), paid_in_all: z.string(),
          /** What the plan leads to: bills at the end of each month of its works, and when they are paid by the terms of the contract. */
          planned: z.string(), planned_paid: z.string(), planned_in_all: z.string(), planned_paid_in_all: z.string(),
        }), // prettier-ignore
      ),
      /**
       * The version whose plan it is, what of the price no work with dates carries, and what deflators add to planned bills before tax; null: no
       * plan carries rows of the contract.
       */
      planned: z.object({ version_id: z.number(), open: z.string(), deflated: z.string() }).nullable(),
      /** What acts have not settled of the advance, and what is kept back of them. */
      advance_open: z.string(),
      kept_back: z.string(),
    }),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/pdc/{id}',
    summary: 'Change a protocol, its state or amounts of its lines, or award one of its offers',
    right: 'estimate.edit',
    place: ANYWHERE,
    heavy: 'space',
    params,
    body: z.strictObject({
      name: titleField('validation.enter_name').optional(),
      ...fields,
      state: z.enum(PDC_STATES).optional(),
      /** The offer that wins: its amounts become those of the contract, which is agreed then. */
      award: id.optional(),
      lines: z
        .array(z.strictObject({ row_id: id, amount: exactDecimal }))
        .max(1000)
        .optional(),
    }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/pdc/{id}',
    summary: 'Delete a protocol; refused while acts go by it',
    right: 'estimate.edit',
    place: ANYWHERE,
    params,
  }),
  compare: endpoint({
    method: 'GET',
    path: '/api/v1/pdc/{id}/compare',
    summary: 'The offers of a protocol beside its estimate: by rows and in all, the lowest, the median, the spread, what is not offered',
    right: 'estimate.read',
    place: ANYWHERE,
    heavy: 'space',
    params,
    output: z.object({
      currency: z.string(),
      digits: z.number(),
      offers: z.array(z.object({ estimate_id: z.number(), name: z.string(), total: z.string(), not_offered: z.number() })),
      rows: z.array(
        line.omit({ amount: true }).extend({ offers: z.array(offered), lowest: offered, median: offered, spread: z.number().nullable() }),
      ),
    }),
  }),
};
