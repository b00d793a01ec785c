import type { ReplacementRule } from '@gantry/domain';
import { z } from 'zod';
import { atNode, atVersion, endpoint, LARGE_BODY, pathId } from '../endpoint.ts';
import { event, heardBy } from '../event.ts';
import { titleField } from '../fields.ts';
import { edited } from './edits.ts';
import { rowFilter } from './row-filter.ts';

export const replacementsErrors = {
  'replacement.not_found': 404,
  'replacement.name_taken': 409,
  'replacement.of_itself': 422,
  'replacement.cycle': 422,
  'replacement.wrong_window': 422,
  'replacement.not_in_version': 422,
  'replacement.kinds_differ': 422,
  'replacement.unknown_person': 422,
  'replacement.too_many': 409,
  'replacement.out_of_date': 409,
} as const;

/** Rules of a schedule, chosen works of a rule, lines of a preview. */
export const MOST_REPLACEMENTS = 200;
const MOST_ITEMS = 20_000;
export const MOST_REPLACED_SHOWN = 500;

const id = z.number().int().positive();
const day = z.iso.date().nullable();
const resource = z
  .strictObject({ code: z.string().max(512), name: z.string().max(512) })
  .refine(({ code, name }) => code !== '' || name !== '', 'validation.enter_name');
const person = { from: id.nullable(), to: id.nullable() };

const what = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('resource'),
    from: resource,
    to: resource,
    productivity: z.number().positive('validation.positive').max(1000).default(1),
  }),
  z.strictObject({ kind: z.literal('executor'), ...person }),
  z.strictObject({ kind: z.literal('curator'), ...person }),
  z.strictObject({ kind: z.literal('attribute'), attribute: z.string().min(1).max(512), from: z.json(), to: z.json() }),
  z.strictObject({ kind: z.literal('directory_row'), directory_id: id, from: id, to: id }),
]);

const rows = z.union([
  z.strictObject({ filter: rowFilter.nullable() }),
  z.strictObject({
    items: z
      .array(z.strictObject({ id, code: z.string().max(512) }))
      .min(1)
      .max(MOST_ITEMS),
  }),
]);

const fields = {
  name: titleField('validation.enter_name'),
  rows,
  what,
  window: z.strictObject({ from: day, to: day }),
  remaining_only: z.boolean(),
};
const kept = z.object(fields) satisfies z.ZodType<ReplacementRule>;
const rule = kept.extend({
  id: z.number(),
  /** What is replaced by what, in words; empty = nobody, or no value. */
  from_text: z.string(),
  to_text: z.string(),
});
export type Replacement = z.output<typeof rule>;

const line = z.object({
  row_id: z.number(),
  code: z.string(),
  name: z.string(),
  before: z.string(),
  after: z.string(),
  /** Working minutes that are left. */
  remaining_before: z.number(),
  remaining_after: z.number(),
  /** Hours of people and machines, done and left. */
  hours_before: z.number(),
  hours_after: z.number(),
  /** Null for who may not see costs. */
  cost_before: z.number().nullable(),
  cost_after: z.number().nullable(),
});
export type ReplacementLine = z.output<typeof line>;

const outcome = z.object({
  total: z.number(),
  rows: z.array(line).max(MOST_REPLACED_SHOWN),
  hours: z.number(),
  cost: z.number().nullable(),
  /** Rows that keep what they have, and why. */
  refused: z.array(z.object({ row_id: z.number(), name: z.string(), code: z.string(), parameters: z.record(z.string(), z.json()) })),
  notes: z.array(z.object({ code: z.string(), parameters: z.record(z.string(), z.string()) })),
  /** Columns of the filter that the version does not have. */
  ignored: z.array(z.string()),
});
export type ReplacementOutcome = z.output<typeof outcome>;

const ofSchedule = z.object({ id: pathId });
const body = z.strictObject({
  ...fields,
  window: fields.window.default({ from: null, to: null }),
  remaining_only: fields.remaining_only.default(true),
});
const PATH = '/api/v1/schedules/{id}/replacements';

/** Saved rules of a schedule: one resource, person, value or row of a directory takes the place of another. */
export const replacements = {
  list: endpoint({
    method: 'GET',
    path: PATH,
    summary: 'Replacement rules of a schedule',
    right: 'plan.edit',
    place: atNode('id'),
    params: ofSchedule,
    output: z.object({ replacements: z.array(rule) }),
  }),
  create: endpoint({
    method: 'POST',
    path: PATH,
    summary: 'Save a replacement rule: what is replaced by what, on which works',
    right: 'plan.edit',
    place: atNode('id'),
    bodyBytes: LARGE_BODY,
    params: ofSchedule,
    body,
    output: z.object({ success: z.literal(true), replacement: rule }),
  }),
  update: endpoint({
    method: 'PATCH',
    path: `${PATH}/{replacementId}`,
    aliases: [PATH],
    summary: 'Change a replacement rule; it is named in the path or in the body',
    right: 'plan.edit',
    place: atNode('id'),
    bodyBytes: LARGE_BODY,
    params: ofSchedule.extend({ replacementId: pathId.optional() }),
    body: z.strictObject({ id: id.optional(), ...fields }).partial(),
    output: z.object({ success: z.literal(true), replacement: rule }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${PATH}/{replacementId}`,
    summary: 'Delete a replacement rule; what it replaced stays',
    right: 'plan.edit',
    place: atNode('id'),
    params: ofSchedule.extend({ replacementId: pathId }),
  }),
  preview: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/replacements/{replacementId}',
    summary: 'What a replacement rule would change in a version: rows before and after, hours and cost',
    right: 'plan.read',
    place: atVersion('id'),
    heavy: 'version',
    params: z.object({ id: pathId, replacementId: pathId }),
    output: outcome.extend({ revision: z.number() }),
  }),
  apply: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/replacements/{replacementId}',
    summary: 'Replace in a version by a rule, as one edit',
    right: 'plan.edit',
    place: atVersion('id'),
    heavy: 'version',
    params: z.object({ id: pathId, replacementId: pathId }),
    body: z
      .strictObject({ revision: z.number().int().optional().describe('Of the preview: refused where the version has changed since') })
      .default({}),
    output: edited.extend(outcome.shape),
  }),
};

export const replacementsEvents = {
  /** A rule was applied to a version of the schedule. */
  attribute_replaced: heardBy('plan.read', 'node', 'schedule_id', event({ schedule_id: z.number(), replacement_id: z.number() })),
};
