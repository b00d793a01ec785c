import { sql } from 'kysely';
import { personLogin } from '../../../database/person-name.ts';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { insertions } from '../../../platform/postgres/insertions.ts';
import { setForTransaction } from '../../../platform/postgres/settings.ts';

export async function saveSpace(tx: Tx, space: Pick<Row<'space'>, 'name' | 'kind' | 'created_by' | 'time_zone'>): Promise<number> {
  const { id } = await tx.insertInto('space').values(space).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Adds a member; the transaction must name the space. */
export async function saveMember(
  tx: Tx,
  spaceId: number,
  userId: number,
  role: Pick<Row<'space_user'>, 'role' | 'role_id'>,
): Promise<void> {
  await setForTransaction(tx, { 'app.space_id': String(spaceId) });
  await tx
    .insertInto('space_user')
    .values({ space_id: spaceId, user_id: userId, ...role })
    .execute();
}

/** Adds people of whom some may be members already. */
export async function saveMembers(
  tx: Tx,
  spaceId: number,
  userIds: readonly number[],
  role: Pick<Row<'space_user'>, 'role' | 'role_id'>,
): Promise<void> {
  await setForTransaction(tx, { 'app.space_id': String(spaceId) });
  const about = { place: { space_id: spaceId, ...role }, ending: 'on conflict (space_id, user_id) do nothing' };
  for (const some of insertions('space_user', [{ name: 'user_id', of: (id: number) => id }], userIds, about)) await some.execute(tx);
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

export async function updateSettings(
  tx: Tx,
  id: number,
  settings: {
    allowed_addresses?: string[];
    storage_quota_mb?: number | null;
    file_types?: string[];
    time_zone?: string | null;
    currency?: string | null;
    bare_letters?: boolean;
    outside_reports?: boolean;
    ai_model?: boolean;
  },
): Promise<void> {
  await tx.updateTable('space').set(settings).where('id', '=', id).execute();
}

/** Marks an empty regular space as demo. */
export async function markDemo(tx: Tx, id: number): Promise<void> {
  await sql`update space set kind = 'demo' where id = ${id} and kind = 'regular'
            and not exists (select from eps_node n where n.space_id = space.id)`.execute(tx);
}

export async function unmarkDemo(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('space').set({ kind: 'regular' }).where('id', '=', id).where('kind', '=', 'demo').execute();
}

/** Free spaces that a person owns. */
export async function listFreeSpaces(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('space')
    .innerJoin('space_user', 'space_user.space_id', 'space.id')
    .select('space.id')
    .where('space.kind', '=', 'free')
    .where('space.deleting', '=', false)
    .where('space_user.user_id', '=', userId)
    .where('space_user.role', '=', 'owner')
    .where('space_user.status', '=', 'active')
    .orderBy('space.id')
    .execute();
  return rows.map(({ id }) => id);
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

/** Whether a job of this kind about a space waits or runs. It locks the row of the space until the transaction ends, so that callers take turns. */
export async function isJobOpenFor(tx: Tx, kind: string, spaceId: number): Promise<boolean> {
  await tx.selectFrom('space').select('id').where('id', '=', spaceId).forUpdate().execute();
  const { rows } = await sql`
    select from job where kind = ${kind} and (input ->> 'spaceId')::bigint = ${spaceId} and status in ('waiting', 'running') limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

export type MemberRow = Pick<Row<'app_user'>, 'id' | 'first_name' | 'last_name' | 'avatar_key' | 'status'> &
  Pick<Row<'space_user'>, 'role' | 'role_id' | 'executor'> & { login: string | null; role_name: string | null };

/** Members of a space by name, or some of them. */
export async function listMembers(
  db: Db,
  spaceId: number,
  { userId, offset, limit }: { userId?: number; offset?: number; limit?: number } = {},
): Promise<MemberRow[]> {
  return db
    .selectFrom('space_user')
    .innerJoin('app_user', 'app_user.id', 'space_user.user_id')
    .leftJoin('role', (join) => join.onRef('role.space_id', '=', 'space_user.space_id').onRef('role.id', '=', 'space_user.role_id'))
    .select([
      'app_user.id',
      personLogin().as('login'),
      'app_user.first_name',
      'app_user.last_name',
      'app_user.avatar_key',
      'space_user.role',
      'space_user.role_id',
      'role.name as role_name',
      'space_user.executor',
      'space_user.status',
    ])
    .where('space_user.space_id', '=', spaceId)
    .where((eb) => eb.and({ 'app_user.id': userId }))
    .orderBy('app_user.last_name')
    .orderBy('app_user.first_name')
    .orderBy('app_user.id')
    .$if(offset !== undefined, (query) => query.offset(offset as number))
    .$if(limit !== undefined, (query) => query.limit(limit as number))
    .execute();
}

export async function findMembership(db: Db, spaceId: number, userId: number) {
  return db
    .selectFrom('space_user')
    .innerJoin('space', 'space.id', 'space_user.space_id')
    .select(['space.name', 'space.deleting', 'space.allowed_addresses', 'space_user.role', 'space_user.status'])
    .where('space_user.space_id', '=', spaceId)
    .where('space_user.user_id', '=', userId)
    .executeTakeFirst();
}

export async function updateMember(
  tx: Tx,
  spaceId: number,
  userId: number,
  change: Partial<Pick<Row<'space_user'>, 'role' | 'role_id' | 'status' | 'executor'>>,
): Promise<void> {
  await tx.updateTable('space_user').set(change).where('space_id', '=', spaceId).where('user_id', '=', userId).execute();
}

export async function deleteMember(tx: Tx, spaceId: number, userId: number): Promise<void> {
  await tx.deleteFrom('space_user').where('space_id', '=', spaceId).where('user_id', '=', userId).execute();
}

export async function deleteMembers(tx: Tx, spaceId: number, userIds: readonly number[]): Promise<void> {
  await sql`delete from space_user where space_id = ${spaceId} and user_id = any(${[...userIds]}::bigint[])`.execute(tx);
}

/** Finds an active person by login or by a verified address; an unverified address proves nothing. */
export async function findPerson(db: Db, by: { login: string } | { email: string }): Promise<number | null> {
  const row = await db
    .selectFrom('app_user')
    .select('id')
    .where((eb) =>
      'login' in by
        ? eb(sql`lower(login)`, '=', by.login.toLowerCase())
        : eb.and([eb(sql`lower(email)`, '=', by.email.toLowerCase()), eb('email_confirmed_at', 'is not', null)]),
    )
    .where('status', '=', 'active')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Locks the owners of a space and answers how many of them are active: two who leave at once must not leave none. */
export async function lockActiveOwners(tx: Tx, spaceId: number): Promise<number> {
  const rows = await tx
    .selectFrom('space_user')
    .select('user_id')
    .where('space_id', '=', spaceId)
    .where('role', '=', 'owner')
    .where('status', '=', 'active')
    .forUpdate()
    .execute();
  return rows.length;
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
