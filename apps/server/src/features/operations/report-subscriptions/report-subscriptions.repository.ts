import type { MailedNarrative, MailedParams, PrintComposition } from '@gantry/contract';
import { sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

export type SubscriptionRow = Row<'report_subscription'>;
type DeliveryRow = Row<'report_delivery'>;
/** A subscription and how it is delivered; those that are older than deliveries have none. */
export type DueSubscription = SubscriptionRow & {
  only_if_changed: boolean | null;
  print: PrintComposition | null;
  narrative: MailedNarrative | null;
  params: MailedParams | null;
  outside: string[] | null;
  outside_money: boolean | null;
  bring: DeliveryRow['bring'] | null;
  left_by: string[] | null;
  form_name: string | null;
};
/** What a delivery needs to let its recipients leave. */
export type Delivery = Pick<DeliveryRow, 'node_id' | 'leave_key' | 'left_by' | 'outside'> &
  Pick<SubscriptionRow, 'recipients' | 'created_by'>;

const DELIVERED = [
  'd.only_if_changed',
  'd.print',
  'd.narrative',
  'd.outside',
  'd.outside_money',
  'd.bring',
  'd.left_by',
  'p.params',
] as const;
export type NamedSubscription = DueSubscription & {
  paused_by: DeliveryRow['paused_by'] | null;
  recipient_names: string[];
  left_names: string[];
};

/** Those of some people who are members of a space with open access. */
export async function listActiveMembers(db: Db, spaceId: number, people: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select user_id as id from space_user where space_id = ${spaceId} and status = 'active' and user_id = any(${[...people]}::bigint[])`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Subscriptions of a space: those of a node, or one. */
export async function listSubscriptions(
  db: Db,
  spaceId: number,
  { nodeId = null, id = null }: { nodeId?: number | null; id?: number | null },
): Promise<NamedSubscription[]> {
  return db
    .selectFrom('report_subscription as s')
    .leftJoin('report_form as f', (join) => join.onRef('f.space_id', '=', 's.space_id').onRef('f.id', '=', 's.form_id'))
    .leftJoin('report_delivery as d', (join) => join.onRef('d.space_id', '=', 's.space_id').onRef('d.subscription_id', '=', 's.id'))
    .leftJoin('report_params as p', (join) => join.onRef('p.space_id', '=', 's.space_id').onRef('p.subscription_id', '=', 's.id'))
    .selectAll('s')
    .select(['f.name as form_name', 'd.paused_by', ...DELIVERED])
    .select(
      sql<string[]>`coalesce((select array_agg(${personName('u')} order by u.id) from app_user u where u.id = any(s.recipients)), '{}')`.as(
        'recipient_names',
      ),
    )
    .select(
      sql<
        string[]
      >`coalesce((select array_agg(${personName('u')} order by u.id) from app_user u where u.id::text = any(d.left_by)), '{}')`.as(
        'left_names',
      ),
    )
    .where('s.space_id', '=', spaceId)
    .where((eb) => eb.and([...(nodeId === null ? [] : [eb('s.node_id', '=', nodeId)]), ...(id === null ? [] : [eb('s.id', '=', id)])]))
    .orderBy('s.id')
    .execute();
}

export async function addSubscription(
  tx: Tx,
  {
    only_if_changed,
    print,
    narrative,
    params,
    outside,
    outside_money,
    bring,
    ...subscription
  }: Omit<SubscriptionRow, 'id' | 'active' | 'last_at' | 'recipients'> & {
    recipients: number[];
    only_if_changed: boolean;
    print: PrintComposition | null;
    narrative: MailedNarrative | null;
    params: MailedParams | null;
    outside: string[];
    outside_money: boolean;
    bring: DeliveryRow['bring'];
  },
): Promise<number> {
  const { id } = await tx.insertInto('report_subscription').values(subscription).returning('id').executeTakeFirstOrThrow();
  const { space_id, node_id, created_at } = subscription;
  await tx
    .insertInto('report_delivery')
    .values({
      space_id,
      subscription_id: id,
      node_id,
      only_if_changed,
      counted_from: created_at,
      print: print && JSON.stringify(print),
      narrative: narrative && JSON.stringify(narrative),
      outside,
      outside_money,
      bring,
    })
    .execute();
  if (params)
    await tx
      .insertInto('report_params')
      .values({ space_id, subscription_id: id, node_id, params: JSON.stringify(params) })
      .execute();
  return id;
}

export async function updateSubscription(
  tx: Tx,
  spaceId: number,
  id: number,
  change: { active: boolean; next_at: Date },
  now: Date,
): Promise<void> {
  await tx.updateTable('report_subscription').set(change).where('space_id', '=', spaceId).where('id', '=', id).execute();
  const delivery = { paused_by: null, counted_from: now };
  await tx.updateTable('report_delivery').set(delivery).where('space_id', '=', spaceId).where('subscription_id', '=', id).execute();
}

export async function deleteSubscription(tx: Tx, spaceId: number, id: number): Promise<void> {
  await tx.deleteFrom('report_subscription').where('space_id', '=', spaceId).where('id', '=', id).execute();
  await tx.deleteFrom('report_params').where('space_id', '=', spaceId).where('subscription_id', '=', id).execute();
  await tx.deleteFrom('report_delivery').where('space_id', '=', spaceId).where('subscription_id', '=', id).execute();
  await tx.deleteFrom('report_sending').where('space_id', '=', spaceId).where('subscription_id', '=', id).execute();
}

export const findDelivery = async (db: Db, spaceId: number, id: number): Promise<Delivery | null> =>
  (await db
    .selectFrom('report_delivery as d')
    .innerJoin('report_subscription as s', (join) => join.onRef('s.space_id', '=', 'd.space_id').onRef('s.id', '=', 'd.subscription_id'))
    .select(['d.node_id', 'd.leave_key', 'd.left_by', 'd.outside', 's.recipients', 's.created_by'])
    .where('d.space_id', '=', spaceId)
    .where('d.subscription_id', '=', id)
    .forUpdate()
    .executeTakeFirst()) ?? null;

/** Notes who has left; a subscription that all have left is paused. */
export async function noteLeft(tx: Tx, spaceId: number, id: number, left_by: string[], all: boolean): Promise<void> {
  const change = { left_by, ...(all && { paused_by: 'left' as const }) };
  await tx.updateTable('report_delivery').set(change).where('space_id', '=', spaceId).where('subscription_id', '=', id).execute();
  if (all)
    await tx.updateTable('report_subscription').set({ active: false }).where('space_id', '=', spaceId).where('id', '=', id).execute();
}

/** Subscriptions whose time has come, in spaces that stand. */
export const listDue = (db: Db, now: Date): Promise<DueSubscription[]> =>
  db
    .selectFrom('report_subscription')
    .innerJoin('space', 'space.id', 'report_subscription.space_id')
    .leftJoin('report_delivery as d', (join) =>
      join.onRef('d.space_id', '=', 'report_subscription.space_id').onRef('d.subscription_id', '=', 'report_subscription.id'),
    )
    .leftJoin('report_params as p', (join) =>
      join.onRef('p.space_id', '=', 'report_subscription.space_id').onRef('p.subscription_id', '=', 'report_subscription.id'),
    )
    .leftJoin('report_form as f', (join) =>
      join.onRef('f.space_id', '=', 'report_subscription.space_id').onRef('f.id', '=', 'report_subscription.form_id'),
    )
    .selectAll('report_subscription')
    .select(['f.name as form_name', ...DELIVERED])
    .where('report_subscription.active', '=', true)
    .where('next_at', '<=', now)
    .where('space.deleting', '=', false)
    .orderBy('next_at')
    .limit(200)
    .execute();

/** Takes a run; false where another server has taken it. */
export async function takeRun(tx: Tx, one: Pick<SubscriptionRow, 'space_id' | 'id' | 'next_at'>, next: Date, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('report_subscription')
    .set({ next_at: next, last_at: now })
    .where('space_id', '=', one.space_id)
    .where('id', '=', one.id)
    .where('next_at', '=', one.next_at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
