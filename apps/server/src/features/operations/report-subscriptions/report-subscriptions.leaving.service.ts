import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { countTries } from '../../access/auth/auth.throttle.service.ts';
import { findDelivery, noteLeft } from './report-subscriptions.repository.ts';
import { noteBegun, noteState } from './report-subscriptions.states.service.ts';

/** Marks the tokens of reports among those that end letters. */
const MARK = 'report';
const TRIES = { tries: 60, windowSeconds: 15 * 60 };

/** A recipient as deliveries name them: the id of a member, or an address. */
export const nameOfRecipient = (userId: number, address: string | null): string => address ?? String(userId);

const signed = (key: string, recipient: string): string => createHmac('sha256', key).update(recipient).digest('base64url');

/** Ends the report of a subscription for one recipient; it names neither them nor their address. */
export const leaveToken = (spaceId: number, subscriptionId: number, key: string, recipient: string): string =>
  [MARK, spaceId, subscriptionId, signed(key, recipient)].join('.');

/** Ends a report for the recipient whose letter holds the token. It asks for no sign-in, as RFC 8058 has it; a second time it does nothing. */
export async function leave(context: Context, token: string): Promise<void> {
  await countTries(context, [{ key: `report-leave:${context.clientAddress}`, ...TRIES }]);
  const { space, id, sign } = /^report\.(?<space>\d{1,15})\.(?<id>\d{1,15})\.(?<sign>[\w-]{43})$/.exec(token)?.groups ?? {};
  if (!space || !id || !sign) fail('report_subscription.link_not_valid');
  const spaceId = Number(space);
  await context.database.write({ spaceId, userId: null }, async (tx) => {
    const delivery = await findDelivery(tx, spaceId, Number(id));
    if (!delivery) fail('report_subscription.link_not_valid');
    const recipient = recipientsOf(delivery).find((one) => isSame(signed(delivery.leave_key, one), sign));
    if (recipient === undefined) fail('report_subscription.link_not_valid');
    if (delivery.left_by.includes(recipient)) return;
    const at = context.now();
    const isOutside = delivery.outside.includes(recipient);
    const sending = await noteBegun(context, tx, {
      space_id: spaceId,
      subscription_id: Number(id),
      node_id: delivery.node_id,
      user_id: isOutside ? delivery.created_by : Number(recipient),
      address: isOutside ? recipient : null,
      asked_by: null,
      begun_at: at,
    });
    await noteState(context, tx, spaceId, sending, { state: 'left', ended_at: at });
    const left = [...delivery.left_by, recipient];
    await noteLeft(tx, spaceId, Number(id), left, !stayingOf({ ...delivery, left_by: left }).length);
  });
}

const recipientsOf = ({ recipients, outside }: Named): string[] => [...recipients.map(String), ...(outside ?? [])];

type Named = { recipients: readonly (number | string)[]; outside: readonly string[] | null };

/** The names of those who have not left. */
export const stayingOf = ({ left_by, ...one }: Named & { left_by: readonly string[] | null }): string[] =>
  recipientsOf(one).filter((name) => !left_by?.includes(name));

const isSame = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other));
