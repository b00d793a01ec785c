import { LANGUAGES } from '@gantry/domain';
import { z } from 'zod';
import { ANYWHERE, atNode, endpoint, pathId } from '../endpoint.ts';
import { event, heardBy } from '../event.ts';
import { lineField } from '../fields.ts';

export const actsErrors = {
  'act.not_found': 404,
  'act.no_version': 422,
  'act.draft_is_open': 409,
  'act.issued': 409,
  'act.not_issued': 409,
  'act.not_newest': 409,
  'act.changed': 409,
  'act.nothing': 422,
  'act.reason_needed': 422,
  'act.dates': 422,
} as const;

export const ACT_STATES = ['draft', 'issued'] as const;
/** Tax of an act alone, or what all acts up to it come to less what earlier ones had. */
export const VAT_MODES = ['document', 'cumulative'] as const;

const day = z.iso.date('validation.date');
const rate = z
  .string()
  .trim()
  .regex(/^\d{1,2}(?:[.,]\d{1,2})?$/, 'validation.decimal')
  .transform((text) => text.replace(',', '.'))
  .nullable();

const head = z.object({
  id: z.number(),
  schedule_id: z.number(),
  schedule_name: z.string(),
  /** The contract whose prices it bills; null: those of the estimate. */
  pdc_id: z.number().nullable(),
  version_id: z.number().nullable(),
  number: z.string(),
  from: z.string(),
  to: z.string(),
  state: z.enum(ACT_STATES),
  note: z.string(),
  reason: z.string(),
  currency: z.string(),
  digits: z.number(),
  /** In percent; null: without tax. */
  vat_rate: z.string().nullable(),
  vat_mode: z.enum(VAT_MODES),
  /** Null: a draft, which is counted when it is opened. */
  total: z.string().nullable(),
  vat: z.string().nullable(),
  issued_at: z.string().nullable(),
  issued_by: z.string(),
});
export type WorkAct = z.output<typeof head>;

const figures = z.object({ quantity: z.string(), amount: z.string() });
const line = z.object({
  estimate_id: z.number(),
  row_id: z.number(),
  estimate: z.string(),
  number: z.string(),
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  /** The whole row; what earlier acts have of it, what this one has. */
  whole: figures,
  before: figures,
  now: figures,
  /** The estimate has no such row any more, or works do not carry it: what was issued goes back. */
  lost: z.boolean(),
});
export type WorkActLine = z.output<typeof line>;

const sums = z.object({
  /** Since works began, since the year of the last day began, and of the period. */
  since_start: z.string(),
  since_year: z.string(),
  period: z.string(),
});

const executedRow = line.pick({ estimate_id: true, row_id: true, number: true, code: true, name: true, unit: true }).extend({
  before: figures,
  period: figures,
  total: figures,
});

const params = z.object({ id: pathId });

export const acts = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/work-acts/project/{id}',
    summary: 'Acts of executed works of a project, the newest first',
    right: 'estimate.read',
    place: atNode('id'),
    params,
    output: z.object({ acts: z.array(head) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/work-acts',
    summary: 'Begin the next act of a schedule: a draft that follows the facts up to a day',
    right: 'estimate.edit',
    place: ANYWHERE,
    heavy: 'space',
    body: z.strictObject({
      schedule_id: z.number().int().positive(),
      /** Left out: the version that counts. */
      version_id: z.number().int().positive().optional(),
      /** The agreed contract that it goes by. */
      pdc_id: z.number().int().positive().nullable().default(null),
      number: lineField.optional(),
      to: day,
      vat_rate: rate.default(null),
      vat_mode: z.enum(VAT_MODES).default('document'),
    }),
    output: z.object({ success: z.literal(true), id: z.number() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/work-acts/{id}',
    summary: 'An act with its lines: those that it was issued with, or of a draft what facts make of them now',
    right: 'estimate.read',
    place: ANYWHERE,
    heavy: 'space',
    params,
    output: head.extend({
      lines: z.array(line),
      sums,
      /** What was done beyond the volume of works: for an additional line, never billed. */
      excess: z.array(z.object({ row_id: z.number(), code: z.string(), name: z.string(), unit: z.string(), quantity: z.string() })),
    }),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/work-acts/{id}',
    summary: 'Change a draft, issue it, or withdraw the newest act',
    right: 'estimate.edit',
    place: ANYWHERE,
    heavy: 'space',
    params,
    body: z.strictObject({
      number: lineField.optional(),
      to: day.optional(),
      note: lineField.optional(),
      vat_rate: rate.optional(),
      vat_mode: z.enum(VAT_MODES).optional(),
      state: z.enum(['issued', 'draft']).optional(),
      /** The total that the caller saw: an act is issued with it or not at all. */
      total: z.string().max(40).optional(),
      /** Why lines take back what earlier acts had. */
      reason: lineField.optional(),
    }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/work-acts/{id}',
    summary: 'Delete a draft',
    right: 'estimate.edit',
    place: ANYWHERE,
    params,
  }),
  executed: endpoint({
    method: 'GET',
    path: '/api/v1/work-acts/executed/{id}',
    summary: 'Executed works of a schedule by issued acts of the customer: by rows before a period, in it and in all, with the sums',
    right: 'estimate.read',
    place: atNode('id'),
    heavy: 'space',
    params,
    query: z.object({ from: day, to: day }),
    output: z.object({ currency: z.string(), digits: z.number(), rows: z.array(executedRow), sums }),
  }),
  export: endpoint({
    method: 'POST',
    path: '/api/v1/work-acts/{id}/export/{x}',
    summary: 'An act as a table: xlsx or csv',
    right: 'estimate.read',
    place: ANYWHERE,
    heavy: 'space',
    params: z.object({ id: pathId, x: z.enum(['xlsx', 'csv']) }),
    query: z.object({ language: z.enum(LANGUAGES).default('en-US') }),
    response: 'binary',
  }),
};

export const actsEvents = {
  work_acts_changed: heardBy('estimate.read', 'node', 'project_id', event({ project_id: z.number() })),
};
