import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';

/** Lists which of some versions are there and seen by the caller. */
export async function listExisting(db: Db, spaceId: number, versionIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from version where space_id = ${spaceId} and id = any(${[...versionIds]}::bigint[])`.execute(db);
  return rows.map(({ id }) => id);
}
