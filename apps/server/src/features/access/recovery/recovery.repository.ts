import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database.ts';

/** Keeps a link, and clears away those that no longer work. */
export async function saveReset(tx: Tx, reset: { token_hash: Buffer; user_id: number; minutes: number }): Promise<void> {
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

/** Whose link a token is, while it works. */
export async function findReset(db: Db, tokenHash: Buffer): Promise<number | null> {
  const row = await db
    .selectFrom('password_reset')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Uses a link up, and with it every other one of the same person; answers whose it was. Two who come at once: one gets it. */
export async function takeReset(tx: Tx, tokenHash: Buffer): Promise<number | null> {
  const taken = await tx
    .updateTable('password_reset')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('user_id')
    .executeTakeFirst();
  if (!taken) return null;
  await dropResets(tx, taken.user_id);
  return taken.user_id;
}

/** Makes every open link of a person useless. */
export async function dropResets(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('password_reset')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}
