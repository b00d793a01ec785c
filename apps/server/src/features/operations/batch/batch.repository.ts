import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import { COUNTED_FIRST } from '../../planning/version-heads/version-heads.service.ts';

/** A version with its schedule; a schedule without versions has none. */
type AskedRow = { schedule_id: number; schedule: string; id: number | null; name: string | null; item_count: number | null };

/** Versions by their ids. */
export async function listNamed(db: Db, spaceId: number, ids: readonly number[]): Promise<AskedRow[]> {
  const { rows } = await sql<AskedRow>`
    select n.id as schedule_id, n.name as schedule, v.id, v.name, v.item_count
    from version v join eps_node n on n.space_id = v.space_id and n.id = v.schedule_id
    where v.space_id = ${spaceId} and v.id = any(${[...ids]}::bigint[])`.execute(db);
  return rows;
}

/** Schedules by their ids, each with the version that counts. */
export async function listCounted(db: Db, spaceId: number, ids: readonly number[]): Promise<AskedRow[]> {
  const { rows } = await sql<AskedRow>`
    select distinct on (n.id) n.id as schedule_id, n.name as schedule, v.id, v.name, v.item_count
    from eps_node n left join version v on v.space_id = n.space_id and v.schedule_id = n.id
    where n.space_id = ${spaceId} and n.kind = 'schedule' and n.id = any(${[...ids]}::bigint[]) order by n.id, ${COUNTED_FIRST}`.execute(
    db,
  );
  return rows;
}

/** The first schedule of a name in a project. */
export async function findScheduleNamed(db: Db, spaceId: number, projectId: number, name: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from eps_node where space_id = ${spaceId} and parent_id = ${projectId} and kind = 'schedule' and name = ${name}
    order by position limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

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
