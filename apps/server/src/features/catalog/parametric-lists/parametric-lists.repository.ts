import type { ParametricListDefinition } from '@gantry/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

export async function listLists(db: Db, spaceId: number): Promise<(ParametricListDefinition & { id: number })[]> {
  const { rows } = await sql<ParametricListDefinition & { id: number }>`
    select id, name, entries from parametric_list where space_id = ${spaceId} order by name, id`.execute(db);
  return rows;
}

export async function findNamed(db: Db, spaceId: number, name: string): Promise<number | null> {
  const { rows } = await sql<{
    id: number;
  }>`select id from parametric_list where space_id = ${spaceId} and lower(name) = lower(${name})`.execute(db);
  return rows[0]?.id ?? null;
}

/** Entries of all lists of the space but one, each list counted as one more. */
export async function countEntries(db: Db, spaceId: number, but?: number): Promise<number> {
  const others = but === undefined ? sql`` : sql`and id <> ${but}`;
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(jsonb_array_length(entries) + 1), 0)::int as count from parametric_list where space_id = ${spaceId} ${others}`.execute(
    db,
  );
  return rows[0].count;
}

export async function saveList(tx: Tx, spaceId: number, { name, entries }: ParametricListDefinition): Promise<number> {
  const { id } = await tx
    .insertInto('parametric_list')
    .values({ space_id: spaceId, name, entries: JSON.stringify(entries) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateList(
  tx: Tx,
  spaceId: number,
  id: number,
  { name, entries }: Partial<ParametricListDefinition>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('parametric_list')
    .set({ space_id: spaceId, ...(name === undefined ? {} : { name }), ...(entries ? { entries: JSON.stringify(entries) } : {}) })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteList(tx: Tx, spaceId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('parametric_list').where('space_id', '=', spaceId).where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}
