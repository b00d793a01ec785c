import { MAILED_WORDS, NARRATIVE_BY_MAIL, PRINT_BY_MAIL, type ReportSubscription, type ReportSubscriptionIn } from '@gantry/contract';
import { type Cadence, nextRun, nextRuns } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { requireRoom } from '../../../platform/room.ts';
import { fail } from '../../../platform/fail.ts';
import { textsOf } from '../../access/localization/localization.service.ts';
import { holdsAt } from '../../access/roles/roles.access.service.ts';
import { readSettings } from '../../access/spaces/spaces.service.ts';
import { mustBePrintable } from '../../insight/print/print.kept.service.ts';
import { requireForm } from '../../insight/report-forms/report-forms.service.ts';
import { getVersion } from '../../planning/version-heads/version-heads.service.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import { stayingOf } from './report-subscriptions.leaving.service.ts';
import {
  addSubscription,
  deleteSubscription,
  listActiveMembers,
  listSubscriptions,
  type NamedSubscription,
  type SubscriptionRow,
  updateSubscription,
} from './report-subscriptions.repository.ts';

export { reportLetter, subscribedReportJob } from './report-subscriptions.letters.service.ts';

const NEXT_RUNS = 3;
/** Days ahead that a narrative looks. */
const USUAL_DAYS = 30;
/** A rule that never comes again: far beyond all that is looked for. */
const NEVER = new Date(8.64e15 / 1000);

const cadenceOf = (one: Pick<SubscriptionRow, 'cadence' | 'cron' | 'at' | 'weekday' | 'day' | 'time_zone' | 'created_at'>): Cadence => ({
  ...one,
  cadence: one.cadence,
  since: one.created_at,
});

/** The run after a moment; missed ones are one run. */
export const followingRun = (one: SubscriptionRow, now: Date): Date => nextRun(cadenceOf(one), now) ?? NEVER;

function out(context: Context, one: NamedSubscription): ReportSubscription {
  const word = MAILED_WORDS.find((known) => known === one.form_word);
  const runs = one.active ? nextRuns(cadenceOf(one), context.now(), NEXT_RUNS) : [];
  return {
    id: one.id,
    eps_id: one.node_id,
    report_id: one.form_id ?? word ?? 'weekly',
    report: reportName(one),
    ...(one.format && { format: one.format }),
    language: one.language,
    recipients: one.recipients.map(Number),
    recipient_names: one.recipient_names,
    outside: one.outside ?? [],
    outside_money: one.outside_money ?? false,
    bring: one.bring ?? 'attach',
    left: [...one.left_names, ...(one.left_by ?? []).filter((name) => name.includes('@'))],
    ...(one.narrative && { narrative: one.narrative }),
    ...(one.params && { params: one.params }),
    cadence: one.cadence,
    cron: one.cron,
    at: one.at,
    weekday: one.weekday,
    day: one.day,
    time_zone: one.time_zone,
    only_if_changed: one.only_if_changed ?? false,
    active: one.active,
    paused_by: one.paused_by,
    own: one.created_by === context.userId,
    next_runs: runs.map((at) => at.toISOString()),
    last_run: one.last_at?.toISOString() ?? null,
  };
}

/** Whether a form comes, and not the version of a schedule, printed or told. */
const isForm = (report: number | string | null): boolean => report !== PRINT_BY_MAIL && report !== NARRATIVE_BY_MAIL;

/** What a report is called: as its form, or in the language that it comes in. */
export function reportName({ form_name, form_word, language }: Pick<NamedSubscription, 'form_name' | 'form_word' | 'language'>): string {
  return form_name ?? textsOf(language)[`${isForm(form_word) ? 'report_form.form' : 'report_subscription'}.${form_word ?? ''}`] ?? '';
}

/** Reports of a node that come by mail. */
export async function listAt(context: Context, nodeId: number) {
  await getNode(context, nodeId);
  const items = await context.read((db) => listSubscriptions(db, context.spaceId, { nodeId }));
  return { items: items.map((one) => out(context, one)), outside_allowed: (await readSettings(context)).outside_reports };
}

