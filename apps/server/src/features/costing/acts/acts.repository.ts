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

/** Lines of an act in their order. */
export async function listLines(db: Db, spaceId: number, id: number): Promise<ActLine[]> {
  const rows = await db
    .selectFrom('work_act_line')
    .selectAll()
    .where('space_id', '=', spaceId)
    .where('act_id', '=', id)
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

/** What issued acts have of a row in all, and in some of them; its other fields are those of the last line. */
export type IssuedLine = ActLine & { late: Pick<ActLine, 'quantity' | 'amount'> };

/** Lines of some acts, one of each row of an estimate and of each limited cost, in the order of their first lines; `late` are some of the acts. */
export async function sumLines(db: Db, spaceId: number, ids: readonly number[], late: readonly number[] = []): Promise<IssuedLine[]> {
  type Sums = Record<'quantity' | 'amount' | 'late_quantity' | 'late_amount', string> & { whole_quantity: string; whole_amount: number };
  const { rows } = await sql<Omit<ActLine, keyof Sums> & Sums>`
    with sums as (
      select min(array[act_id, position]) as first, max(array[act_id, position]) as last,
        sum(quantity::numeric) as quantity, sum(amount) as amount,
        coalesce(sum(quantity::numeric) filter (where act_id = any(${[...late]}::bigint[])), 0) as late_quantity,
        coalesce(sum(amount) filter (where act_id = any(${[...late]}::bigint[])), 0) as late_amount
      from work_act_line where space_id = ${spaceId} and act_id = any(${[...ids]}::bigint[])
      group by estimate_id, case when estimate_id = 0 then 0 else estimate_row_id end, case when estimate_id = 0 then name else '' end)
    select l.estimate_id, l.estimate_row_id, l.estimate, l.number, l.code, l.name, l.unit, l.lost, l.whole_quantity, l.whole_amount,
      s.quantity::text, s.amount::text, s.late_quantity::text, s.late_amount::text
    from sums s join work_act_line l on l.space_id = ${spaceId} and l.act_id = s.last[1] and l.position = s.last[2]
    order by s.first`.execute(db);
  return rows.map(({ late_quantity, late_amount, ...row }) => ({
    ...row,
    quantity: BigInt(row.quantity),
    amount: BigInt(row.amount),
    whole_quantity: BigInt(row.whole_quantity),
    whole_amount: BigInt(row.whole_amount),
    late: { quantity: BigInt(late_quantity), amount: BigInt(late_amount) },
  }));
}
