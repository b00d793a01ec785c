import { sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { byFewKeys } from '../../../platform/postgres/named-statements.ts';
import type { VersionKey } from '../version-heads/version-heads.service.ts';

/** Ids of the children of a row (null: of the top) in order. */
export async function listChildIds(db: Db, key: VersionKey, parentId: number | null): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from wbs_item where space_id = ${key.spaceId} and version_id = ${key.versionId}
      and parent_id is not distinct from ${parentId}::int order by position, id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Ids of the given rows and all below them, each before those below it. */
export async function listSubtreeIds(db: Db, key: VersionKey, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive below as (
      select id, 0 as depth from wbs_item where space_id = ${key.spaceId} and version_id = ${key.versionId} and id = any(${[...ids]})
      union
      select w.id, b.depth + 1 from wbs_item w join below b on w.parent_id = b.id where w.space_id = ${key.spaceId} and w.version_id = ${key.versionId}
    ) select id, min(depth) as depth from below group by id order by max(depth), id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Attribute values of a row with the names of attributes, some excluded. */
export async function listAttributeValues(db: Db, key: VersionKey, itemId: number, hidden: readonly number[]) {
  const { rows } = await sql<{ name: string; origin: string; value: unknown }>`
    select a.name, a.origin, v.value from attribute_value v
    join attribute a on a.space_id = v.space_id and a.version_id = v.version_id and a.id = v.attribute_id
    where v.space_id = ${key.spaceId} and v.version_id = ${key.versionId} and v.item_id = ${itemId}
      and not a.id = any(${[...hidden]}) order by a.name`.execute(db);
  return rows;
}

/** The codes of a version. */
export async function listCodes(db: Db, key: VersionKey): Promise<{ code: string; isTask: boolean }[]> {
  const { rows } = await sql<{ code: string; isTask: boolean }>`
    select code, type <> 'sum' as "isTask" from wbs_item where space_id = ${key.spaceId} and version_id = ${key.versionId} and code <> ''
    order by id`.execute(db);
  return rows;
}

/** Which of the rows have rows below them. */
export async function listParentsAmong(db: Db, key: VersionKey, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select distinct parent_id as id from wbs_item where space_id = ${key.spaceId} and version_id = ${key.versionId} and parent_id = any(${[...ids]}) ${byFewKeys(ids)}`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** The people of a space who are not disabled, and who of them carry out works. */
export async function listActiveMembers(db: Db, spaceId: number): Promise<{ id: number; name: string; executor: boolean }[]> {
  const { rows } = await sql<{ id: number; name: string; executor: boolean }>`
    select m.user_id as id, ${personName('u')} as name, m.executor
    from space_user m join app_user u on u.id = m.user_id where m.space_id = ${spaceId} and m.status = 'active'`.execute(db);
  return rows;
}
