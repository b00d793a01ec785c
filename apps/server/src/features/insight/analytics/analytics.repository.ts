import { sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { FACTS_VERSION, type FactHead, LINE_KEYS, type VersionFacts } from './analytics.facts.rules.ts';
import { packLines } from './analytics.pack.rules.ts';

/** Facts of a version as they are kept, with the revision that they were counted from. */
export type KeptFacts = Pick<Row<'version_fact'>, 'version_id' | 'revision' | 'conventions'> & {
  head: FactHead;
  /** Lines by weeks or months, as asked for; null where only sums are. */
  lines: Uint8Array | null;
};

/** What was counted of some versions in the way of this program, with the lines of one tier. */
export async function listFacts(
  db: Db,
  spaceId: number,
  versionIds: readonly number[],
  tier: 'week' | 'month' | null,
): Promise<KeptFacts[]> {
  const lines = tier === null ? sql`null::bytea` : sql.ref(tier);
  const { rows } = await sql<KeptFacts>`select version_id, revision, conventions, head, ${lines} as lines from version_fact
    where space_id = ${spaceId} and version_id = any(${[...versionIds]}::bigint[]) and counting = ${FACTS_VERSION}`.execute(db);
  return rows;
}

/** Keeps what was counted, unless a later revision was counted meanwhile. */
export async function saveFacts(
  tx: Tx,
  { spaceId, versionId, revision, conventions }: { spaceId: number; versionId: number; revision: number; conventions: string },
  { head, week, month }: VersionFacts,
): Promise<void> {
  await sql`insert into version_fact (space_id, version_id, revision, counting, conventions, head, week, month)
    select ${spaceId}, id, ${revision}, ${FACTS_VERSION}, ${conventions}, ${JSON.stringify(head)}::jsonb,
      ${packLines(LINE_KEYS, week)}, ${packLines(LINE_KEYS, month)}
    from version where space_id = ${spaceId} and id = ${versionId}
    on conflict (space_id, version_id) do update set revision = excluded.revision, counting = excluded.counting,
      conventions = excluded.conventions, head = excluded.head,
      week = excluded.week, month = excluded.month, computed_at = now()
    where version_fact.revision <= excluded.revision or version_fact.counting <> excluded.counting`.execute(tx);
}

export async function forgetFacts(tx: Tx, spaceId: number, versionIds: readonly number[]): Promise<void> {
  await sql`delete from version_fact where space_id = ${spaceId} and version_id = any(${[...versionIds]}::bigint[])`.execute(tx);
}

/** How many rows some versions hold, and their names. */
export async function listSizes(db: Db, spaceId: number, versionIds: readonly number[]) {
  const { rows } = await sql<{ version_id: number; name: string; rows: number }>`
    select v.id as version_id, v.name, (select count(*)::int from wbs_item w where w.space_id = v.space_id and w.version_id = v.id) as rows
    from version v where v.space_id = ${spaceId} and v.id = any(${[...versionIds]}::bigint[]) order by v.id`.execute(db);
  return rows;
}
