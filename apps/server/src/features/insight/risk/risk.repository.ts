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

/** The finishes of the last simulations of some versions. */
export async function listFinishes(db: Db, spaceId: number, versionIds: readonly number[]) {
  const { rows } = await sql<{ version_id: number; revision: number; planned: string; p80: string }>`
    select version_id, revision, result -> 'finish' ->> 'planned' as planned, result -> 'finish' ->> 'p80' as p80
    from risk_result where space_id = ${spaceId} and version_id = any(${[...versionIds]})`.execute(db);
  return rows;
}

/** Keeps a simulation over the one before it. */
export async function saveRisk(
  tx: Tx,
  { spaceId, versionId }: Key,
  { revision, settings, result }: { revision: number; settings: RiskSettings; result: RiskResultRow },
): Promise<void> {
  const version = await sql`select from version where space_id = ${spaceId} and id = ${versionId} for key share`.execute(tx);
  if (!version.rows.length) return;
  await sql`insert into risk_result (space_id, version_id, revision, settings, result)
    values (${spaceId}, ${versionId}, ${revision}, ${JSON.stringify(settings)}, ${JSON.stringify(result)})
    on conflict (space_id, version_id) do update set revision = excluded.revision, settings = excluded.settings, result = excluded.result,
      computed_at = excluded.computed_at`.execute(tx);
}
