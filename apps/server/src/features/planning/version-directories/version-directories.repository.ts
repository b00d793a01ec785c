import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { VersionKey } from '../versions/versions.head.service.ts';

/** How many works of a version carry rows of directories, of all or of one. */
export async function countWorks(db: Db, { spaceId, versionId }: VersionKey, directoryId?: number): Promise<number> {
  const only = directoryId === undefined ? sql`` : sql`and directory_id = ${directoryId}`;
  const { rows } = await sql<{ count: number }>`
    select count(distinct item_id)::int as count from directory_value
    where space_id = ${spaceId} and version_id = ${versionId} and item_id is not null ${only}`.execute(db);
  return rows[0].count;
}
