import { sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

type SendingRow = Row<'report_sending'>;
/** A sending with the names of its recipient and of the person who asked for it. */
export type NamedSending = SendingRow & { recipient: string; asked_by_name: string | null };

/** How long sendings are kept. */
const KEPT_DAYS = 366;

export async function addSending(
  tx: Tx,
  sending: Pick<SendingRow, 'space_id' | 'subscription_id' | 'node_id' | 'user_id' | 'address' | 'asked_by' | 'begun_at'>,
): Promise<number> {
  return (
    await tx
      .insertInto('report_sending')
      .values({ ...sending, state: 'making' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
}

/** Writes the outcome of a sending and answers whose it is; a sending that has ended keeps its outcome. */
export async function updateSending(
  tx: Tx,
  spaceId: number,
  id: number,
  { reason, ...change }: Partial<Pick<SendingRow, 'state' | 'ended_at' | 'name' | 'size' | 'content'>> & { reason?: SendingReason },
): Promise<Pick<SendingRow, 'node_id' | 'subscription_id'> | null> {
  const changed = await tx
    .updateTable('report_sending')
    .set({ ...change, ...(reason && { reason: JSON.stringify(reason) as never }) })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning(['node_id', 'subscription_id'])
    .executeTakeFirst();
  return changed ?? null;
}

/** Why a report did not come: the code of a refusal, or the words of a mail server. */
export type SendingReason = { code: string; parameters: Record<string, unknown> };

/** Sendings of a subscription, newest first, before one that is known. */
export const listSendings = (
  db: Db,
  spaceId: number,
  { subscriptionId, before, limit }: { subscriptionId: number; before: number | null; limit: number },
): Promise<NamedSending[]> =>
  db
    .selectFrom('report_sending as s')
    .innerJoin('app_user as u', 'u.id', 's.user_id')
    .leftJoin('app_user as a', 'a.id', 's.asked_by')
    .selectAll('s')
    .select(sql<string>`coalesce(s.address, ${personName('u')})`.as('recipient'))
    .select(sql<string | null>`case when a.id is null then null else ${personName('a')} end`.as('asked_by_name'))
    .where('s.space_id', '=', spaceId)
    .where('s.subscription_id', '=', subscriptionId)
    .where((eb) => (before === null ? eb.lit(true) : eb('s.id', '<', before)))
    .orderBy('s.id', 'desc')
    .limit(limit)
    .execute();

export const findSending = async (db: Db, spaceId: number, id: number): Promise<SendingRow | null> =>
  (await db.selectFrom('report_sending').selectAll().where('space_id', '=', spaceId).where('id', '=', id).executeTakeFirst()) ?? null;

/** The names of recipients to whom a report of a subscription is on its way; others who would send it wait until the transaction ends. */
export async function lockUnderWay(tx: Tx, spaceId: number, subscriptionId: number): Promise<string[]> {
  await tx
    .selectFrom('report_subscription')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('id', '=', subscriptionId)
    .forUpdate()
    .execute();
  const begun = await tx
    .selectFrom('report_sending')
    .select(sql<string>`coalesce(address, user_id::text)`.as('name'))
    .where('space_id', '=', spaceId)
    .where('subscription_id', '=', subscriptionId)
    .where('ended_at', 'is', null)
    .execute();
  return begun.map(({ name }) => name);
}

/** What the report said that the recipient of a sending had last by the same subscription. */
export async function lastContent(db: Db, spaceId: number, id: number): Promise<string | null> {
  const last = await db
    .selectFrom('report_sending as s')
    .innerJoin('report_sending as o', (join) =>
      join
        .onRef('o.space_id', '=', 's.space_id')
        .onRef('o.subscription_id', '=', 's.subscription_id')
        .onRef('o.user_id', '=', 's.user_id')
        .on(sql<boolean>`o.address is not distinct from s.address`)
        .onRef('o.id', '<', 's.id'),
    )
    .select('o.content')
    .where('s.space_id', '=', spaceId)
    .where('s.id', '=', id)
    .where('o.state', '=', 'sent')
    .orderBy('o.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.content ?? null;
}

/** How the letter of a sending leaves: its delivery, and whether the space lets reports go to people without an account. */
export const findLetter = async (db: Db, spaceId: number, id: number) =>
  (await db
    .selectFrom('report_sending as s')
    .innerJoin('report_delivery as d', (join) =>
      join.onRef('d.space_id', '=', 's.space_id').onRef('d.subscription_id', '=', 's.subscription_id'),
    )
    .innerJoin('space', 'space.id', 's.space_id')
    .select(['s.subscription_id', 's.user_id', 's.address', 'd.leave_key', 'd.left_by', 'space.outside_reports'])
    .where('s.space_id', '=', spaceId)
    .where('s.id', '=', id)
    .executeTakeFirst()) ?? null;

/** The reason of a sending whose letter the mail server refused. */
export const MAIL_REFUSED = 'report_subscription.mail_refused';
const REFUSALS = 3;

/** Pauses the subscription of a sending where the last three letters to each of its recipients were refused. */
export async function pauseRefused(tx: Tx, spaceId: number, id: number): Promise<void> {
  await sql`
    with paused as (
      update report_delivery d set paused_by = 'refused'
      from report_sending s, report_subscription o
      where s.space_id = ${spaceId} and s.id = ${id}
        and d.space_id = s.space_id and d.subscription_id = s.subscription_id
        and o.space_id = s.space_id and o.id = s.subscription_id and o.active
        and not exists (select from unnest(o.recipients::text[] || d.outside) recipient where recipient <> all (d.left_by) and (
          select count(*) filter (where last.code = ${MAIL_REFUSED}) from (
            select l.reason ->> 'code' as code from report_sending l
            where l.space_id = s.space_id and l.subscription_id = s.subscription_id and coalesce(l.address, l.user_id::text) = recipient
              and l.begun_at >= d.counted_from and l.state in ('sent', 'failed')
            order by l.id desc limit ${REFUSALS}) last) < ${REFUSALS})
      returning d.subscription_id)
    update report_subscription o set active = false from paused where o.space_id = ${spaceId} and o.id = paused.subscription_id`.execute(
    tx,
  );
}

/** Forgets the sendings of a space that are a year old, and those of subscriptions that went with their form or their author. */
export async function forgetOldSendings(tx: Tx, spaceId: number, now: Date): Promise<void> {
  const old = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
  await sql`delete from report_sending s where s.space_id = ${spaceId} and (s.begun_at < ${old}
    or not exists (select from report_subscription o where o.space_id = s.space_id and o.id = s.subscription_id))`.execute(tx);
}

/** Forgets how subscriptions were delivered that went with their form or their author. */
export async function forgetOldDeliveries(tx: Tx, spaceId: number): Promise<void> {
  await sql`delete from report_delivery d where d.space_id = ${spaceId}
    and not exists (select from report_subscription o where o.space_id = d.space_id and o.id = d.subscription_id)`.execute(tx);
  await sql`delete from report_params p where p.space_id = ${spaceId}
    and not exists (select from report_subscription o where o.space_id = p.space_id and o.id = p.subscription_id)`.execute(tx);
}
