import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

/** Stores a reset link and deletes expired ones. */
export async function saveReset(
  tx: Tx,
  reset: { token_hash: Buffer; user_id: number; credentials_revision: number; minutes: number },
): Promise<void> {
  const { minutes, ...values } = reset;
  await tx
    .deleteFrom('password_reset')
    .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
  await tx
    .insertInto('password_reset')
    .values({ ...values, expires_at: sql<Date>`now() + make_interval(mins => ${minutes})` })
    .execute();
}

/** Whose link a token is, while it works: until it is used, is too old, or the account has another address or password. */
export async function findReset(db: Db, tokenHash: Buffer): Promise<{ user_id: number; email: string } | null> {
  const row = await db
    .selectFrom('password_reset')
    .innerJoin('app_user', (join) =>
      join
        .onRef('app_user.id', '=', 'password_reset.user_id')
        .onRef('app_user.credentials_revision', '=', 'password_reset.credentials_revision'),
    )
    .select(['user_id', 'email'])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row ?? null;
}

/** Uses a link up that still works. The account is locked first: of two who come at once one gets it, and nobody changes the address meanwhile. */
export async function takeReset(tx: Tx, tokenHash: Buffer, userId: number): Promise<boolean> {
  await tx.selectFrom('app_user').select('id').where('id', '=', userId).forUpdate().executeTakeFirst();
  if (!(await findReset(tx, tokenHash))) return false;
  await tx
    .updateTable('password_reset')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', tokenHash)
    .execute();
  return true;
}
