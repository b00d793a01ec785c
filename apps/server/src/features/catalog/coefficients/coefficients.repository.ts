import type { Coefficient, CoefficientDefinition, CoefficientSetDefinition } from '@gantry/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

/** Sets of the space by name. */
export const listSets = (db: Db, spaceId: number): Promise<(CoefficientSetDefinition & { id: number })[]> =>
  db.selectFrom('coefficient_set').select(['id', 'name', 'source']).where('space_id', '=', spaceId).orderBy('name').orderBy('id').execute();

/** Coefficients in the order of their application. */
export const listCoefficients = (db: Db, spaceId: number): Promise<Omit<Coefficient, 'uses'>[]> =>
  db
    .selectFrom('coefficient')
    .select(['id', 'set_id', 'position', 'code', 'name', 'target', 'labour', 'equipment', 'material', 'all'])
    .where('space_id', '=', spaceId)
    .orderBy('set_id')
    .orderBy('position')
    .orderBy('id')
    .execute();

export async function findSetNamed(db: Db, spaceId: number, name: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select id from coefficient_set
    where space_id = ${spaceId} and lower(name) = lower(${name})`.execute(db);
  return rows[0]?.id ?? null;
}

export async function saveSet(tx: Tx, spaceId: number, set: CoefficientSetDefinition): Promise<number> {
  const { id } = await tx
    .insertInto('coefficient_set')
    .values({ ...set, space_id: spaceId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateSet(tx: Tx, spaceId: number, id: number, set: CoefficientSetDefinition): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('coefficient_set')
    .set(set)
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteSet(tx: Tx, spaceId: number, id: number): Promise<void> {
  await tx.deleteFrom('coefficient_set').where('space_id', '=', spaceId).where('id', '=', id).execute();
}

export async function saveCoefficient(
  tx: Tx,
  spaceId: number,
  row: CoefficientDefinition & { set_id: number; position: number },
): Promise<number> {
  const { id } = await tx
    .insertInto('coefficient')
    .values({ ...row, space_id: spaceId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateCoefficient(tx: Tx, spaceId: number, id: number, change: Partial<CoefficientDefinition>): Promise<void> {
  await tx
    .updateTable('coefficient')
    .set({ ...change, space_id: spaceId })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .execute();
}

/** Numbers the coefficients of a set anew, in the given order. */
export async function saveOrder(tx: Tx, spaceId: number, ids: readonly number[]): Promise<void> {
  await sql`update coefficient set position = o.place
    from unnest(${[...ids]}::bigint[]) with ordinality o (id, place) where space_id = ${spaceId} and coefficient.id = o.id`.execute(tx);
}

export async function deleteCoefficient(tx: Tx, spaceId: number, id: number): Promise<void> {
  await tx.deleteFrom('coefficient').where('space_id', '=', spaceId).where('id', '=', id).execute();
}

/** How many relations between directories and rows of them use each coefficient, or each of some. Pairs with the same ones are counted together. */
export async function countUses(db: Db, spaceId: number, ids?: readonly number[]): Promise<Map<number, number>> {
  const some = ids && [...ids];
  const { rows } = await sql<{ id: number; uses: number }>`
    select u.id, sum(u.pairs)::bigint as uses from (
      select unnest(p.coefficient_ids) as id, p.pairs from (
        select coefficient_ids, count(*) as pairs from directory_relation_row
        where space_id = ${spaceId} and coefficient_ids <> '{}' ${some ? sql`and coefficient_ids && ${some}::bigint[]` : sql``}
        group by coefficient_ids
      ) p
      union all
      select jsonb_array_elements_text(options -> 'coefficient_ids')::bigint, 1 from directory_relation where space_id = ${spaceId}
    ) u ${some ? sql`where u.id = any(${some}::bigint[])` : sql``} group by u.id`.execute(db);
  return new Map(rows.map(({ id, uses }) => [id, uses]));
}
