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

/** More values than these are values of many works. */
const VALUES_COUNTED = 10_000;

/** How many works of versions carry rows of a directory together; null: so many that they are not counted. */
export async function countWorksOf(
  db: Db,
  spaceId: number,
  { versionIds, directoryId, most = VALUES_COUNTED }: { versionIds: readonly number[]; directoryId: number; most?: number },
): Promise<number | null> {
  const { rows } = await sql<{ count: number | null }>`
    select case when count(*) <= ${most} then count(distinct (version_id, item_id))::int end as count from (
      select version_id, item_id from directory_value
      where space_id = ${spaceId} and directory_id = ${directoryId} and version_id = any(${[...versionIds]}::bigint[]) and item_id is not null
      limit ${most + 1}) d`.execute(db);
  return rows[0].count;
}

/** On how many works resources of a version are. */
export async function countWorksByResource(
  db: Db,
  { spaceId, versionId }: VersionKey,
  resourceIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; works: number }>`
    select resource_id as id, count(distinct item_id)::int as works from assignment
    where space_id = ${spaceId} and version_id = ${versionId} and resource_id = any(${[...resourceIds]}::int[]) group by resource_id`.execute(
    db,
  );
  return new Map(rows.map(({ id, works }) => [id, works]));
}

/** Ids of values of a directory on the works of a version, a page of them, and how many there are. */
export async function listValueIds(
  db: Db,
  { spaceId, versionId }: VersionKey,
  directoryId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ ids: number[]; total: number }> {
  const those = sql`directory_value
    where space_id = ${spaceId} and version_id = ${versionId} and directory_id = ${directoryId} and item_id is not null`;
  const { rows } = await sql<{ ids: number[]; total: number }>`
    select array(select id from ${those} order by id offset ${offset} limit ${limit}) as ids,
      (select count(*)::int from ${those}) as total`.execute(db);
  return rows[0];
}

/** Ids of values of a version that lie on no work: those that stand for some rows of directories, or for some of its resources. */
export async function listTakenIds(
  db: Db,
  { spaceId, versionId }: VersionKey,
  { places, resourceIds }: { places: readonly { directoryId: number; id: number }[]; resourceIds: readonly number[] },
): Promise<number[]> {
  const directories = places.map(({ directoryId }) => directoryId);
  const ids = places.map(({ id }) => id);
  const { rows } = await sql<{ id: number }>`
    select id from directory_value
    where space_id = ${spaceId} and version_id = ${versionId} and item_id is null and (
      resource_id = any(${[...resourceIds]}::int[])
      or (directory_id, row_id) in (select * from unnest(${directories}::int[], ${ids}::int[])))
    order by id`.execute(db);
  return rows.map(({ id }) => id);
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
