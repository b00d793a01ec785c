import type { MeasureDefinition } from '@gantry/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

/** Units with the number of attributes that are counted in them. */
export async function listMeasures(db: Db, spaceId: number): Promise<(MeasureDefinition & { id: number; attributes: number })[]> {
  const { rows } = await sql<MeasureDefinition & { id: number; attributes: number }>`
    select m.id, m.name, m.sign,
      (select count(*) from node_attribute a where a.space_id = m.space_id and a.unit = m.sign) as attributes
    from measure m where m.space_id = ${spaceId} order by m.name, m.id`.execute(db);
  return rows;
}

export async function findBySign(db: Db, spaceId: number, sign: string): Promise<number | null> {
  const row = await db.selectFrom('measure').select('id').where('space_id', '=', spaceId).where('sign', '=', sign).executeTakeFirst();
  return row?.id ?? null;
}

export async function saveMeasure(tx: Tx, spaceId: number, measure: MeasureDefinition): Promise<number> {
  const { id } = await tx
    .insertInto('measure')
    .values({ ...measure, space_id: spaceId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateMeasure(tx: Tx, spaceId: number, id: number, change: Partial<MeasureDefinition>): Promise<boolean> {
  // An empty change still checks that the unit exists.
  const { numUpdatedRows } = await tx
    .updateTable('measure')
    .set({ ...change, space_id: spaceId })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteMeasure(tx: Tx, spaceId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('measure').where('space_id', '=', spaceId).where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}
