import { sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

/** Keeps a sign-in that has begun. */
export async function saveAttempt(
  tx: Tx,
  attempt: Pick<
    Row<'sign_in_attempt'>,
    'state_hash' | 'browser_hash' | 'method' | 'nonce' | 'code_verifier' | 'return_path' | 'former_session' | 'tie_to'
  > & { minutes: number },
): Promise<void> {
  const { minutes, ...values } = attempt;
  await tx
    .insertInto('sign_in_attempt')
    .values({ ...values, expires_at: sql<Date>`now() + make_interval(mins => ${minutes})` })
    .execute();
}

/** Consumes a started sign-in once, only for the browser that started it; otherwise returns the reason. */
export async function takeAttempt(tx: Tx, by: { state_hash: Buffer; browser_hash: Buffer; method: string }) {
  const mine = tx
    .updateTable('sign_in_attempt')
    .set({ used_at: sql<Date>`now()` })
    .where('state_hash', '=', by.state_hash)
    .where('browser_hash', '=', by.browser_hash)
    .where('method', '=', by.method);
  const taken = await mine
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['nonce', 'code_verifier', 'return_path', 'former_session', 'tie_to'])
    .executeTakeFirst();
  if (taken) return { ok: true as const, ...taken };
  const there = await tx
    .selectFrom('sign_in_attempt')
    .select('used_at')
    .where('state_hash', '=', by.state_hash)
    .where('browser_hash', '=', by.browser_hash)
    .where('method', '=', by.method)
    .executeTakeFirst();
  return { ok: false as const, why: !there ? ('state_mismatch' as const) : there.used_at ? ('replayed' as const) : ('expired' as const) };
}

/** Clears away sign-ins that ended a day ago: until then a replay is told from a stranger. */
export async function forgetAttempts(tx: Tx): Promise<void> {
  await sql`delete from sign_in_attempt where expires_at < now() - interval '1 day'`.execute(tx);
}

export type AccountRow = Pick<Row<'app_user'>, 'id' | 'login' | 'status'> & { name: string };

const account = (db: Db) => db.selectFrom('app_user').select(['app_user.id', personName().as('name'), 'app_user.login', 'app_user.status']);

/** Whose account an identity is. */
export async function findByIdentity(db: Db, issuer: string, subject: string): Promise<AccountRow | null> {
  const row = await account(db)
    .innerJoin('user_identity', 'user_identity.user_id', 'app_user.id')
    .where('user_identity.issuer', '=', issuer)
    .where('user_identity.subject', '=', subject)
    .executeTakeFirst();
  return row ?? null;
}

export async function findByEmail(db: Db, email: string): Promise<AccountRow | null> {
  return (
    (await account(db)
      .where(sql`lower(email)`, '=', email.toLowerCase())
      .executeTakeFirst()) ?? null
  );
}

export async function findByLogin(db: Db, login: string): Promise<AccountRow | null> {
  return (
    (await account(db)
      .where(sql`lower(login)`, '=', login.toLowerCase())
      .executeTakeFirst()) ?? null
  );
}

/** Ties an identity to an account, or notes that it was used; whose account it is never changes here. */
export async function saveIdentity(tx: Tx, identity: { issuer: string; subject: string; user_id: number; method: string }): Promise<void> {
  await tx
    .insertInto('user_identity')
    .values(identity)
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet({ last_used_at: sql<Date>`now()` }))
    .execute();
}

/** What an account is tied to, the first first. */
export async function listIdentities(db: Db, userId: number) {
  return db
    .selectFrom('user_identity')
    .select(['id', 'method', 'issuer', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** Undoes a tie of a person's own; answers whether there was one. */
export async function deleteIdentity(tx: Tx, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('user_identity').where('user_id', '=', userId).where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}
