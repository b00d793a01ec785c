import { sql } from 'kysely';
import type { Tx } from '../../platform/postgres/database.ts';
import { createHash } from 'node:crypto';
import type { World } from '../world.ts';

const NOT_CONTENT =
  'remote_consent ai_call audit backup backup_job backup_repository job seat session_visit search_change search_entry search_lexeme space_lock hierarchy_change prepared_file';

/** Count and hash of lines, in whatever order they come. */
const sumOf = (lines: string[]): string => `${lines.length} ${createHash('sha256').update(lines.sort().join('\n')).digest('hex')}`;

/** Sums of all tables of a space; numbers of people are their logins, and names that stand for somebody are who they stand for. */
export async function sumsOfSpace(world: World, spaceId: number, who: Map<string, string>): Promise<Record<string, string>> {
  const columns = await world.sql(`select c.relname as name, a.attname as column, f.conrelid is not null
      or (c.relname, a.attname) in (('node_grant', 'user_id'), ('user_specialty', 'user_id'), ('resource', 'user_id'), ('catalog_act', 'author_id')) as person
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_constraint f on f.conrelid = c.oid and f.contype = 'f' and f.confrelid = 'app_user'::regclass and a.attnum = any(f.conkey)
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and exists (select from pg_attribute s where s.attrelid = c.oid and s.attname = 'space_id')`);
  const found: Record<string, string> = {};
  for (const name of new Set(columns.map((column) => String(column['name'])))) {
    if (NOT_CONTENT.split(' ').includes(name)) continue;
    const persons = columns.filter((column) => column['name'] === name && column['person']).map((column) => String(column['column']));
    const rows = await world.sql(
      `select to_jsonb(t) - '{space_id,file_key,thumb_key,view_key,people_key}'::text[] as row from "${name}" t where space_id = $1`,
      [spaceId],
    );
    const lines = rows.map(({ row }) => {
      for (const person of persons) if (row[person] !== null) row[person] = who.get(String(row[person])) ?? `nobody ${row[person]}`;
      if (name === 'space_user') for (const field of ['role', 'status']) delete row[field];
      return JSON.stringify(row);
    });
    if (lines.length) found[name] = sumOf(lines);
  }
  return found;
}

/** What two fillings of the same content may differ in: ids of the installation, times, keys of files and of calls, and bytes that hold them. */
const OF_ITS_MAKING =
  'directory_id relation_id relation_row_id estimate_id model_ids added source calculation chain diff diff_bytes dedupe source_key geometry_key geometry_bytes file_key thumb_key view_key people_key';
/** Ids of other rows within JSON, such as the schedules that are the stages of a pipeline. */
const IDS_IN_JSON = /"(?:\w+_ids?|stages)": (?:\[[\d, ]*\]|\d+)/g;

/** Hashes of what all tables of a space hold, without ids and times: spaces of the same content have the same. */
export async function contentOfSpace(world: World, spaceId: number): Promise<Record<string, string>> {
  const tables = await world.sql<{ name: string; left_out: string[] }>(
    `select c.relname as name, array_agg(a.attname::text) filter (where a.attname = any(string_to_array($1, ' ')) or
      format_type(a.atttypid, null) in ('timestamp with time zone', 'uuid') or format_type(a.atttypid, null) = 'bigint' and a.attname ~ '(^|_)id$') as left_out
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> all(string_to_array($2, ' '))
    group by c.relname having bool_or(a.attname = 'space_id')`,
    [OF_ITS_MAKING, NOT_CONTENT],
  );
  const found: Record<string, string> = {};
  for (const { name, left_out } of tables) {
    const rows = await world.sql(`select (to_jsonb(t) - $2::text[])::text as row from "${name}" t where space_id = $1`, [
      spaceId,
      left_out,
    ]);
    const lines = rows.map(({ row }) => String(row).replace(IDS_IN_JSON, (ids) => ids.replace(/\d+/g, '#')));
    if (lines.length) found[name] = sumOf(lines);
  }
  return found;
}

/** Names of people by their numbers; who is only a name here bears that of the file. */
export const namesOfPeople = async (world: World) =>
  new Map(
    (await world.sql(`select id, case when login like 'restored-%' then first_name || '' else first_name end as name from app_user`)).map(
      (row) => [String(row['id']), String(row['name'])],
    ),
  );

/** Returns the rows that a transaction wrote outside the restored space, without those that give its owner access. */
export async function rowsOutside(
  tx: Tx,
  tables: readonly string[],
  { spaceId, ownerId }: { spaceId: number; ownerId: number },
): Promise<string[]> {
  const written = sql`xmin = pg_current_xact_id()::xid`;
  const outside = tables.map(
    (name) =>
      sql`select ${sql.lit(name)} as what from ${sql.table(name)} where ${written} and space_id is distinct from ${sql.lit(spaceId)}`,
  );
  const { rows } = await sql<{ what: string }>`${sql.join(outside, sql` union all `)}
    union all select 'somebody else may enter' from space_user where space_id = ${spaceId} and status = 'active' and user_id <> ${ownerId}
    union all select 'an account' from app_user where ${written} and (administrator or login not like 'restored-%')`.execute(tx);
  return rows.map(({ what }) => what);
}
