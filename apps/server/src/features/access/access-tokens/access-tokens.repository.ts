import { type RawBuilder, sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

export async function listTokens(db: Db, userId: number) {
  return db
    .selectFrom('access_token')
    .select([
      'id',
      'name',
      'space_id',
      'rights',
      'created_at',
      'expires_at',
      'last_used_at',
      sql<boolean>`expires_at <= now()`.as('expired'),
    ])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();
}

export async function saveToken(
  tx: Tx,
  token: Omit<Row<'access_token'>, 'id' | 'created_at' | 'expires_at' | 'last_used_at'> & { days: number },
): Promise<number> {
  const { days, ...values } = token;
  const { id } = await tx
    .insertInto('access_token')
    .values({ ...values, expires_at: sql<Date>`now() + make_interval(days => ${days})` })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Whether a person has so many tokens, ended ones too. */
export async function hasTokens(db: Db, userId: number, most: number): Promise<boolean> {
  const { rows } = await sql<{ full: boolean }>`
    select exists (select from access_token where user_id = ${userId} offset ${most - 1}) as full`.execute(db);
  return rows[0].full;
}

/** A statement that deletes at most `most` tokens that ended a year ago, the oldest first. */
export const endedTokens = (most: number): RawBuilder<unknown> => sql`
  delete from access_token where id in (
    select id from access_token where expires_at < now() - interval '1 year' order by expires_at limit ${most} for update skip locked)`;

/** A token that has not ended, by its owner and id. */
export async function findLive(db: Db, userId: number, id: number) {
  return db
    .selectFrom('access_token')
    .select(['id', 'space_id', 'rights'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/** Which of the tokens would still let a call in. */
export async function listLiveTokens(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('access_token')
    .innerJoin('app_user', 'app_user.id', 'access_token.user_id')
    .select('access_token.id')
    .where('access_token.id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .where('access_token.expires_at', '>', sql<Date>`now()`)
    .where('app_user.status', '=', 'active')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Removes a token of a person, or all of them; answers how many. */
export async function deleteTokens(tx: Tx, userId: number, id: number | null): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('access_token')
    .where('user_id', '=', userId)
    .where((eb) => eb.and({ id: id ?? undefined }))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function markUsed(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('access_token')
    .set({ last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}
