import type { ResourceMeasure } from '@gantry/domain';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import type { VersionKey } from '../version-heads/version-heads.service.ts';

/** Ids of series that plan some measures by days: by far the most series are of others, and are not read. */
export async function listPlansByDays(db: Db, { spaceId, versionId }: VersionKey, measures: readonly ResourceMeasure[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from day_series
    where space_id = ${spaceId} and version_id = ${versionId} and mode = 'plan' and measure = any(${[...measures]})`.execute(db);
  return rows.map(({ id }) => id);
}
