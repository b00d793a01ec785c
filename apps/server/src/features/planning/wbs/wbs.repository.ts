import { toSnake } from '@gantry/contract';
import type { VersionTable } from '@gantry/domain';
import { sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import { tableName } from '../../../database/version-content.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { byFewKeys } from '../../../platform/postgres/named-statements.ts';
import type { VersionKey } from '../version-heads/version-heads.service.ts';
import type { Series } from './wbs.codes.rules.ts';

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

/** The codes of the newest rows, in the order in which these were made. */
export async function listNewestCodes(db: Db, key: VersionKey, most: number): Promise<{ code: string; isTask: boolean }[]> {
  const { rows } = await sql<{ code: string; isTask: boolean }>`
    select code, type <> 'sum' as "isTask" from wbs_item where space_id = ${key.spaceId} and version_id = ${key.versionId}
    order by id desc limit ${most}`.execute(db);
  return rows.filter(({ code }) => code).reverse();
}

/** Which of some codes rows of a version have. */
export async function listTakenCodes(db: Db, key: VersionKey, codes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select distinct code from wbs_item
    where space_id = ${key.spaceId} and version_id = ${key.versionId} and code = any(${[...codes]}::text[])`.execute(db);
  return rows.map(({ code }) => code);
}

/** Codes of a version that are one of some beginnings and a number of at most nine digits, a line a beginning: `codeGiver` reads them so too. */
export async function listSeries(db: Db, key: VersionKey, prefixes: readonly string[]): Promise<Series[]> {
  const { rows } = await sql<{ prefix: string; top: number; tens: boolean }>`
    select prefix, max(number * 10 + width) as top, bool_and(number % 10 = 0) as tens from (
      select left(code, stem) as prefix, substr(code, stem + 1)::bigint as number, length(code) - stem as width from (
        select code, greatest(length(rtrim(code, '0123456789')), length(code) - 9) as stem
        from wbs_item where space_id = ${key.spaceId} and version_id = ${key.versionId}) c
      where stem < length(code)) n
    where prefix = any(${[...prefixes]}::text[]) group by prefix`.execute(db);
  return rows.map(({ prefix, top, tens }) => ({ prefix, top: Math.floor(top / 10), width: top % 10, step: tens ? 10 : 1 }));
}

/** How many rows of some tables belong to rows of the work breakdown structure by a field. */
export async function countOwned(
  db: Db,
  key: VersionKey,
  owned: readonly { table: VersionTable; field: string }[],
  ids: readonly number[],
): Promise<number> {
  const counts = owned.map(
    ({ table, field }) => sql`(select count(*) from ${sql.table(tableName(table))} t
      where t.space_id = ${key.spaceId} and t.version_id = ${key.versionId} and t.${sql.ref(toSnake(field))} = any(${[...ids]}::int[]))`,
  );
  const { rows } = await sql<{ count: number }>`select (${sql.join(counts, sql` + `)})::int as count`.execute(db);
  return rows[0].count;
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
