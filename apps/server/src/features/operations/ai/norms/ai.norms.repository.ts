import { sql } from 'kysely';
import type { Db } from '../../../../platform/postgres/database.ts';

/** Names of rows of some directories; of the largest no more than so many. */
export async function listRowNames(db: Db, spaceId: number, directoryIds: readonly number[], most: number) {
  const { rows } = await sql<{ directory_id: number; row_id: number; name: string }>`
    select directory_id, id as row_id, name from directory_row
    where space_id = ${spaceId} and directory_id = any(${[...directoryIds]}::bigint[]) and name <> ''
    order by directory_id, id limit ${most}`.execute(db);
  return rows;
}