/** Refuses what cannot come from a node. */
async function requireReport(
  context: Context,
  nodeId: number,
  { report_id, format, print, narrative }: ReportSubscriptionIn,
): Promise<void> {
  await getNode(context, nodeId, isForm(report_id) ? undefined : 'schedule');
  if (report_id === PRINT_BY_MAIL) return mustBePrintable((print ?? fail('report_subscription.no_print')).format);
  if (report_id !== NARRATIVE_BY_MAIL) return requireForm(context, report_id, format);
  const base = narrative?.base_version_id;
  if (base !== undefined && (await getVersion(context, base)).schedule_id !== nodeId) fail('version.not_found', { id: base });
}

/** Refuses recipients that a report may not go to. */
async function requireRecipients(context: Context, nodeId: number, asked: ReportSubscriptionIn): Promise<void> {
  const { recipients, outside, outside_money, bring } = asked;
  if (!recipients.length && !outside.length) fail('report_subscription.nobody');
  await requireMember(context, recipients);
  if (!outside.length) return;
  if (!(await readSettings(context)).outside_reports) fail('report_subscription.outside_not_allowed');
  if (bring === 'link') fail('report_subscription.link_needs_account');
  const sees = !outside_money || (await context.read((db) => holdsAt(context, db, nodeId, 'cost.read')));
  if (!sees) fail('auth.forbidden', { right: 'cost.read' });
}

/** Has a report of a node come by mail. */
export async function subscribe(context: Context, nodeId: number, wanted: ReportSubscriptionIn) {
  await requireReport(context, nodeId, wanted);
  await requireRecipients(context, nodeId, wanted);
  const { report_id, format, recipients, outside, print, narrative, params, ...asked } = wanted;
  const created_at = context.now();
  const runs = nextRuns(cadenceOf({ ...asked, created_at }), created_at, NEXT_RUNS);
  if (!runs.length) fail('report_subscription.never');
  const id = await context.write(async (tx) => {
    await requireRoom(tx, 'report_subscription', { space_id: context.spaceId, node_id: nodeId });
    return addSubscription(tx, {
      ...asked,
      space_id: context.spaceId,
      node_id: nodeId,
      form_id: typeof report_id === 'number' ? report_id : null,
      form_word: typeof report_id === 'number' ? null : report_id,
      format: report_id === PRINT_BY_MAIL ? 'pdf' : (format ?? null),
      print: report_id === PRINT_BY_MAIL ? (print ?? null) : null,
      narrative: report_id === NARRATIVE_BY_MAIL ? (narrative ?? { days: USUAL_DAYS }) : null,
      params: isForm(report_id) ? (params ?? null) : null,
      recipients: [...new Set(recipients)],
      outside: [...new Set(outside.map((address) => address.toLowerCase()))],
      next_at: runs[0],
      created_by: context.userId,
      created_at,
    });
  });
  return { id, next_runs: runs.map((at) => at.toISOString()) };
}

/** Only members of the space with open access receive reports. */
export async function requireMember(context: Context, people: readonly number[]): Promise<void> {
  const members = new Set(await context.read((db) => listActiveMembers(db, context.spaceId, people)));
  const stranger = people.find((id) => !members.has(id));
  if (stranger !== undefined) fail('report_subscription.not_a_member', { id: stranger });
}

export async function findSubscription(context: Context, id: number): Promise<NamedSubscription> {
  const [one] = await context.read((db) => listSubscriptions(db, context.spaceId, { id }));
  return one ?? fail('report_subscription.not_found', { id });
}

/** A subscription at a node whose plan the caller may change. */
export async function ownAt(context: Context, id: number): Promise<NamedSubscription> {
  const one = await findSubscription(context, id);
  const may = await context.read((db) => holdsAt(context, db, one.node_id, 'plan.edit'));
  return may ? one : fail('auth.forbidden', { right: 'plan.edit' });
}

export async function setActive(context: Context, id: number, active: boolean): Promise<void> {
  const one = await ownAt(context, id);
  if (active && !stayingOf(one).length) fail('report_subscription.nobody_left');
  await context.write((tx) =>
    updateSubscription(tx, context.spaceId, id, { active, next_at: followingRun(one, context.now()) }, context.now()),
  );
}

export async function unsubscribe(context: Context, id: number): Promise<void> {
  await ownAt(context, id);
  await context.write((tx) => deleteSubscription(tx, context.spaceId, id));
}
