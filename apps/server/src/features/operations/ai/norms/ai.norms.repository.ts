import { sql } from 'kysely';
import type { Db } from '../../../../platform/postgres/database.ts';

/** Some directories by their numbers, each with the revision of its rows. */
export async function listRevisions(db: Db, spaceId: number, directoryIds: readonly number[]): Promise<{ id: number; revision: number }[]> {
  const { rows } = await sql<{ id: number; revision: number }>`
    select id, revision from directory where space_id = ${spaceId} and id = any(${[...directoryIds]}::bigint[]) order by id`.execute(db);
  return rows;
}

/** Names of up to `most` rows of a directory behind a row, in the order of their numbers; without those that have none. */
export async function listRowNames(db: Db, spaceId: number, directoryId: number, after: number, most: number) {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from directory_row
    where space_id = ${spaceId} and directory_id = ${directoryId} and id > ${after} and name <> '' order by id limit ${most}`.execute(db);
  return rows;
}
