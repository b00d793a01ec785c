import type { Language } from '@gantry/domain';
import { sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { columnsNamed, insertions } from '../../../platform/postgres/insertions.ts';

export async function findUser(db: Db, id: number) {
  return db
    .selectFrom('app_user')
    .select([
      'id',
      'login',
      'email',
      'first_name',
      'last_name',
      'language',
      'secret_question',
      'privacy_accepted_at',
      'privacy_version',
      'avatar_key',
      'avatar_type',
      'administrator',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Secrets of a person, as hashes. */
export async function findSecrets(db: Db, by: { id: number } | { login: string }) {
  return db
    .selectFrom('app_user')
    .select([
      'id',
      'login',
      'email',
      'first_name',
      'last_name',
      'language',
      'status',
      'password_hash',
      'secret_question',
      'secret_answer_hash',
      'credentials_revision',
    ])
    .where((eb) =>
      'id' in by
        ? eb('id', '=', by.id)
        : eb.or([eb(sql`lower(login)`, '=', by.login.toLowerCase()), eb(sql`lower(email)`, '=', by.login.toLowerCase())]),
    )
    .executeTakeFirst();
}

export async function updateUser(
  tx: Tx,
  id: number,
  change: Partial<
    Pick<
      Row<'app_user'>,
      | 'login'
      | 'email'
      | 'first_name'
      | 'last_name'
      | 'password_hash'
      | 'secret_question'
      | 'secret_answer_hash'
      | 'avatar_key'
      | 'avatar_type'
    >
  >,
): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({
      ...change,
      // Letters that were sent to the former address, or before the password was set, open nothing any more.
      ...(change.email === undefined && change.password_hash === undefined
        ? {}
        : {
            credentials_revision: sql<number>`credentials_revision + case when ${change.password_hash !== undefined} or email <> ${change.email ?? ''} then 1 else 0 end`,
          }),
      // Another address is not confirmed by what confirmed the former one.
      ...(change.email === undefined
        ? {}
        : { email_confirmed_at: sql<Date | null>`case when lower(email) = ${change.email.toLowerCase()} then email_confirmed_at end` }),
    })
    .where('id', '=', id)
    .execute();
}

export async function markEmailConfirmed(tx: Tx, id: number, email: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('app_user')
    .set({ email_confirmed_at: sql<Date>`coalesce(email_confirmed_at, now())` })
    .where('id', '=', id)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes that somebody has accepted a wording of the privacy policy; of the same one the first time counts. */
export async function markPrivacyAccepted(tx: Tx, id: number, version: string | null): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({
      privacy_accepted_at: sql<Date>`case when privacy_version is not distinct from ${version} then coalesce(privacy_accepted_at, now()) else now() end`,
      privacy_version: version,
    })
    .where('id', '=', id)
    .execute();
}

/** The avatar of a person whom the caller may see: themselves and members of the same spaces. Reads memberships across spaces. */
export async function findAvatar(db: Db, id: number, viewerId: number): Promise<{ key: string; type: string } | null> {
  const { rows } = await sql<{ key: string; type: string }>`
    select u.avatar_key as key, u.avatar_type as type from app_user u
    where u.id = ${id} and u.avatar_key is not null
      and (u.id = ${viewerId} or exists (
        select from space_user a join space_user b on b.space_id = a.space_id
        where a.user_id = u.id and b.user_id = ${viewerId} and b.status = 'active'))`.execute(db);
  return rows[0] ?? null;
}

/** The language that most people of the installation have chosen. */
export async function findUsualLanguage(db: Db): Promise<string | null> {
  const { rows } = await sql<{ language: string }>`
    select language from app_user where language is not null group by language order by count(*) desc, language limit 1`.execute(db);
  return rows[0]?.language ?? null;
}

export async function findByLoginOrEmail(db: Db, login: string, email: string) {
  return db
    .selectFrom('app_user')
    .select('id')
    .where((eb) =>
      eb.or([
        eb(sql`lower(login)`, 'in', [login.toLowerCase(), email.toLowerCase()]),
        eb(sql`lower(email)`, 'in', [login.toLowerCase(), email.toLowerCase()]),
      ]),
    )
    .execute();
}

export async function saveUser(
  tx: Tx,
  user: Pick<Row<'app_user'>, 'login' | 'email' | 'first_name' | 'last_name' | 'password_hash' | 'secret_question' | 'secret_answer_hash'>,
  administratorIfFirst: boolean,
): Promise<number> {
  const administrator = administratorIfFirst ? sql<boolean>`not exists (select from app_user)` : false;
  const { id } = await tx
    .insertInto('app_user')
    .values({ ...user, administrator })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Active people by their confirmed addresses, and one by theirs in any case. */
export async function findConfirmed(db: Db, emails: readonly string[], alsoId: number) {
  return db
    .selectFrom('app_user')
    .select(['id', 'email'])
    .where(sql`lower(email)`, '=', sql`any(${[...emails]}::text[])`)
    .where('status', '=', 'active')
    .where((eb) => eb.or([eb('email_confirmed_at', 'is not', null), eb('id', '=', alsoId)]))
    .execute();
}

/** Names that nobody signs in with, by logins that are made of what a file says of each. */
export type Adopted = Pick<Row<'app_user'>, 'login' | 'email' | 'first_name' | 'last_name'>;

const ADOPTED = columnsNamed(['login', 'email', 'first_name', 'last_name']);
const NO_ACCOUNT = { status: 'disabled', password_hash: '', secret_question: '', secret_answer_hash: '' };

/** Keeps names that are not kept yet; answers the ids of all by login. */
export async function saveAdopted(tx: Tx, people: readonly Adopted[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  const note = (rows: readonly Pick<Row<'app_user'>, 'id' | 'login'>[]) => rows.forEach(({ id, login }) => ids.set(login, id));
  const logins = people.map(({ login }) => login);
  note(
    await tx
      .selectFrom('app_user')
      .select(['id', 'login'])
      .where('login', '=', sql<string>`any(${logins}::text[])`)
      .where('status', '=', 'disabled')
      .where('password_hash', '=', '')
      .execute(),
  );
  const fresh = people.filter(({ login }) => !ids.has(login));
  for (const some of insertions<Adopted, Pick<Row<'app_user'>, 'id' | 'login'>>('app_user', ADOPTED, fresh, {
    place: NO_ACCOUNT,
    ending: 'returning id, login',
  }))
    note((await some.execute(tx)).rows);
  return ids;
}

/** Whether a person may sign in and looks after the installation. */
export async function findStanding(db: Db, id: number) {
  return db.selectFrom('app_user').select(['login', 'status', 'administrator']).where('id', '=', id).executeTakeFirst();
}

/** Lists active appointed administrators and locks them, so that two who dismiss each other cannot both succeed. */
export async function listAdministratorsLocked(tx: Tx): Promise<number[]> {
  const rows = await tx
    .selectFrom('app_user')
    .select('id')
    .where('administrator', '=', true)
    .where('status', '=', 'active')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

export async function saveStanding(tx: Tx, id: number, change: { status?: 'active' | 'disabled'; administrator?: boolean }): Promise<void> {
  const { status, administrator } = change;
  if (status === undefined && administrator === undefined) return;
  await tx
    .updateTable('app_user')
    .set({ ...(status === undefined ? {} : { status }), ...(administrator === undefined ? {} : { administrator }) })
    .where('id', '=', id)
    .execute();
}

export async function saveLanguage(tx: Tx, id: number, language: Language): Promise<void> {
  await tx.updateTable('app_user').set({ language }).where('id', '=', id).execute();
}

export async function listMemberships(db: Db, userId: number) {
  return db
    .selectFrom('space_user')
    .innerJoin('space', 'space.id', 'space_user.space_id')
    .leftJoin('role', (join) => join.onRef('role.space_id', '=', 'space_user.space_id').onRef('role.id', '=', 'space_user.role_id'))
    .select(['space.id', 'space.name', 'space.kind', 'space.deleting', 'space_user.role', 'role.name as role_name'])
    .where('space.replaced_by', 'is', null)
    .where('space_user.user_id', '=', userId)
    .where('space_user.status', '=', 'active')
    .orderBy('space.name')
    .execute();
}

/** Works of actual versions that a person carries out, has begun and not finished, without a value of a day. */
const unreported = (spaceId: number, userId: number, day: number) => sql`
    from version v
    join eps_node n on n.space_id = v.space_id and n.id = v.schedule_id
    join wbs_item w on w.space_id = v.space_id and w.version_id = v.id
    where v.space_id = ${spaceId} and v.kind = 'actual' and w.executor_id = ${userId}
      and w.actual_start is not null and w.actual_finish is null
      and not exists (
        select from day_series d
        where d.space_id = w.space_id and d.version_id = w.version_id and d.item_id = w.id and d.mode = 'fact'
          and d.last_day >= ${day}::int)`;

/** How many works wait for a report of a day, by schedule. */
export async function listUnreported(db: Db, spaceId: number, userId: number, day: number) {
  const { rows } = await sql<{ schedule_id: number; schedule_name: string; version_id: number; works: number }>`
    select v.schedule_id, n.name as schedule_name, v.id as version_id, count(*)::int as works ${unreported(spaceId, userId, day)}
    group by v.schedule_id, n.name, v.id order by n.name, v.id`.execute(db);
  return rows;
}

/** The works that wait for a report of a day, of all schedules or of one. */
export async function listUnreportedWorks(
  db: Db,
  spaceId: number,
  userId: number,
  { day, scheduleId, limit }: { day: number; scheduleId: number | null; limit: number },
) {
  const { rows } = await sql<{
    schedule_id: number;
    schedule_name: string;
    version_id: number;
    row_id: number;
    code: string;
    name: string;
    total: number;
  }>`
    select v.schedule_id, n.name as schedule_name, v.id as version_id, w.id as row_id, w.code, w.name, (count(*) over ())::int as total
    ${unreported(spaceId, userId, day)} ${scheduleId === null ? sql`` : sql`and v.schedule_id = ${scheduleId}`}
    order by n.name, w.actual_start, w.id limit ${limit}`.execute(db);
  return rows;
}

/** How many people there are, and how many of them have a login. */
export async function countUsers(db: Db, login: string): Promise<{ people: number; named: number }> {
  const { rows } = await sql<{ people: number; named: number }>`
    select count(*) as people, count(*) filter (where login = ${login}) as named from app_user`.execute(db);
  return rows[0];
}
