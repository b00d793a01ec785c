import type { DirectoryKind } from '@gantry/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';

export type RowRecord = { id: number; code: string; name: string; unit: string; roles: Record<string, unknown> | null };

/** Rows of a directory with their values by what their columns mean to a schedule; entries of lists stand as their texts. */
export async function listRowRecords(db: Db, spaceId: number, directoryId: number, ids: readonly number[]): Promise<RowRecord[]> {
  const { rows } = await sql<RowRecord>`
    select r.id, r.code, r.name, coalesce(m.sign, '') as unit,
      (select jsonb_object_agg(a.role, coalesce(to_jsonb(v.text), r.cells -> a.id::text))
       from directory_attribute a left join directory_list_value v
         on v.space_id = a.space_id and v.directory_id = a.directory_id and v.list_id = a.list_id and v.id::text = r.cells ->> a.id::text
       where a.space_id = r.space_id and a.directory_id = r.directory_id and a.role is not null) as roles
    from directory_row r left join measure m on m.space_id = r.space_id and m.id = r.measure_id
    where r.space_id = ${spaceId} and r.directory_id = ${directoryId} and r.id = any(${[...ids]})`.execute(db);
  return rows;
}

export type DirectoryRecord = { id: number; name: string; kind: DirectoryKind; node_id: number; node_name: string; rows: number };

/** Directories in sight, with the node that they stand at. */
export async function listDirectories(db: Db, spaceId: number): Promise<DirectoryRecord[]> {
  const { rows } = await sql<DirectoryRecord>`
    select d.id, d.name, d.kind, d.node_id, n.name as node_name, d.row_count as rows
    from directory d join eps_node n on n.space_id = d.space_id and n.id = d.node_id
    where d.space_id = ${spaceId} order by d.name, d.id`.execute(db);
  return rows;
}
