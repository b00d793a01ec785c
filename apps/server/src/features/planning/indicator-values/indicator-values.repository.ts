import { sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import type { JudgedRow } from '../edits/edits.service.ts';
import type { VersionKey } from '../version-heads/version-heads.service.ts';

export type ResultRow = Omit<Row<'indicator_result'>, 'space_id' | 'version_id'>;
export type Counts = ResultRow['counts'];

export async function listResults(db: Db, key: VersionKey): Promise<ResultRow[]> {
  const { rows } = await sql<ResultRow>`select indicator_id, revision, counts, calculated_at from indicator_result
    where space_id = ${key.spaceId} and version_id = ${key.versionId}`.execute(db);
  return rows;
}

export async function saveResult(tx: Tx, key: VersionKey, indicatorId: number, revision: number, counts: Counts): Promise<void> {
  const indicator = await sql`select from indicator where space_id = ${key.spaceId} and id = ${indicatorId} for key share`.execute(tx);
  if (!indicator.rows.length) return;
  await sql`insert into indicator_result (space_id, version_id, indicator_id, revision, counts)
    values (${key.spaceId}, ${key.versionId}, ${indicatorId}, ${revision}, ${JSON.stringify(counts)})
    on conflict (space_id, version_id, indicator_id)
    do update set revision = excluded.revision, counts = excluded.counts, calculated_at = excluded.calculated_at`.execute(tx);
}

/** The schedules below each of some nodes, a schedule itself among them. */
export async function listSchedulesBelow(db: Db, spaceId: number, nodeIds: readonly number[]): Promise<Map<number, Set<number>>> {
  const { rows } = await sql<{ node_id: number; id: number }>`
    with recursive below as (
      select id as node_id, id, kind from eps_node where space_id = ${spaceId} and id = any(${[...nodeIds]}::bigint[])
      union
      select b.node_id, n.id, n.kind from eps_node n join below b on n.parent_id = b.id where n.space_id = ${spaceId}
    ) select node_id, id from below where kind = 'schedule'`.execute(db);
  return new Map([...Map.groupBy(rows, ({ node_id }) => node_id)].map(([node, below]) => [node, new Set(below.map(({ id }) => id))]));
}

/** What rights on attributes and conditions go by in some versions. */
export async function listAttributesOf(
  db: Db,
  spaceId: number,
  versionIds: readonly number[],
): Promise<(JudgedRow & { version_id: number })[]> {
  const { rows } = await sql<JudgedRow & { version_id: number }>`
    select version_id, id, source_id as "sourceId", name, type, options from attribute
    where space_id = ${spaceId} and version_id = any(${[...versionIds]}::bigint[]) order by version_id, id`.execute(db);
  return rows;
}

export type ResultOfVersion = ResultRow & { version_id: number; rules_changed: boolean };

/** Stored results of some versions; `rules_changed` when their rules have changed since. */
export async function listResultsOf(db: Db, spaceId: number, versionIds: readonly number[]): Promise<ResultOfVersion[]> {
  const { rows } = await sql<ResultOfVersion>`
    select r.version_id, r.indicator_id, r.revision, r.counts, r.calculated_at, r.calculated_at < i.updated_at as rules_changed
    from indicator_result r join indicator i on i.space_id = r.space_id and i.id = r.indicator_id
    where r.space_id = ${spaceId} and r.version_id = any(${[...versionIds]}::bigint[])`.execute(db);
  return rows;
}
