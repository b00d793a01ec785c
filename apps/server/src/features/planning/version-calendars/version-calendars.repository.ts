import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import type { VersionKey } from '../version-heads/version-heads.service.ts';

/** How many rows of a version work by each of its calendars; those of the default calendar that name none are not counted. */
export async function countRows(db: Db, { spaceId, versionId }: VersionKey): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select calendar_id as id, count(*)::int as count from wbs_item
    where space_id = ${spaceId} and version_id = ${versionId} and calendar_id is not null group by calendar_id`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}
