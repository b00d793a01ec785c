import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import type { VersionKey } from '../version-heads/version-heads.service.ts';

/** How many works have each resource of a version, of all resources or of some; assignments of others are not read then. */
export const worksByResource = ({ spaceId, versionId }: VersionKey, ids?: readonly number[]) => sql<{ id: number; count: number }>`
  select resource_id as id, count(distinct item_id)::int as count from assignment
  where space_id = ${spaceId} and version_id = ${versionId} ${ids ? sql`and resource_id = any(${[...ids]})` : sql``} group by resource_id`;

export async function countWorks(db: Db, key: VersionKey, ids?: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await worksByResource(key, ids).execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** How many works some versions have together, as their heads say. */
export async function sumWorks(db: Db, spaceId: number, versionIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ works: number }>`
    select coalesce(sum(item_count), 0)::int as works from version where space_id = ${spaceId} and id = any(${[...versionIds]}::bigint[])`.execute(
    db,
  );
  return rows[0].works;
}
