import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import type { VersionKey } from '../version-heads/version-heads.service.ts';

/** How many rows of a version have a value of their own, by attribute. */
export async function countValues(db: Db, { spaceId, versionId }: VersionKey): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select attribute_id as id, count(*)::int as count from attribute_value
    where space_id = ${spaceId} and version_id = ${versionId} group by attribute_id`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}
