import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import type { VersionKey } from '../version-heads/version-heads.service.ts';

/** How many works have each resource of a version, of all resources or of some. */
export async function countWorks(db: Db, { spaceId, versionId }: VersionKey, ids?: readonly number[]): Promise<Map<number, number>> {
  const only = ids ? sql`and resource_id = any(${[...ids]})` : sql``;
  const { rows } = await sql<{ id: number; count: number }>`
    select resource_id as id, count(distinct item_id)::int as count from assignment
    where space_id = ${spaceId} and version_id = ${versionId} ${only} group by resource_id`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}
