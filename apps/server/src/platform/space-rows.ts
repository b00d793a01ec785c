import { sql } from 'kysely';
import { sqlState } from './errors.ts';
import { setForTransaction } from './postgres/settings.ts';
import type { Database, Db } from './postgres/database.ts';

/** Rows that one transaction deletes. */
const BLOCK = 5000;
/** Who may ask for the deletion again where it fails: their rows go with the space itself. Files that are still to be removed outlive it. */
const KEPT_TO_THE_END = ['space_user', 'role', 'license', 'seat', 'bim_discarded_file'];
/** What keeps rows until the end: others that refer to them, or a policy. */
const LEFT_FOR_LATER = new Set(['23503', '42501']);

type Table = { name: string; refersTo: readonly string[] };

/**
 * Tables of spaces, each before those that it refers to; where they go in a circle, some after. Those that stand alone are the last: triggers
 * of the others write into them.
 */
export function childrenFirst(tables: readonly Table[]): string[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const ordered = new Set<Table>();
  const take = (table: Table, path: ReadonlySet<Table>): void => {
    if (ordered.has(table) || path.has(table)) return;
    for (const name of table.refersTo) {
      const other = byName.get(name);
      if (other) take(other, new Set([...path, table]));
    }
    ordered.add(table);
  };
  for (const table of tables) take(table, new Set());
  const tied = new Set(tables.flatMap(({ name, refersTo }) => (refersTo.some((other) => byName.has(other)) ? [name, ...refersTo] : [])));
  const reversed = [...ordered].toReversed().map(({ name }) => name);
  return [...reversed.filter((name) => tied.has(name)), ...reversed.filter((name) => !tied.has(name))];
}

async function listTables(db: Db): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name, coalesce((
      select jsonb_agg(distinct p.relname) from pg_constraint f join pg_class p on p.oid = f.confrelid
      where f.conrelid = c.oid and f.contype = 'f' and p.oid <> c.oid), '[]') as "refersTo"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'space_id' and not a.attisdropped)
    order by c.relname`.execute(db);
  return rows;
}

/**
 * Deletes the rows of a space that is being deleted, at most `most` in one transaction, children before parents: the statement that deletes
 * the space then finds few. What refuses stays for that statement. Answers how many were deleted.
 */
export async function eraseRows({ database }: { database: Database }, spaceId: number, most = BLOCK): Promise<number> {
  const scope = { spaceId, userId: null, system: true };
  let deleted = 0;
  for (const name of childrenFirst(await database.read(scope, listTables))) {
    if (KEPT_TO_THE_END.includes(name)) continue;
    for (let isLast = false; !isLast;) {
      const now = await database
        .write(scope, async (tx) => {
          await setForTransaction(tx, { 'app.audit_of_deleted_space': String(spaceId) });
          const { numAffectedRows } = await sql`
          delete from ${sql.table(name)} where space_id = ${spaceId} and ctid in (
            select ctid from ${sql.table(name)} where space_id = ${spaceId} limit ${most})`.execute(tx);
          return Number(numAffectedRows);
        })
        .catch((error: unknown) => {
          if (LEFT_FOR_LATER.has(sqlState(error) ?? '')) return 0;
          throw error;
        });
      deleted += now;
      isLast = now < most;
    }
  }
  return deleted;
}
