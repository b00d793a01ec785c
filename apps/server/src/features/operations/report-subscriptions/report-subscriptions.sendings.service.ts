import { MAILED_WORDS, type ReportSending } from '@gantry/contract';
import type { Context, Services } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { readSettings } from '../../access/spaces/spaces.service.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import { SUBSCRIBED_REPORT, type SubscribedReport } from './report-subscriptions.letters.service.ts';
import { nameOfRecipient, stayingOf } from './report-subscriptions.leaving.service.ts';
import type { DueSubscription, NamedSubscription } from './report-subscriptions.repository.ts';
import { findSending, listSendings, lockUnderWay, type NamedSending } from './report-subscriptions.sendings.repository.ts';
import { askedOf } from './report-subscriptions.rules.ts';
import { noteBegun } from './report-subscriptions.states.service.ts';
import { findSubscription, ownAt, reportName, requireMember } from './report-subscriptions.service.ts';

const PAGE = 100;

/** Recipients by their names, and the person who has a report sent by hand; null: its cadence does. */
type Errand = { names: readonly string[]; askedBy: number | null; now: Date };

/** Queues the report of a subscription, one for each member and one for all addresses together, and notes that it was begun. */
export async function beginSendings(
  services: Pick<Services, 'jobs' | 'push'>,
  tx: Tx,
  one: Subscribed,
  { names, ...errand }: Errand,
): Promise<void> {
  const isOutside = (name: string): boolean => one.outside?.includes(name) === true;
  for (const name of names) if (!isOutside(name)) await begin(services, tx, one, { ...errand, userId: Number(name) });
  const addresses = names.filter(isOutside);
  if (addresses.length) await begin(services, tx, one, { ...errand, userId: one.created_by, addresses });
}

type Subscribed = Omit<DueSubscription, 'next_at' | 'last_at'>;

/** Queues a report for a member, or for addresses as the owner of the subscription sees the plan. */
async function begin(
  services: Pick<Services, 'jobs' | 'push'>,
  tx: Tx,
  one: Subscribed,
  { userId, addresses, askedBy, now }: { userId: number; addresses?: readonly string[] } & Omit<Errand, 'names'>,
): Promise<void> {
  const form = one.form_id ?? MAILED_WORDS.find((word) => word === one.form_word);
  if (form === undefined) return;
  const about = { space_id: one.space_id, subscription_id: one.id, node_id: one.node_id, user_id: userId };
  const sendings: SubscribedReport['sendings'] = [];
  for (const address of addresses ?? [null])
    sendings.push({ id: await noteBegun(services, tx, { ...about, address, asked_by: askedBy, begun_at: now }), address });
  const input: SubscribedReport = {
    form,
    title: reportName(one),
    nodeId: one.node_id,
    ...(one.params && { of: askedOf(one.params, one.time_zone, now) }),
    format: one.format,
    language: one.language,
    ...(one.print && { print: one.print }),
    ...(one.narrative && { narrative: one.narrative }),
    sendings,
    bring: one.bring ?? 'attach',
    money: !addresses || one.outside_money === true,
    // A sending by the cadence needs the owner's right to send; a sending by hand is checked against the person who asks for it.
    ...(askedBy === null && { ownerId: one.created_by }),
    // Who asks for a report once more has it, changed or not.
    onlyIfChanged: one.only_if_changed === true && askedBy === null,
  };
  // The job runs with the rights of the recipient alone, whoever asked for it.
  const own = { userId, actorId: userId, tokenId: null };
  await services.jobs.enqueue(tx, { ...own, spaceId: one.space_id, kind: SUBSCRIBED_REPORT, title: '', input });
}

const sendingOut = (one: NamedSending): ReportSending => ({
  id: one.id,
  recipient: one.recipient,
  outside: one.address !== null,
  asked_by: one.asked_by_name,
  begun_at: one.begun_at.toISOString(),
  ended_at: one.ended_at?.toISOString() ?? null,
  state: one.state,
  name: one.name,
  size: one.size,
  reason: one.reason,
});

/** When a report went to whom, and what became of it: newest first. */
export async function listHistory(context: Context, id: number, before: number | undefined) {
  const one = await findSubscription(context, id);
  await getNode(context, one.node_id);
  const asked = { subscriptionId: id, before: before ?? null, limit: PAGE + 1 };
  const found = await context.read((db) => listSendings(db, context.spaceId, asked));
  return { items: found.slice(0, PAGE).map(sendingOut), more: found.length > PAGE };
}

/** Makes and sends a report to all its recipients, as each sees the plan now; answers how many. */
export async function sendNow(context: Context, id: number): Promise<{ recipients: number }> {
  const one = await ownAt(context, id);
  if (!one.active && one.paused_by !== 'left') fail('report_subscription.is_paused');
  return { recipients: await sendByHand(context, one, stayingOf(one)) };
}

/** Makes and sends a report once more, as its recipient sees the plan now. */
export async function sendAgain(context: Context, id: number): Promise<void> {
  const sending = await context.read((db) => findSending(db, context.spaceId, id));
  if (!sending) fail('report_subscription.not_found', { id });
  const one = await ownAt(context, sending.subscription_id);
  await requireMember(context, [sending.user_id]);
  const name = nameOfRecipient(sending.user_id, sending.address);
  if (one.left_by?.includes(name)) fail('report_subscription.has_left');
  await sendByHand(context, one, [name]);
}

/** Sends a report to those of some recipients to whom none is on its way; answers how many they are. */
async function sendByHand(context: Context, one: NamedSubscription, names: readonly string[]): Promise<number> {
  if (!names.length) fail('report_subscription.nobody_left');
  const outsideAlone = names.every((name) => one.outside?.includes(name));
  if (outsideAlone && !(await readSettings(context)).outside_reports) fail('report_subscription.outside_not_allowed');
  return context.write(async (tx) => {
    const busy = await lockUnderWay(tx, context.spaceId, one.id);
    const free = names.filter((name) => !busy.includes(name));
    if (!free.length) fail('report_subscription.still_sending');
    context.note({ name: reportName(one), recipients: free.length });
    await beginSendings(context, tx, one, { names: free, askedBy: context.userId, now: context.now() });
    return free.length;
  });
}
