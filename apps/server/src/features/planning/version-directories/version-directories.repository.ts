import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import type { VersionKey } from '../version-heads/version-heads.service.ts';

/** How many works of a version carry rows of directories, of all or of one. */
export async function countWorks(db: Db, { spaceId, versionId }: VersionKey, directoryId?: number): Promise<number> {
  const only = directoryId === undefined ? sql`` : sql`and directory_id = ${directoryId}`;
  const { rows } = await sql<{ count: number }>`
    select count(distinct item_id)::int as count from directory_value
    where space_id = ${spaceId} and version_id = ${versionId} and item_id is not null ${only}`.execute(db);
  return rows[0].count;
}

/** How many works of versions carry rows of a directory together. */
export async function countWorksOf(db: Db, spaceId: number, versionIds: readonly number[], directoryId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct (version_id, item_id))::int as count from directory_value
    where space_id = ${spaceId} and directory_id = ${directoryId} and version_id = any(${[...versionIds]}) and item_id is not null`.execute(
    db,
  );
  return rows[0].count;
}

/** The name of a directory; undefined when it is not visible. */
export async function findDirectoryName(db: Db, spaceId: number, id: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from directory where space_id = ${spaceId} and id = ${id}`.execute(db);
  return rows[0]?.name ?? '';
}

/** Works with the same directory values regardless of volume: one of them, their number, the number of values in each. */
export type Shape = { itemId: number; works: number; values: number };

/** The works of a version that carry rows of directories, in groups that stand or fall together when the directories change. */
export async function listShapes(db: Db, { spaceId, versionId }: VersionKey): Promise<Shape[]> {
  const said = sql`v.directory_id, v.row_id, v.relation_row_id, v.code, v.name, v.unit, v.volume_unit, v.norm`;
  const { rows } = await sql<Shape>`
    with recursive tree as (
      select v.id, v.item_id, hash_record_extended(row(${said}), 0) as said from directory_value v
      where v.space_id = ${spaceId} and v.version_id = ${versionId} and v.item_id is not null and v.brought_by_id is null
      union all
      select v.id, v.item_id, hash_record_extended(row(${said}, t.said), 0) from tree t
      join directory_value v on v.space_id = ${spaceId} and v.version_id = ${versionId} and v.brought_by_id = t.id
    ), shape as (
      select item_id, count(*) as values, hashtextextended(string_agg(said::text, ' ' order by said), 0) as said from tree group by item_id
    )
    select min(item_id)::int as "itemId", count(*)::int as works, min(values)::int as values from shape group by said order by 1`.execute(
    db,
  );
  return rows;
}
