import type { Language } from '@gantry/domain';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database.ts';

export async function findUser(db: Db, id: number) {
  return db
    .selectFrom('app_user')
    .select(['id', 'login', 'email', 'first_name', 'last_name', 'language'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function findByLoginOrEmail(db: Db, login: string, email: string) {
  return db
    .selectFrom('app_user')
    .select(['login', 'email'])
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
  user: {
    login: string;
    email: string;
    first_name: string;
    last_name: string;
    password_hash: string;
    secret_question: string;
    secret_answer_hash: string;
  },
): Promise<number> {
  const { id } = await tx.insertInto('app_user').values(user).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function saveLanguage(tx: Tx, id: number, language: Language): Promise<void> {
  await tx.updateTable('app_user').set({ language }).where('id', '=', id).execute();
}

export async function listMemberships(db: Db, userId: number) {
  return db
    .selectFrom('space_user')
    .innerJoin('space', 'space.id', 'space_user.space_id')
    .select(['space.id', 'space.name', 'space.kind', 'space.deleting', 'space_user.role'])
    .where('space_user.user_id', '=', userId)
    .where('space_user.status', '=', 'active')
    .orderBy('space.name')
    .execute();
}

/** How many people there are, and how many of them have a login. */
export async function countUsers(db: Db, login: string): Promise<{ people: number; named: number }> {
  const { rows } = await sql<{ people: number; named: number }>`
    select count(*) as people, count(*) filter (where login = ${login}) as named from app_user`.execute(db);
  return rows[0];
}
