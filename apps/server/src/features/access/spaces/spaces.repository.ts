import type { SpaceRole } from '@gantry/domain';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database.ts';

export async function saveSpace(tx: Tx, space: { name: string; kind: 'regular' | 'free' | 'demo'; created_by: number }): Promise<number> {
  const { id } = await tx.insertInto('space').values(space).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Adds a member; the transaction must name the space. */
export async function saveMember(tx: Tx, spaceId: number, userId: number, role: SpaceRole): Promise<void> {
  await sql`select set_config('app.space_id', ${String(spaceId)}, true)`.execute(tx);
  await tx.insertInto('space_user').values({ space_id: spaceId, user_id: userId, role }).execute();
}

export async function findSpace(db: Db, id: number) {
  return db.selectFrom('space').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findSpaceOfOwnerByName(db: Db, userId: number, name: string) {
  return db
    .selectFrom('space')
    .select('id')
    .where('created_by', '=', userId)
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .where('deleting', '=', false)
    .executeTakeFirst();
}

export async function renameSpace(tx: Tx, id: number, name: string): Promise<void> {
  await tx.updateTable('space').set({ name }).where('id', '=', id).execute();
}

/** Marks a space as being deleted; false where it already was. */
export async function markDeleting(tx: Tx, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('space')
    .set({ deleting: true })
    .where('id', '=', id)
    .where('deleting', '=', false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function listMembers(db: Db, spaceId: number) {
  return db
    .selectFrom('space_user')
    .innerJoin('app_user', 'app_user.id', 'space_user.user_id')
    .select(['app_user.id', 'app_user.login', 'app_user.first_name', 'app_user.last_name', 'space_user.role', 'space_user.status'])
    .where('space_user.space_id', '=', spaceId)
    .orderBy('app_user.last_name')
    .execute();
}

export async function findMembership(db: Db, spaceId: number, userId: number) {
  return db
    .selectFrom('space_user')
    .innerJoin('space', 'space.id', 'space_user.space_id')
    .select(['space.name', 'space.deleting', 'space_user.role', 'space_user.status'])
    .where('space_user.space_id', '=', spaceId)
    .where('space_user.user_id', '=', userId)
    .executeTakeFirst();
}

export async function countSpaces(db: Db, ids: readonly number[]): Promise<{ id: number; members: number; projects: number }[]> {
  const { rows } = await sql<{ id: number; members: number; projects: number }>`
    select s.id, (select count(*) from space_user m where m.space_id = s.id and m.status = 'active') as members,
           (select count(*) from eps_node n where n.space_id = s.id and n.kind = 'project') as projects
    from space s where s.id = any(${[...ids]})`.execute(db);
  return rows;
}

/** Removes the space and all that refers to it. */
export async function deleteSpace(tx: Tx, spaceId: number): Promise<void> {
  await tx.deleteFrom('space').where('id', '=', spaceId).execute();
}
