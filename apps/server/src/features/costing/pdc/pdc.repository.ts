import type { PdcPayment } from '@gantry/contract';
import { sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { COUNTED_FIRST } from '../../planning/version-heads/version-heads.service.ts';

export type PdcRow = Row<'pdc'>;
export type PdcLine = Omit<Row<'pdc_line'>, 'space_id' | 'pdc_id' | 'project_id' | 'position'>;

export async function listPdc(db: Db, spaceId: number, projectId: number | undefined): Promise<PdcRow[]> {
  const all = db.selectFrom('pdc').selectAll().where('space_id', '=', spaceId);
  return (projectId === undefined ? all : all.where('project_id', '=', projectId)).orderBy('number').orderBy('id').execute();
}

export async function findPdc(db: Db, spaceId: number, id: number): Promise<PdcRow | null> {
  return (await db.selectFrom('pdc').selectAll().where('space_id', '=', spaceId).where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function lockPdc(tx: Tx, spaceId: number, id: number): Promise<PdcRow | null> {
  return (
    (await tx.selectFrom('pdc').selectAll().where('space_id', '=', spaceId).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null
  );
}

export type PdcChange = Partial<Omit<PdcRow, 'space_id' | 'id' | 'payment' | 'offers'>> & { payment?: PdcPayment; offers?: number[] };

const stored = ({ payment, offers, ...fields }: PdcChange) => ({
  ...fields,
  ...(payment ? { payment: JSON.stringify(payment) } : {}),
  ...(offers ? { offers: JSON.stringify(offers) } : {}),
});

export async function addPdc(tx: Tx, spaceId: number, change: PdcChange & { name: string }): Promise<number> {
  const values = { ...stored(change), name: change.name, space_id: spaceId };
  return (await tx.insertInto('pdc').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

export async function updatePdc(tx: Tx, spaceId: number, id: number, change: PdcChange): Promise<void> {
  const set = { ...stored(change), revision: sql<number>`revision + 1` };
  await tx.updateTable('pdc').set(set).where('space_id', '=', spaceId).where('id', '=', id).execute();
}

export async function deletePdc(tx: Tx, spaceId: number, id: number): Promise<void> {
  await tx.deleteFrom('pdc').where('space_id', '=', spaceId).where('id', '=', id).execute();
}

export const listPdcLines = (db: Db, spaceId: number, id: number): Promise<PdcLine[]> =>
  db
    .selectFrom('pdc_line')
    .select(['estimate_row_id', 'number', 'code', 'name', 'unit', 'quantity', 'estimated', 'amount'])
    .where('space_id', '=', spaceId)
    .where('pdc_id', '=', id)
    .orderBy('position')
    .execute();

/** What the lines of some protocols come to by their estimates, of those that have any. */
export async function sumEstimated(db: Db, spaceId: number, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ pdc_id: number; estimated: number }>`select pdc_id, sum(estimated)::bigint as estimated from pdc_line
    where space_id = ${spaceId} and pdc_id = any(${[...ids]}::bigint[]) group by pdc_id`.execute(db);
  return new Map(rows.map((row) => [row.pdc_id, row.estimated]));
}

const AT_ONCE = 1000;

/** Replaces the lines of a protocol. */
export async function putPdcLines(
  tx: Tx,
  spaceId: number,
  { id, project_id }: Pick<PdcRow, 'id' | 'project_id'>,
  lines: readonly PdcLine[],
): Promise<void> {
  await tx.deleteFrom('pdc_line').where('space_id', '=', spaceId).where('pdc_id', '=', id).execute();
  for (let from = 0; from < lines.length; from += AT_ONCE) {
    const values = lines
      .slice(from, from + AT_ONCE)
      .map((line, at) => ({ ...line, space_id: spaceId, pdc_id: id, project_id, position: from + at }));
    await tx.insertInto('pdc_line').values(values).execute();
  }
}

/** Versions that carry rows of an estimate, each the one that counts in its schedule, those with most of the rows first. */
export async function listCarriers(db: Db, spaceId: number, estimateId: number): Promise<{ version_id: number; schedule_id: number }[]> {
  const linked = sql`select l.version_id from cost_link l where l.space_id = ${spaceId} and l.estimate_id = ${estimateId}`;
  // A step of the index a version: copies of a version have as many links each.
  const { rows } = await sql<{ version_id: number; schedule_id: number }>`
    with recursive linked as (
      (${linked} order by l.version_id limit 1)
      union all
      select (${linked} and l.version_id > w.version_id order by l.version_id limit 1) from linked w where w.version_id is not null),
    counted as materialized (
      select o.id, o.schedule_id from linked w join version o on o.space_id = ${spaceId} and o.id = w.version_id
      where o.id = (select v.id from version v where v.space_id = ${spaceId} and v.schedule_id = o.schedule_id order by ${COUNTED_FIRST} limit 1))
    select c.id as version_id, c.schedule_id from counted c
      join cost_link l on l.space_id = ${spaceId} and l.estimate_id = ${estimateId} and l.version_id = c.id and l.item_id is not null
    group by c.id, c.schedule_id order by count(distinct l.estimate_row_id) desc, c.id`.execute(db);
  return rows;
}

export type Bill = { id: number; number: string; from_day: string; to_day: string; total: number; vat: number };

/** Issued acts by a contract, the oldest first; `count` are all, drafts too. */
export async function actsByPdc(db: Db, spaceId: number, id: number): Promise<{ issued: Bill[]; count: number }> {
  const rows = await db
    .selectFrom('work_act')
    .select(['id', 'number', 'state', 'total', 'vat', sql<string>`from_day::text`.as('from_day'), sql<string>`to_day::text`.as('to_day')])
    .where('space_id', '=', spaceId)
    .where('pdc_id', '=', id)
    .orderBy('to_day')
    .orderBy('id')
    .execute();
  const issued = rows
    .filter(({ state }) => state === 'issued')
    .map(({ state: _state, ...row }) => ({ ...row, total: row.total ?? 0, vat: row.vat ?? 0 }));
  return { issued, count: rows.length };
}
