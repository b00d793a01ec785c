import type { ModelLinkProposal } from '@gantry/contract';
import { sql } from 'kysely';
import { type Db, storableJson, type Tx } from '../../../platform/postgres/database.ts';
import type { RelationKey } from './model-links.repository.ts';

/** Versions of schedules in which a link that has this model has linked something, the newest first. */
export async function listLinkedPlaces(
  db: Db,
  spaceId: number,
  { projectId, modelId }: { projectId: number; modelId: number },
  most: number,
): Promise<{ linkId: number; id: number }[]> {
  const { rows } = await sql<{ link_id: number; version_id: number }>`
    select distinct r.link_id, r.version_id from bim_relation r
      join bim_link l on l.space_id = r.space_id and l.id = r.link_id
    where r.space_id = ${spaceId} and r.project_id = ${projectId} and (l.model_ids = '[]'::jsonb or l.model_ids @> to_jsonb(${modelId}::bigint))
    order by r.version_id desc, r.link_id limit ${most}`.execute(db);
  return rows.map(({ link_id, version_id }) => ({ linkId: link_id, id: version_id }));
}

type Kept = Omit<ModelLinkProposal, 'model' | 'number'>;

/** Keeps a proposal in the place of the one before. */
export async function keepProposal(
  tx: Tx,
  { spaceId, linkId, versionId }: RelationKey,
  { projectId, modelVersionId, report }: { projectId: number; modelVersionId: number; report: Kept },
): Promise<void> {
  await sql`insert into bim_proposal (space_id, project_id, link_id, version_id, model_version_id, report)
    values (${spaceId}, ${projectId}, ${linkId}, ${versionId}, ${modelVersionId}, ${storableJson(report)})
    on conflict (space_id, link_id, version_id) do update
      set model_version_id = excluded.model_version_id, report = excluded.report, created_at = excluded.created_at`.execute(tx);
}

export async function findProposal(db: Db, { spaceId, linkId, versionId }: RelationKey): Promise<ModelLinkProposal | null> {
  const { rows } = await sql<{ report: Kept; model: string; number: number }>`
    select p.report, m.name as model, v.number from bim_proposal p
      join bim_model_version v on v.space_id = p.space_id and v.id = p.model_version_id
      join bim_model m on m.space_id = v.space_id and m.id = v.model_id
    where p.space_id = ${spaceId} and p.link_id = ${linkId} and p.version_id = ${versionId}`.execute(db);
  const [found] = rows;
  return found ? { ...found.report, model: found.model, number: found.number } : null;
}

export async function discardProposal(tx: Tx, { spaceId, linkId, versionId }: RelationKey): Promise<void> {
  const own = tx.deleteFrom('bim_proposal').where('space_id', '=', spaceId).where('link_id', '=', linkId);
  await own.where('version_id', '=', versionId).execute();
}
