import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';

export type StoredUpload = { upload: string; schedule_id: number; version_id: number; name: string };

/** Versions of a project that were stored from uploads with some marks, by their marks. */
export async function findStored(db: Db, spaceId: number, projectId: number, uploads: readonly string[]): Promise<StoredUpload[]> {
  const { rows } = await sql<StoredUpload>`
    select v.source ->> 'upload' as upload, n.id as schedule_id, v.id as version_id, n.name
    from eps_node n join version v on v.space_id = n.space_id and v.schedule_id = n.id
    where n.space_id = ${spaceId} and n.parent_id = ${projectId} and split_part(v.source ->> 'upload', ' ', 1) = any(${[...uploads]})
    order by v.id desc`.execute(db);
  return rows;
}
