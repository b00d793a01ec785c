import { sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

export type ActRow = Row<'work_act'>;
/** Amounts in minor units, quantities in ten millionths. */
export type ActLine = {
  estimate_id: number;
  estimate_row_id: number;
  estimate: string;
  number: string;
  code: string;
  name: string;
  unit: string;
  quantity: bigint;
  amount: bigint;
  whole_quantity: bigint;
  whole_amount: bigint;
  lost: boolean;
};

export type NamedAct = Omit<ActRow, 'from_day' | 'to_day'> & { from_day: string; to_day: string; schedule_name: string };

const acts = (db: Db, spaceId: number) =>
  db
    .selectFrom('work_act as a')
    .innerJoin('eps_node as n', (join) => join.onRef('n.space_id', '=', 'a.space_id').onRef('n.id', '=', 'a.schedule_id'))
    .selectAll('a')
    .select(['n.name as schedule_name', sql<string>`a.from_day::text`.as('first'), sql<string>`a.to_day::text`.as('last')])
    .where('a.space_id', '=', spaceId);

/** Days as the text that they are. */
const withDays = async (found: Promise<(ActRow & { schedule_name: string; first: string; last: string })[]>): Promise<NamedAct[]> =>
  (await found).map(({ first, last, ...act }) => ({ ...act, from_day: first, to_day: last }));

/** Acts of a project, the newest first. */
export const listActs = (db: Db, spaceId: number, projectId: number): Promise<NamedAct[]> =>
  withDays(acts(db, spaceId).where('a.project_id', '=', projectId).orderBy('a.to_day', 'desc').orderBy('a.id', 'desc').execute());

/** Acts of a schedule by one contract, or without any, the oldest first. */
export const actsInRow = (db: Db, spaceId: number, scheduleId: number, pdcId: number | null): Promise<NamedAct[]> =>
  withDays(
    acts(db, spaceId)
      .where('a.schedule_id', '=', scheduleId)
      .where('a.pdc_id', 'is not distinct from', pdcId)
      .orderBy('a.to_day')
      .orderBy('a.id')
      .execute(),
  );

/** Acts of a schedule that the customer pays, the oldest first: all but those of subcontracts. */
export const customerActs = (db: Db, spaceId: number, scheduleId: number): Promise<NamedAct[]> =>
  withDays(
    acts(db, spaceId)
      .leftJoin('pdc as p', (join) => join.onRef('p.space_id', '=', 'a.space_id').onRef('p.id', '=', 'a.pdc_id'))
      .where('a.schedule_id', '=', scheduleId)
      .where(sql<boolean>`p.side is distinct from 'subcontract'`)
      .orderBy('a.to_day')
      .orderBy('a.id')
      .execute(),
  );

export async function findAct(db: Db, spaceId: number, id: number): Promise<NamedAct | null> {
  return (await withDays(acts(db, spaceId).where('a.id', '=', id).execute()))[0] ?? null;
}

/** Holds the acts of a schedule until the transaction ends. */
export async function lockActs(tx: Tx, spaceId: number, scheduleId: number): Promise<void> {
  await sql`select 1 from eps_node where space_id = ${spaceId} and id = ${scheduleId} for update`.execute(tx);
}

type NewAct = Pick<ActRow, 'project_id' | 'schedule_id' | 'version_id' | 'pdc_id' | 'number' | 'vat_rate' | 'vat_mode'> & {
  from: string;
  to: string;
};

export async function addAct(tx: Tx, spaceId: number, { from, to, ...act }: NewAct): Promise<number> {
  const values = { ...act, from_day: from, to_day: to, space_id: spaceId, state: 'draft' as const };
  return (await tx.insertInto('work_act').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

type ActChange = Partial<
  Pick<
    ActRow,
    'number' | 'note' | 'reason' | 'vat_rate' | 'vat_mode' | 'state' | 'total' | 'vat' | 'issued_at' | 'issued_by' | 'currency' | 'digits'
  >
> & { to?: string };

export async function updateAct(tx: Tx, spaceId: number, id: number, { to, ...change }: ActChange): Promise<void> {
  const fields = { ...change, ...(to === undefined ? {} : { to_day: to }) };
  if (Object.keys(fields).length)
    await tx.updateTable('work_act').set(fields).where('space_id', '=', spaceId).where('id', '=', id).execute();
}

export async function deleteAct(tx: Tx, spaceId: number, id: number): Promise<void> {
  await tx.deleteFrom('work_act').where('space_id', '=', spaceId).where('id', '=', id).execute();
}

const AT_ONCE = 1000;

export async function putLines(tx: Tx, spaceId: number, projectId: number, actId: number, lines: readonly ActLine[]): Promise<void> {
  await tx.deleteFrom('work_act_line').where('space_id', '=', spaceId).where('act_id', '=', actId).execute();
  for (let from = 0; from < lines.length; from += AT_ONCE) {
    const values = lines.slice(from, from + AT_ONCE).map((line, at) => ({
      ...line,
      space_id: spaceId,
      act_id: actId,
      project_id: projectId,
      position: from + at,
      quantity: String(line.quantity),
      whole_quantity: String(line.whole_quantity),
      amount: Number(line.amount),
      whole_amount: Number(line.whole_amount),
    }));
    await tx.insertInto('work_act_line').values(values).execute();
  }
}

/** Lines of some acts in their order, with the id of the act. */
export async function listLines(db: Db, spaceId: number, ids: readonly number[]): Promise<(ActLine & { act_id: number })[]> {
  const rows = await db
    .selectFrom('work_act_line')
    .selectAll()
    .where('space_id', '=', spaceId)
    .where('act_id', 'in', [0, ...ids])
    .orderBy('act_id')
    .orderBy('position')
    .execute();
  return rows.map((row) => ({
    ...row,
    quantity: BigInt(row.quantity),
    whole_quantity: BigInt(row.whole_quantity),
    amount: BigInt(row.amount),
    whole_amount: BigInt(row.whole_amount),
  }));
}
