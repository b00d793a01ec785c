import { LANGUAGES } from '@gantry/domain';
import { z } from 'zod';
import { cadenceFields } from '../cadence.ts';
import { ANYWHERE, atNode, endpoint, LARGE_BODY, pathId } from '../endpoint.ts';
import { event, heardBy } from '../event.ts';
import { emailField } from '../fields.ts';
import { wholeComposition } from '../insight/print.ts';
import { BUILT_IN_FORMS, leadDays, REPORT_FORMATS } from '../insight/report-forms.ts';

export const reportSubscriptionsErrors = {
  'report_subscription.not_found': 404,
  'report_subscription.never': 422,
  'report_subscription.not_a_member': 422,
  'report_subscription.still_sending': 409,
  'report_subscription.is_paused': 409,
  'report_subscription.no_print': 422,
  'report_subscription.no_version': 409,
  'report_subscription.nobody': 422,
  'report_subscription.nobody_left': 422,
  'report_subscription.outside_not_allowed': 403,
  'report_subscription.link_needs_account': 422,
  'report_subscription.has_left': 409,
  'report_subscription.owner_may_not': 403,
  'report_subscription.link_not_valid': 404,
} as const;

/** A report that comes by mail may be this large; of a larger one the letter has the address alone. */
export const LARGEST_ATTACHMENT = 10 * 1024 * 1024;
const MOST_RECIPIENTS = 100;
/** People without an account that one report may go to. */
export const MOST_OUTSIDE = 50;

/** What comes by mail without being a form: the version of a schedule that counts, printed or in words. */
export const PRINT_BY_MAIL = 'print';
export const NARRATIVE_BY_MAIL = 'narrative';
export const MAILED_WORDS = [...BUILT_IN_FORMS, PRINT_BY_MAIL, NARRATIVE_BY_MAIL] as const;

/** The version that a narrative compares with (default: the last actual version), and the number of days that it looks ahead. */
export const mailedNarrative = z.strictObject({
  base_version_id: z.number().int().positive().optional(),
  days: z.number().int().min(1).max(366).default(30),
});
export type MailedNarrative = z.output<typeof mailedNarrative>;

/** The month that a form by mail is of, as clocks of its zone stand when it goes: that month, or the one before it. */
export const MAILED_PERIODS = ['this_month', 'previous_month'] as const;
export const mailedParams = z.strictObject({ period: z.enum(MAILED_PERIODS).default('this_month'), lead_days: leadDays.optional() });
export type MailedParams = z.output<typeof mailedParams>;

const subscription = z.strictObject({
  ...cadenceFields,
  /** A form of people by its id, a built-in one or a print by its word. */
  report_id: z.union([z.number().int().positive(), z.enum(MAILED_WORDS)]),
  /** How a print looks; it comes as PDF, from a schedule. */
  print: wholeComposition.optional(),
  narrative: mailedNarrative.optional(),
  /** What a form is asked for. */
  params: mailedParams.optional(),
  format: z.enum(REPORT_FORMATS).optional(),
  language: z.enum(LANGUAGES).default('en-US'),
  /** Ids of members of the space: each has the report as they see the plan. */
  recipients: z.array(z.number().int().positive()).max(MOST_RECIPIENTS).default([]),
  /** Addresses of people without an account, where the space allows them: they have the report as its owner sees the plan. */
  outside: z.array(emailField).max(MOST_OUTSIDE).default([]),
  /** They have money too, as long as the owner sees it. */
  outside_money: z.boolean().default(false),
  /** The file comes with the letter, or the letter leads to Gantry. */
  bring: z.enum(['attach', 'link']).default('attach'),
  /** Nothing is sent to a recipient for whom the report says what it said last. */
  only_if_changed: z.boolean().default(false),
});
export type ReportSubscriptionIn = z.output<typeof subscription>;

const subscriptionOut = subscription.omit({ print: true }).extend({
  id: z.number(),
  eps_id: z.number(),
  report: z.string(),
  recipient_names: z.array(z.string()),
  /** Names and addresses of those who have ended it for themselves. */
  left: z.array(z.string()),
  active: z.boolean(),
  /** Why the server paused it: the mail server refused the last three letters to each recipient, or all of them have left. */
  paused_by: z.enum(['refused', 'left']).nullable(),
  own: z.boolean(),
  next_runs: z.array(z.string()),
  last_run: z.string().nullable(),
});
export type ReportSubscription = z.output<typeof subscriptionOut>;

const sendingOut = z.object({
  id: z.number(),
  recipient: z.string(),
  /** Whether the recipient has no account. */
  outside: z.boolean(),
  /** The person who had it sent by hand; null: the cadence of the subscription sent it. */
  asked_by: z.string().nullable(),
  begun_at: z.string(),
  ended_at: z.string().nullable(),
  state: z.enum(['making', 'mailing', 'sent', 'unchanged', 'failed', 'left']),
  /** The file, once it was made. */
  name: z.string().nullable(),
  size: z.number().nullable(),
  /** Why it did not come. */
  reason: z.object({ code: z.string(), parameters: z.record(z.string(), z.unknown()) }).nullable(),
});
export type ReportSending = z.output<typeof sendingOut>;

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
    output: z.object({
      items: z.array(subscriptionOut),
      /** Whether the space lets reports go to people without an account. */
      outside_allowed: z.boolean(),
    }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/v1/reports/subscriptions/eps/{id}',
    summary: 'Have a report of a node come by mail; each recipient has it as they see the plan',
    right: 'plan.edit',
    place: atNode('id'),
    params,
    bodyBytes: LARGE_BODY,
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
  sendings: endpoint({
    method: 'GET',
    path: '/api/v1/reports/subscriptions/{id}/sendings',
    summary: 'When a report went by mail, to whom, and what became of it: newest first, a hundred at a time',
    right: 'plan.read',
    place: ANYWHERE,
    params,
    query: z.object({ before: pathId.optional() }),
    output: z.object({ items: z.array(sendingOut), more: z.boolean() }),
  }),
  sendNow: endpoint({
    method: 'POST',
    path: '/api/v1/reports/subscriptions/{id}/send',
    summary: 'Make and send a report now to all its recipients, as each sees the plan; its cadence stays',
    right: 'plan.edit',
    place: ANYWHERE,
    params,
    body: z.looseObject({}).default({}),
    output: z.object({ success: z.literal(true), recipients: z.number() }),
  }),
  sendAgain: endpoint({
    method: 'POST',
    path: '/api/v1/reports/subscriptions/sendings/{id}/again',
    summary: 'Make and send a report once more to one recipient, as they see the plan now',
    right: 'plan.edit',
    place: ANYWHERE,
    params,
    body: z.looseObject({}).default({}),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/reports/subscriptions/{id}',
    summary: 'Let a report come by mail no more',
    right: 'plan.edit',
    place: ANYWHERE,
    params,
  }),
  leave: endpoint({
    method: 'POST',
    path: '/api/v1/reports/subscriptions/leave',
    summary: 'End a report by mail for the recipient of a letter by its token, as RFC 8058 has it',
    right: 'public',
    query: z.object({ token: z.string().max(128) }),
    request: 'form',
    // Mail programs send `List-Unsubscribe=One-Click`.
    body: z.looseObject({}).default({}),
  }),
};

export const reportSubscriptionsEvents = {
  /** A report of a node went on its way, came, did not, or was ended by a recipient. */
  report_sendings_changed: heardBy('plan.read', 'node', 'eps_id', event({ eps_id: z.number(), subscription_id: z.number() })),
};
