import type { NoticeKind } from '@gantry/domain';
import { sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import type { Mine } from './notices.repository.ts';

export type Device = Pick<Row<'push_device'>, 'id' | 'endpoint' | 'p256dh' | 'auth'>;

/** Keeps a browser; the oldest ones beyond `most` go. */
export async function saveDevice(
  tx: Tx,
  { spaceId, userId }: Mine,
  device: Omit<Device, 'id'> & { session_id: number },
  most: number,
): Promise<void> {
  const { p256dh, auth, session_id } = device;
  await tx
    .insertInto('push_device')
    .values({ space_id: spaceId, user_id: userId, ...device })
    .onConflict((conflict) => conflict.columns(['space_id', 'user_id', 'endpoint']).doUpdateSet({ p256dh, auth, session_id }))
    .execute();
  await sql`
    delete from push_device where space_id = ${spaceId} and user_id = ${userId}
      and id not in (select id from push_device where space_id = ${spaceId} and user_id = ${userId} order by id desc limit ${most})`.execute(
    tx,
  );
}

export async function deleteDevice(tx: Tx, { spaceId, userId }: Mine, which: { id: number } | { endpoint: string }): Promise<void> {
  await tx
    .deleteFrom('push_device')
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .where((eb) => ('id' in which ? eb('id', '=', which.id) : eb('endpoint', '=', which.endpoint)))
    .execute();
}

export async function findDevice(db: Db, { spaceId, userId }: Mine, id: number): Promise<Device | null> {
  const { rows } = await sql<Device>`
    select d.id, d.endpoint, d.p256dh, d.auth from push_device d
    join space_user m on m.space_id = d.space_id and m.user_id = d.user_id and m.status = 'active'
    join session s on s.id = d.session_id and s.expires_at > now()
    where d.space_id = ${spaceId} and d.user_id = ${userId} and d.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** A browser that is told of a kind of notices, with when its person wants it quiet. */
export type Listener = { id: number; user_id: number; zone: string | null; quiet_from: number | null; quiet_to: number | null };

/** Browsers of some people; of those alone who want a kind on their desktop, where it is named. */
export async function listListeners(db: Db, spaceId: number, userIds: readonly number[], kind: NoticeKind | null): Promise<Listener[]> {
  const { rows } = await sql<Listener>`
    select d.id, d.user_id, coalesce(p.time_zone, s.time_zone) as zone, p.quiet_from, p.quiet_to
    from push_device d join space s on s.id = d.space_id
    left join notice_setting p on p.space_id = d.space_id and p.user_id = d.user_id
    where d.space_id = ${spaceId} and d.user_id = any(${[...userIds]})
      and (${kind}::text is null or coalesce((p.desktop->>${kind}::text)::boolean, true))
    order by d.id`.execute(db);
  return rows;
}
