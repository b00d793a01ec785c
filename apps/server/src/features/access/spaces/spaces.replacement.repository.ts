import { sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { inBlocks } from '../../../platform/postgres/insertions.ts';

const SETTINGS = [
  'name',
  'kind',
  'created_by',
  'allowed_addresses',
  'storage_quota_mb',
  'file_types',
  'time_zone',
  'currency',
  'bare_letters',
  'outside_reports',
] as const;

/** A space with the settings of another one and nothing in it. */
export async function copySpaceRow(tx: Tx, fromId: number, name: string | null): Promise<number> {
  const settings = await tx.selectFrom('space').select(SETTINGS).where('id', '=', fromId).executeTakeFirstOrThrow();
  const copy = { ...settings, name: name ?? settings.name };
  return (await tx.insertInto('space').values(copy).returning('id').executeTakeFirstOrThrow()).id;
}

/** What a backup says of its space beside its rows. */
export const findDescribed = (db: Db, id: number) =>
  db.selectFrom('space').select(['name', 'time_zone', 'currency']).where('id', '=', id).executeTakeFirstOrThrow();

/** A space for what was backed up elsewhere. */
export async function saveForeign(
  tx: Tx,
  space: { name: string; created_by: number; time_zone: string | null; currency: string | null },
): Promise<number> {
  const { id } = await tx.insertInto('space').values(space).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function disableMembers(tx: Tx, spaceId: number): Promise<void> {
  await tx.updateTable('space_user').set({ status: 'disabled' }).where('space_id', '=', spaceId).execute();
}

/** Members stand as they stand now, not as they stood then: who has left since has no access, who has come since keeps it. */
export async function alignMembers(tx: Tx, fromId: number, toId: number): Promise<void> {
  const role = sql`case when exists (select from role r where r.space_id = ${toId} and r.id = now.role_id) then now.role_id end`;
  await sql`update space_user n set role = now.role, role_id = ${role}, status = now.status, executor = now.executor
    from space_user now where n.space_id = ${toId} and now.space_id = ${fromId} and now.user_id = n.user_id`.execute(tx);
  await sql`update space_user n set status = 'disabled' where n.space_id = ${toId}
    and not exists (select from space_user m where m.space_id = ${fromId} and m.user_id = n.user_id)`.execute(tx);
  const { rows } = await sql<Omit<Row<'space_user'>, 'space_id' | 'created_at'>>`
    select user_id, role, ${role} as role_id, status, executor from space_user now
    where space_id = ${fromId} and not exists (select from space_user m where m.space_id = ${toId} and m.user_id = now.user_id)`.execute(
    tx,
  );
  for (const some of inBlocks(rows, 6))
    await tx
      .insertInto('space_user')
      .values(some.map((member) => ({ ...member, space_id: toId })))
      .execute();
}

/** Makes somebody an owner of a space that has just been made. */
export async function ensureOwner(tx: Tx, spaceId: number, userId: number): Promise<void> {
  await sql`insert into space_user (space_id, user_id, role) values (${spaceId}, ${userId}, 'owner')
    on conflict (space_id, user_id) do update set role = 'owner', role_id = null, status = 'active'`.execute(tx);
}

/** Nothing of these belongs to what was backed up: it moves along with the space as it is. */
const MOVES = ['license', 'access_token', 'backup_repository', 'backup_job', 'backup'];

/** Lets a space stand in for another one: calls go there from now on. */
export async function replaceSpaceRow(tx: Tx, formerId: number, id: number, until: Date): Promise<void> {
  for (const table of MOVES) await sql`update ${sql.table(table)} set space_id = ${id} where space_id = ${formerId}`.execute(tx);
  await sql`update space set deleting = true, replaced_by = ${id}, replaced_until = ${until} where id = ${formerId}`.execute(tx);
  await sql`update space set replaced_by = ${id} where replaced_by = ${formerId}`.execute(tx);
}

/** Lists the spaces that a restored space has replaced, the newest first. */
export const listReplaced = (db: Db, id: number, now: Date) =>
  db
    .selectFrom('space')
    .select(['id', 'name', 'replaced_until'])
    .where('replaced_by', '=', id)
    .where('replaced_until', '>', now)
    .orderBy('replaced_until', 'desc')
    .execute();

/** Ends the replacement of a space; returns false when the other space did not replace it, or when it is no longer kept. */
export async function reviveSpaceRow(tx: Tx, id: number, replacedBy: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('space')
    .set({ deleting: false, replaced_by: null, replaced_until: null })
    .where('id', '=', id)
    .where('replaced_by', '=', replacedBy)
    .where('replaced_until', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Spaces whose time after a replacement is over; none is listed twice. */
export async function takeOutlived(tx: Tx, now: Date): Promise<{ id: number; name: string; created_by: number }[]> {
  const { rows } = await sql<{ id: number; name: string; created_by: number }>`
    update space set replaced_until = null where replaced_by is not null and replaced_until <= ${now} returning id, name, created_by`.execute(
    tx,
  );
  return rows;
}

/** Finds the space that has replaced another one; null when none has. */
export async function findReplacement(db: Db, id: number): Promise<number | null> {
  const row = await db.selectFrom('space').select('replaced_by').where('id', '=', id).executeTakeFirst();
  return row?.replaced_by ?? null;
}
