import { sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

/** Works and links that quantities of an estimate were taken from. */
export type SourceKey = { spaceId: number; estimateId: number; versionId: number; linkId: number };
export type Source = Omit<Row<'estimate_quantity_source'>, 'space_id'>;

/** The sources of an estimate. */
export async function listSources(db: Db, spaceId: number, estimateId: number): Promise<Source[]> {
  return db
    .selectFrom('estimate_quantity_source')
    .select(['estimate_id', 'version_id', 'link_id', 'project_id', 'factors', 'models'])
    .where('space_id', '=', spaceId)
    .where('estimate_id', '=', estimateId)
    .orderBy('version_id')
    .orderBy('link_id')
    .execute();
}

/** Adds rows to a source with their factors; they have no other source from then on. */
export async function putSource(
  tx: Tx,
  { spaceId, estimateId, versionId, linkId }: SourceKey,
  { projectId, factors, models }: { projectId: number; factors: Record<string, string>; models: Record<string, number> },
): Promise<void> {
  const ids = Object.keys(factors);
  await sql`update estimate_quantity_source set factors = factors - ${ids}::text[]
    where space_id = ${spaceId} and estimate_id = ${estimateId} and not (version_id = ${versionId} and link_id = ${linkId})`.execute(tx);
  await sql`delete from estimate_quantity_source where space_id = ${spaceId} and estimate_id = ${estimateId} and factors = '{}'`.execute(
    tx,
  );
  await sql`insert into estimate_quantity_source as s (space_id, estimate_id, version_id, link_id, project_id, factors, models)
    values (${spaceId}, ${estimateId}, ${versionId}, ${linkId}, ${projectId}, ${JSON.stringify(factors)}::jsonb, ${JSON.stringify(models)}::jsonb)
    on conflict (space_id, estimate_id, version_id, link_id)
    do update set factors = s.factors || excluded.factors, models = excluded.models`.execute(tx);
}

/** From now on a source is compared with these versions of its models. */
export async function putModels(
  tx: Tx,
  { spaceId, estimateId, versionId, linkId }: SourceKey,
  models: Record<string, number>,
): Promise<void> {
  await sql`update estimate_quantity_source set models = ${JSON.stringify(models)}::jsonb where space_id = ${spaceId}
    and estimate_id = ${estimateId} and version_id = ${versionId} and link_id = ${linkId}`.execute(tx);
}
