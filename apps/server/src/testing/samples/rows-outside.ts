import { sql } from 'kysely';
import type { Tx } from '../../platform/postgres/database.ts';

/** What a transaction has written that is none of the rows of a restored space and lets nobody but its owner in. */
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
