import { sql } from 'kysely';
import type { Tx } from '../../platform/postgres/database.ts';
import { createHash } from 'node:crypto';
import type { World } from '../world.ts';

const NOT_CONTENT =
  'remote_consent ai_call audit backup backup_job backup_repository job seat session_visit search_change search_entry search_lexeme presence prepared_file';
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
    if (lines.length) found[name] = `${lines.length} ${createHash('sha256').update(lines.sort().join('\n')).digest('hex')}`;
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
