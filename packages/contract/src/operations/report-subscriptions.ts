import { LANGUAGES } from '@gantry/domain';
import { z } from 'zod';
import { cadenceFields } from '../cadence.ts';
import { ANYWHERE, atNode, endpoint, pathId } from '../endpoint.ts';
import { BUILT_IN_FORMS, REPORT_FORMATS } from '../insight/report-forms.ts';

export const reportSubscriptionsErrors = {
  'report_subscription.not_found': 404,
  'report_subscription.never': 422,
  'report_subscription.not_a_member': 422,
} as const;

/** A report that comes by mail may be this large; of a larger one the letter has the address alone. */
export const LARGEST_ATTACHMENT = 10 * 1024 * 1024;
const MOST_RECIPIENTS = 100;

const subscription = z.strictObject({
  ...cadenceFields,
  /** A form of people by its id, a built-in one by its word. */
  report_id: z.union([z.number().int().positive(), z.enum(BUILT_IN_FORMS)]),
  format: z.enum(REPORT_FORMATS).optional(),
  language: z.enum(LANGUAGES).default('en-US'),
  /** Ids of members of the space: each has the report as they see the plan. */
  recipients: z.array(z.number().int().positive()).min(1).max(MOST_RECIPIENTS),
});
export type ReportSubscriptionIn = z.output<typeof subscription>;

const subscriptionOut = subscription.extend({
  id: z.number(),
  eps_id: z.number(),
  report: z.string(),
  recipient_names: z.array(z.string()),
  active: z.boolean(),
  own: z.boolean(),
  next_runs: z.array(z.string()),
  last_run: z.string().nullable(),
});
export type ReportSubscription = z.output<typeof subscriptionOut>;

const params = z.object({ id: pathId });

/** Not spelled in the specification. */
export const reportSubscriptions = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/reports/subscriptions/eps/{id}',
    summary: 'Reports of a node that come by mail, with when each comes next',
    right: 'plan.read',
    place: atNode('id'),
    params,
    output: z.object({ items: z.array(subscriptionOut) }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/v1/reports/subscriptions/eps/{id}',
    summary: 'Have a report of a node come by mail; each recipient has it as they see the plan',
    right: 'plan.edit',
    place: atNode('id'),
    params,
    body: subscription,
    output: z.object({ success: z.literal(true), id: z.number(), next_runs: z.array(z.string()) }),
  }),
  setActive: endpoint({
    method: 'PATCH',
    path: '/api/v1/reports/subscriptions/{id}',
    summary: 'Pause a report that comes by mail, or let it come again',
    right: 'plan.edit',
    place: ANYWHERE,
    params,
    body: z.strictObject({ active: z.boolean() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/reports/subscriptions/{id}',
    summary: 'Let a report come by mail no more',
    right: 'plan.edit',
    place: ANYWHERE,
    params,
  }),
};
