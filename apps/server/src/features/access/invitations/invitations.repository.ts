import { type RawBuilder, sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

type Role = Pick<Row<'invitation'>, 'role' | 'role_id'>;

/** Stores an invitation and replaces an earlier one to the same address. */
export async function saveInvitation(
  tx: Tx,
  invitation: { space_id: number; email: string; invited_by: number; days: number } & Role,
): Promise<number> {
  const { space_id, email, invited_by, days, role, role_id } = invitation;
  const { rows } = await sql<{ id: number }>`
    insert into invitation (space_id, email, role, role_id, invited_by, expires_at)
    values (${space_id}, ${email}, ${role}, ${role_id}, ${invited_by}, now() + make_interval(days => ${days}))
    on conflict (space_id, lower(email)) do update set
      email = excluded.email, role = excluded.role, role_id = excluded.role_id, invited_by = excluded.invited_by, token_hash = null,
      delivery = 'waiting', trouble = null, created_at = excluded.created_at, sent_at = null, expires_at = excluded.expires_at
    returning id`.execute(tx);
  return rows[0].id;
}

/** Restarts the validity of an invitation and invalidates earlier letters. False when there is none. */
export async function renewInvitation(tx: Tx, spaceId: number, id: number, days: number): Promise<{ email: string } | null> {
  const row = await tx
    .updateTable('invitation')
    .set({ token_hash: null, delivery: 'waiting', trouble: null, expires_at: sql<Date>`now() + make_interval(days => ${days})` })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirst();
  return row ?? null;
}

export async function deleteInvitation(tx: Tx, spaceId: number, id: number): Promise<{ email: string } | null> {
  const row = await tx.deleteFrom('invitation').where('space_id', '=', spaceId).where('id', '=', id).returning('email').executeTakeFirst();
  return row ?? null;
}

/** A statement that deletes at most `most` invitations that ended a year ago, the oldest first. */
export const endedInvitations = (most: number): RawBuilder<unknown> => sql`
  delete from invitation where (space_id, id) in (
    select space_id, id from invitation where expires_at < now() - interval '1 year' order by expires_at limit ${most}
    for update skip locked)`;

/** Invitations of a space, or one of them. */
export async function listInvitations(db: Db, spaceId: number, id?: number) {
  return db
    .selectFrom('invitation')
    .innerJoin('app_user', 'app_user.id', 'invitation.invited_by')
    .innerJoin('space', 'space.id', 'invitation.space_id')
    .leftJoin('role', (join) => join.onRef('role.space_id', '=', 'invitation.space_id').onRef('role.id', '=', 'invitation.role_id'))
    .select([
      'invitation.id',
      'invitation.email',
      'invitation.role',
      'invitation.role_id',
      'role.name as role_name',
      personName().as('invited_by'),
      'app_user.language',
      'space.name as space_name',
      'invitation.created_at',
      'invitation.expires_at',
      sql<boolean>`invitation.expires_at <= now()`.as('expired'),
      'invitation.delivery',
      'invitation.trouble',
    ])
    .where('invitation.space_id', '=', spaceId)
    .where((eb) => eb.and({ 'invitation.id': id }))
    .orderBy('invitation.created_at', 'desc')
    .orderBy('invitation.id', 'desc')
    .execute();
}

/** Stores the token of the next letter of an invitation; false when it was withdrawn or used. */
export async function saveToken(tx: Tx, spaceId: number, id: number, tokenHash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('invitation')
    .set({ token_hash: tokenHash })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function saveDelivery(
  tx: Tx,
  spaceId: number,
  id: number,
  delivery: 'sent' | 'failed',
  trouble: string | null,
): Promise<void> {
  await tx
    .updateTable('invitation')
    .set({ delivery, trouble, ...(delivery === 'sent' ? { sent_at: sql<Date>`now()` } : {}) })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .execute();
}

/** Finds a valid invitation of any space by its token. */
export async function findByToken(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('invitation')
    .innerJoin('space', 'space.id', 'invitation.space_id')
    .innerJoin('app_user', 'app_user.id', 'invitation.invited_by')
    .leftJoin('role', (join) => join.onRef('role.space_id', '=', 'invitation.space_id').onRef('role.id', '=', 'invitation.role_id'))
    .select([
      'invitation.space_id',
      'invitation.id',
      'invitation.email',
      'invitation.role',
      'invitation.role_id',
      'role.name as role_name',
      'invitation.invited_by as inviter_id',
      'invitation.expires_at',
      personName().as('invited_by'),
      'space.name as space_name',
      sql<boolean>`exists (select from app_user u where lower(u.email) = lower(invitation.email))`.as('account'),
    ])
    .where('invitation.token_hash', '=', tokenHash)
    .where('invitation.expires_at', '>', sql<Date>`now()`)
    .where('space.deleting', '=', false)
    .executeTakeFirst();
}

/** Uses an invitation; of two simultaneous callers one succeeds. */
export async function takeInvitation(tx: Tx, spaceId: number, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('invitation')
    .where('space_id', '=', spaceId)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
