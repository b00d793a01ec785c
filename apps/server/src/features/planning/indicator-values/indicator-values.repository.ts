import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database.ts';
import type { VersionKey } from '../versions/versions.head.service.ts';

export type Counts = { rules: number[]; none: number };
export type ResultRow = { indicator_id: number; revision: number; counts: Counts; calculated_at: Date };

export async function listResults(db: Db, key: VersionKey): Promise<ResultRow[]> {
  const { rows } = await sql<ResultRow>`select indicator_id, revision, counts, calculated_at from indicator_result
    where space_id = ${key.spaceId} and version_id = ${key.versionId}`.execute(db);
  return rows;
}

export async function saveResult(tx: Tx, key: VersionKey, indicatorId: number, revision: number, counts: Counts): Promise<void> {
  await sql`insert into indicator_result (space_id, version_id, indicator_id, revision, counts)
    select ${key.spaceId}, ${key.versionId}, id, ${revision}, ${JSON.stringify(counts)}::jsonb from indicator
    where space_id = ${key.spaceId} and id = ${indicatorId}
    on conflict (space_id, version_id, indicator_id)
    do update set revision = excluded.revision, counts = excluded.counts, calculated_at = now()`.execute(tx);
}
