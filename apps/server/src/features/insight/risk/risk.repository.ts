import type { RiskResultRow, RiskSettings } from '@gantry/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

type Key = { spaceId: number; versionId: number };

/** The last simulation of a version. */
export async function findRisk(db: Db, { spaceId, versionId }: Key) {
  const row = await db
    .selectFrom('risk_result')
    .select(['revision', 'settings', 'result', 'computed_at'])
    .where('space_id', '=', spaceId)
    .where('version_id', '=', versionId)
    .executeTakeFirst();
  return row ?? null;
}

/** Keeps a simulation over the one before it. */
export async function saveRisk(
  tx: Tx,
  { spaceId, versionId }: Key,
  { revision, settings, result }: { revision: number; settings: RiskSettings; result: RiskResultRow },
): Promise<void> {
  await sql`insert into risk_result (space_id, version_id, revision, settings, result)
    select ${spaceId}, id, ${revision}, ${JSON.stringify(settings)}::jsonb, ${JSON.stringify(result)}::jsonb
    from version where space_id = ${spaceId} and id = ${versionId}
    on conflict (space_id, version_id) do update set revision = excluded.revision, settings = excluded.settings, result = excluded.result,
      computed_at = now()`.execute(tx);
}
