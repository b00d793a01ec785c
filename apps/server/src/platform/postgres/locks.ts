import { sql } from 'kysely';
import pg from 'pg';
import type { Tx } from './database.ts';

/**
 * Takes a named lock of a space until the transaction ends: `alone` excludes everybody, `together` only those who want to be alone. A row
 * holds it, as advisory locks of a distributed PostgreSQL are of one of its servers each. One message, whether the row exists or not.
 */
export async function lockInSpace(tx: Tx, spaceId: number, name: string, how: 'alone' | 'together' = 'alone'): Promise<void> {
  if (!Number.isSafeInteger(spaceId)) throw new RangeError(`${spaceId} is no space`);
  const key = `${spaceId}, ${pg.escapeLiteral(name)}`;
  const strength = how === 'alone' ? 'for update' : 'for share';
  await sql
    .raw(
      `insert into space_lock (space_id, name) values (${key}) on conflict do nothing;
      select from space_lock where (space_id, name) = (${key}) ${strength}`,
    )
    .execute(tx);
}

/** Takes a named lock of a space, unless another transaction holds it. */
export async function tryLockInSpace(tx: Tx, spaceId: number, name: string): Promise<boolean> {
  await sql`insert into space_lock (space_id, name) values (${spaceId}, ${name}) on conflict do nothing`.execute(tx);
  const { rows } = await sql`select from space_lock where space_id = ${spaceId} and name = ${name} for update skip locked`.execute(tx);
  return rows.length > 0;
}

/** Takes a named lock of the whole installation until the transaction ends. */
export async function lockInstallation(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}
