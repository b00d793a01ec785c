import { sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

type Held = { id: number; user_id: number; name: string };

/** Specialties with the people who have them. */
export async function listSpecialties(db: Db, spaceId: number): Promise<{ id: number; name: string; people: Held[] }[]> {
  const { rows } = await sql<{ id: number; name: string; people: Held[] }>`
    select s.id, s.name, coalesce((
      select json_agg(json_build_object('id', h.id, 'user_id', u.id, 'name', ${personName('u')}) order by u.last_name, u.id)
      from user_specialty h join app_user u on u.id = h.user_id where h.space_id = s.space_id and h.specialty_id = s.id
    ), '[]') as people
    from specialty s where s.space_id = ${spaceId} order by s.name, s.id`.execute(db);
  return rows;
}

export async function findSpecialty(db: Db, spaceId: number, by: { id?: number; name?: string }): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select id from specialty where space_id = ${spaceId}
    and (${by.id ?? null}::bigint is null or id = ${by.id ?? null}) and (${by.name ?? null}::text is null or lower(name) = lower(${by.name ?? null}))`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

export async function saveSpecialty(tx: Tx, spaceId: number, name: string): Promise<number> {
  const { id } = await tx.insertInto('specialty').values({ space_id: spaceId, name }).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function renameSpecialty(tx: Tx, spaceId: number, id: number, name: string): Promise<void> {
  await tx.updateTable('specialty').set({ name }).where('space_id', '=', spaceId).where('id', '=', id).execute();
}

export async function deleteSpecialty(tx: Tx, spaceId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('specialty').where('space_id', '=', spaceId).where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function isMember(db: Db, spaceId: number, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('space_user')
    .select('user_id')
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function listHeld(db: Db, spaceId: number, userId: number): Promise<{ id: number; specialty_id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; specialty_id: number; name: string }>`
    select h.id, h.specialty_id, s.name from user_specialty h join specialty s on s.space_id = h.space_id and s.id = h.specialty_id
    where h.space_id = ${spaceId} and h.user_id = ${userId} order by s.name`.execute(db);
  return rows;
}

export async function saveHeld(tx: Tx, spaceId: number, userId: number, specialtyId: number): Promise<number | null> {
  const row = await tx
    .insertInto('user_specialty')
    .values({ space_id: spaceId, user_id: userId, specialty_id: specialtyId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function deleteHeld(tx: Tx, spaceId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('user_specialty').where('space_id', '=', spaceId).where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}
