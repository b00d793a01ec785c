import { LANGUAGES } from '@gantry/domain';
import { z } from 'zod';
import { jobAnswer } from '../access/jobs.ts';
import { ANYWHERE, atNode, atVersion, endpoint, LARGE_BODY, pathId } from '../endpoint.ts';
import { titleField } from '../fields.ts';

export const reportFormsErrors = {
  'report_form.not_found': 404,
  'report_form.not_yours': 403,
  'report_form.name_taken': 409,
  'report_form.no_file': 422,
  'report_form.template_faulty': 422,
  'report_form.format_not_offered': 422,
  'report_form.no_version': 422,
  'report_form.too_many_versions': 422,
  'report_form.too_large': 422,
} as const;

/** The forms that every space has. */
export const BUILT_IN_FORMS = [
  'ks2',
  'ks3',
  'ks6a',
  'month_by_days',
  'method_statement',
  'resource_needs',
  'look_ahead',
  'critical_paths',
  'milestones',
  'variance',
  'procurement',
  's_curve',
  'weekly',
  'payment_application',
] as const;
export type BuiltInFormWord = (typeof BUILT_IN_FORMS)[number];

export const REPORT_FORMATS = ['pdf', 'xlsx', 'docx'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** What a report is of: versions that are counted together are at most so many. */
export const MOST_REPORTED_VERSIONS = 50;
export const MOST_REPORTS_A_BATCH = 20;

const faultOut = z.object({
  severity: z.enum(['error', 'warning']),
  code: z.string(),
  /** `Sheet1!B7`; null where it is not of a cell. */
  cell: z.string().nullable(),
  /** The number of a paragraph of a document. */
  paragraph: z.number().nullable(),
  parameters: z.record(z.string(), z.string()),
});
export type ReportFault = z.output<typeof faultOut>;

const form = z.object({
  /** Null: a built-in form, told by its word. */
  id: z.number().nullable(),
  word: z.enum(BUILT_IN_FORMS).nullable(),
  name: z.string(),
  kind: z.enum(['built_in', 'xlsx', 'docx']),
  /** The files that it comes as. */
  formats: z.array(z.enum(REPORT_FORMATS)),
  own: z.boolean(),
  owner: z.string(),
  bytes: z.number(),
  added_at: z.string().nullable(),
  /** Where it is attached. */
  nodes: z.array(z.object({ id: z.number(), name: z.string() })),
  warnings: z.array(faultOut),
});
export type ReportForm = z.output<typeof form>;
const forms = z.object({ items: z.array(form) });

const YEARS = { from: 2000, to: 2050 };
const wbsIds = z.array(z.number().int().positive()).max(10_000);

/** Days from an order to the site, where a form says when to order. */
export const leadDays = z.number().int().min(0).max(1000);
export const USUAL_LEAD_DAYS = 30;

/** What a report is asked for; what is left out is as today says. */
const question = {
  year: z.number().int().min(YEARS.from).max(YEARS.to).optional(),
  month: z.number().int().min(1).max(12).optional(),
  /** Rows of the plan that are shown with all below them; none: all. */
  wbs_ids: wbsIds.default([]),
  lead_days: leadDays.default(USUAL_LEAD_DAYS),
  language: z.enum(LANGUAGES).default('en-US'),
  format: z.enum(REPORT_FORMATS).optional(),
};
const run = z.strictObject({ ...question, version_ids: z.array(z.number().int().positive()).max(MOST_REPORTED_VERSIONS).default([]) });
const runVersion = z.strictObject(question);

/** A form of people by its id, a built-in one by its word. */
const formKey = z.union([pathId, z.enum(BUILT_IN_FORMS)]);

const params = z.object({ id: pathId });
const read = { right: 'plan.read', place: ANYWHERE } as const;
const right = 'plan.edit';

export const reportForms = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/reports',
    summary: 'Report forms: the built-in ones and those that people have added',
    ...read,
    output: forms,
  }),
  listAt: endpoint({
    method: 'GET',
    path: '/api/v1/reports/eps/{id}',
    summary: 'Report forms attached to a node or above it, and the built-in ones',
    right: 'plan.read',
    place: atNode('id'),
    params,
    output: forms,
  }),
  /** Not spelled in the specification. */
  vocabulary: endpoint({
    method: 'GET',
    path: '/api/v1/reports/vocabulary',
    summary: 'What placeholders of a form may name: values, lists, and what their rows say',
    ...read,
    output: z.object({
      values: z.array(z.string()),
      lists: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
      formats: z.array(z.string()),
    }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/v1/reports/add',
    summary: 'Add a form: a workbook or a document with placeholders; one with faults is refused with all of them',
    right,
    place: ANYWHERE,
    request: 'multipart',
    query: z.object({
      name: titleField('validation.enter_name').optional(),
      eps_id: z.coerce.number<number>().int().positive().optional(),
    }),
    output: z.object({ success: z.literal(true), id: z.number(), check: z.array(faultOut) }),
  }),
  /** Not spelled in the specification. */
  template: endpoint({
    method: 'GET',
    path: '/api/v1/reports/{id}/template',
    summary: 'The file of a form as it was added',
    ...read,
    params,
    response: 'binary',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/reports/{id}/delete',
    summary: 'Delete a form: an own one, or any for who manages the space',
    right,
    place: ANYWHERE,
    params,
  }),
  rename: endpoint({
    method: 'POST',
    path: '/api/v1/reports/{id}/rename',
    summary: 'Rename a form: an own one, or any for who manages the space',
    right,
    place: ANYWHERE,
    params,
    body: z.strictObject({ name: titleField('validation.enter_name') }),
  }),
  attach: endpoint({
    method: 'POST',
    path: '/api/v1/reports/{id}/eps/{epsId}/add',
    summary: 'Offer a form at a node and below it',
    right: 'structure.edit',
    place: atNode('epsId'),
    params: z.object({ id: pathId, epsId: pathId }),
    body: z.looseObject({}).default({}),
  }),
  detach: endpoint({
    method: 'DELETE',
    path: '/api/v1/reports/{id}/eps/{epsId}/delete',
    summary: 'Offer a form at a node no more',
    right: 'structure.edit',
    place: atNode('epsId'),
    params: z.object({ id: pathId, epsId: pathId }),
  }),
  run: endpoint({
    method: 'POST',
    path: '/api/v1/reports/{id}/run/{x}',
    summary:
      'Make a report of a node as a job: of the versions named, else of those that count below it; the job names the key of its download',
    right: 'plan.read',
    place: atNode('x'),
    audit: true,
    bodyBytes: LARGE_BODY,
    params: z.object({ id: formKey, x: pathId }),
    body: run,
    output: jobAnswer,
  }),
  master: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/report/master/{x}',
    summary: 'Make a built-in report of a version as a job',
    right: 'plan.read',
    place: atVersion('id'),
    audit: true,
    bodyBytes: LARGE_BODY,
    params: z.object({ id: pathId, x: z.enum(BUILT_IN_FORMS) }),
    body: runVersion,
    output: jobAnswer,
  }),
  runVersion: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/report/{x}',
    summary: 'Make a report of a version by a form that people have added, as a job',
    right: 'plan.read',
    place: atVersion('id'),
    audit: true,
    bodyBytes: LARGE_BODY,
    params: z.object({ id: pathId, x: pathId }),
    body: runVersion,
    output: jobAnswer,
  }),
  batch: endpoint({
    method: 'POST',
    path: '/api/v1/batch-processing/report',
    summary: 'Make several reports as one job: a zip of them',
    right: 'plan.read',
    place: ANYWHERE,
    audit: true,
    bodyBytes: LARGE_BODY,
    body: z.strictObject({
      items: z
        .array(z.strictObject({ report_id: formKey, eps_id: z.number().int().positive(), ...run.shape }))
        .min(1)
        .max(MOST_REPORTS_A_BATCH),
    }),
    output: jobAnswer,
  }),
};
