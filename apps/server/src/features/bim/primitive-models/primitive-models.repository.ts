import type { PrimitiveModelContent } from '@gantry/contract';
import { sql } from 'kysely';
import { type Db, storableJson, type Tx } from '../../../platform/postgres/database.ts';

type InProject = { spaceId: number; projectId: number };
type Content = Pick<PrimitiveModelContent, 'storeys' | 'items'>;

export async function listPrimitives(db: Db, { spaceId, projectId }: InProject) {
  const { rows } = await sql<{ id: number; name: string; items: number }>`
    select p.model_id as id, m.name, jsonb_array_length(p.items) as items from primitive_model p
      join bim_model m on m.space_id = p.space_id and m.id = p.model_id
    where p.space_id = ${spaceId} and p.project_id = ${projectId} order by m.name, m.id`.execute(db);
  return rows;
}

export async function findPrimitive(db: Db, { spaceId, projectId }: InProject, id: number): Promise<(Content & { name: string }) | null> {
  const { rows } = await sql<Content & { name: string }>`
    select m.name, p.storeys, p.items from primitive_model p join bim_model m on m.space_id = p.space_id and m.id = p.model_id
    where p.space_id = ${spaceId} and p.project_id = ${projectId} and p.model_id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Keeps what a model is made of, in the place of what it was. */
export async function putPrimitive(tx: Tx, { spaceId, projectId }: InProject, id: number, { storeys, items }: Content): Promise<void> {
  await sql`insert into primitive_model (space_id, model_id, project_id, storeys, items)
    values (${spaceId}, ${id}, ${projectId}, ${storableJson(storeys)}, ${storableJson(items)})
    on conflict (space_id, model_id) do update set storeys = excluded.storeys, items = excluded.items`.execute(tx);
}
