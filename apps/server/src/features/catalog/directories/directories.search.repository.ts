import type { FoundDirectoryRow } from '@gantry/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import type { DirectoryKey } from './directories.repository.ts';

/** Which rows, and which page of them. */
export type RowSearch = { words: readonly string[]; text: string; offset: number; limit: number };

const OWN_TEXT = sql`lower(t.code || ' ' || t.name)`;
const holds = (word: string): RawBuilder<boolean> => sql`strpos(${OWN_TEXT}, lower(${word})) > 0`;

/** Rows that are found, as a `found` of ids with their rank for the statement that follows. */
function foundRows({ spaceId, directoryId }: DirectoryKey, { words, text }: RowSearch): RawBuilder<unknown> {
  const keyed = sql`t.space_id = ${spaceId} and t.directory_id = ${directoryId}`;
  const rank = sql`case when lower(t.code) = lower(${text}) then 0 when starts_with(lower(t.code), lower(${text})) then 1
    when starts_with(lower(t.name), lower(${text})) then 2 else 3 end as rank, lower(t.code) as code`;
  if (words.length === 1)
    return sql`found as materialized (select t.id, ${rank} from directory_row t where ${keyed} and ${holds(words[0])})`;
  const bits = sql.join(
    words.map((word, at) => sql`case when ${holds(word)} then ${1 << at}::int else 0 end`),
    sql` | `,
  );
  const all = (1 << words.length) - 1;
  // Search text passes from parents to children, so that words may match anywhere on the path.
  return sql`own as materialized (select t.id, t.parent_id, ${bits} as said, ${rank} from directory_row t where ${keyed}),
    handed as (
      select o.id, o.said, o.said as own, o.rank, o.code from own o where o.parent_id is null
      union all
      select o.id, o.said | h.said, o.said, o.rank, o.code from handed h join own o on o.parent_id = h.id),
    found as materialized (select h.id, h.rank, h.code from handed h where h.said = ${all} and h.own <> 0)`;
}

/** A page of ids, after what they are chosen from. */
function pageOf(key: DirectoryKey, search: RowSearch): RawBuilder<unknown> {
  const part = sql`offset ${search.offset} limit ${search.limit}`;
  // Follows the index: without search words only the rows of the page are read.
  if (!search.words.length)
    return sql`page as materialized (select f.id, row_number() over () as place from (
      select t.id from directory_row t where t.space_id = ${key.spaceId} and t.directory_id = ${key.directoryId}
      order by t.code = '', lower(t.code), t.id ${part}) f)`;
  return sql`${foundRows(key, search)},
    page as materialized (select f.id, row_number() over () as place from (
      select id from found order by rank, code = '', code, id ${part}) f)`;
}

/** A page of the rows that are found, and how many there are; with no words that is not counted. */
export async function searchRows(
  db: Db,
  key: DirectoryKey,
  search: RowSearch,
): Promise<{ total: number | null; rows: FoundDirectoryRow[] }> {
  // Each row is looked up by its key, whatever the planner believes of a table that has just grown.
  const rowOf = (id: string) => sql`(select * from directory_row
    where space_id = ${key.spaceId} and directory_id = ${key.directoryId} and id = ${sql.ref(id)} offset 0)`;
  const { rows } = await sql<{ total: number | null; rows: FoundDirectoryRow[] }>`
    with recursive ${pageOf(key, search)},
    climb as (
      select p.id, r.parent_id, 0 as height, null::text as name from page p cross join lateral ${rowOf('p.id')} r
      union all
      select c.id, r.parent_id, c.height + 1, case when r.name = '' then r.code else r.name end
      from climb c cross join lateral ${rowOf('c.parent_id')} r)
    select ${search.words.length ? sql`(select count(*)::int from found)` : sql`null`} as total, coalesce((
      select json_agg(json_build_object('id', r.id, 'code', r.code, 'name', r.name,
        'unit', coalesce((select m.sign from measure m where m.space_id = r.space_id and m.id = r.measure_id), ''),
        'path', coalesce((select json_agg(c.name order by c.height desc) from climb c where c.id = r.id and c.height > 0), '[]')) order by p.place)
      from page p cross join lateral ${rowOf('p.id')} r), '[]') as rows`.execute(db);
  return rows[0];
}
