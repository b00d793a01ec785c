import { MAILED_WORDS, type ReportSending } from '@gantry/contract';
import type { Context, Services } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import { SUBSCRIBED_REPORT, type SubscribedReport } from './report-subscriptions.letters.service.ts';
import { nameOfRecipient } from './report-subscriptions.leaving.service.ts';
import type { DueSubscription } from './report-subscriptions.repository.ts';
import { addSending, findSending, listSendings, type NamedSending } from './report-subscriptions.sendings.repository.ts';
import { findSubscription, ownAt, requireMember } from './report-subscriptions.service.ts';

const PAGE = 100;

/** Queues the report of a subscription for a member, or for addresses as its owner sees the plan, and notes that it was begun. */
export async function beginSending(
  services: Pick<Services, 'jobs'>,
  tx: Tx,
  one: Omit<DueSubscription, 'next_at' | 'last_at'>,
  { userId, addresses, askedBy, now }: { userId: number; addresses?: readonly string[]; askedBy: number | null; now: Date },
): Promise<void> {
  const form = one.form_id ?? MAILED_WORDS.find((word) => word === one.form_word);
  if (form === undefined) return;
  const about = { space_id: one.space_id, subscription_id: one.id, node_id: one.node_id, user_id: userId };
  const sendings: SubscribedReport['sendings'] = [];
  for (const address of addresses ?? [null])
    sendings.push({ id: await addSending(tx, { ...about, address, asked_by: askedBy, begun_at: now }), address });
  const input: SubscribedReport = {
    form,
    nodeId: one.node_id,
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

/** Makes and sends a report once more, as its recipient sees the plan now. */
export async function sendAgain(context: Context, id: number): Promise<void> {
  const sending = await context.read((db) => findSending(db, context.spaceId, id));
  if (!sending) fail('report_subscription.not_found', { id });
  const one = await ownAt(context, sending.subscription_id);
  await requireMember(context, [sending.user_id]);
  if (one.left_by?.includes(nameOfRecipient(sending.user_id, sending.address))) fail('report_subscription.has_left');
  if (!sending.ended_at) fail('report_subscription.still_sending');
  const addresses = sending.address === null ? undefined : [sending.address];
  const to = { userId: sending.user_id, ...(addresses && { addresses }), askedBy: context.userId, now: context.now() };
  context.note({ name: one.form_name ?? one.form_word ?? '' });
  await context.write((tx) => beginSending(context, tx, one, to));
}
