import { sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

export type SubscriptionRow = Row<'report_subscription'>;
/** A subscription with the name of its form and of its recipients. */
export type NamedSubscription = SubscriptionRow & { form_name: string | null; recipient_names: string[] };

/** Subscriptions of a space: those of a node, or one. */
export async function listSubscriptions(
  db: Db,
  spaceId: number,
  { nodeId = null, id = null }: { nodeId?: number | null; id?: number | null },
): Promise<NamedSubscription[]> {
  return db
    .selectFrom('report_subscription as s')
    .leftJoin('report_form as f', (join) => join.onRef('f.space_id', '=', 's.space_id').onRef('f.id', '=', 's.form_id'))
    .selectAll('s')
    .select('f.name as form_name')
    .select(
      sql<string[]>`coalesce((select array_agg(${personName('u')} order by u.id) from app_user u where u.id = any(s.recipients)), '{}')`.as(
        'recipient_names',
      ),
    )
    .where('s.space_id', '=', spaceId)
    .where((eb) => eb.and([...(nodeId === null ? [] : [eb('s.node_id', '=', nodeId)]), ...(id === null ? [] : [eb('s.id', '=', id)])]))
    .orderBy('s.id')
    .execute();
}

export async function addSubscription(
  tx: Tx,
  subscription: Omit<SubscriptionRow, 'id' | 'active' | 'last_at' | 'recipients'> & { recipients: number[] },
): Promise<number> {
  return (await tx.insertInto('report_subscription').values(subscription).returning('id').executeTakeFirstOrThrow()).id;
}

export async function updateSubscription(tx: Tx, spaceId: number, id: number, change: { active: boolean; next_at: Date }): Promise<void> {
  await tx.updateTable('report_subscription').set(change).where('space_id', '=', spaceId).where('id', '=', id).execute();
}

export async function deleteSubscription(tx: Tx, spaceId: number, id: number): Promise<void> {
  await tx.deleteFrom('report_subscription').where('space_id', '=', spaceId).where('id', '=', id).execute();
  await tx.deleteFrom('report_sending').where('space_id', '=', spaceId).where('subscription_id', '=', id).execute();
}

/** Subscriptions whose time has come, in spaces that stand. */
export const listDue = (db: Db, now: Date): Promise<SubscriptionRow[]> =>
  db
    .selectFrom('report_subscription')
    .innerJoin('space', 'space.id', 'report_subscription.space_id')
    .selectAll('report_subscription')
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
