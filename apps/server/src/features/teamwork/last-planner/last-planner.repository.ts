import type { Commitment, WorkAhead } from '@gantry/contract';
import { sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import type { Row } from '../../../database/schema.generated.ts';
import { worksOfEntries } from '../../../database/works-of-entries.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

export type Work = Pick<
  WorkAhead,
  'row_id' | 'row_code' | 'row_name' | 'executor_id' | 'executor' | 'curator_id' | 'start' | 'finish' | 'status' | 'progress'
>;

/** Works of a version that begin before a day and are not done, the earliest first. */
export async function listWorks(
  db: Db,
  { spaceId, versionId }: { spaceId: number; versionId: number },
  before: string,
  limit: number,
): Promise<{ total: number; works: Work[] }> {
  const { rows } = await sql<Work & { total: number }>`
    select w.id as row_id, w.code as row_code, w.name as row_name, w.executor_id, coalesce(${personName('u')}, '') as executor, w.curator_id,
           to_char(coalesce(w.actual_start, w.start), 'YYYY-MM-DD"T"HH24:MI') as start,
           to_char(coalesce(w.actual_finish, w.finish), 'YYYY-MM-DD"T"HH24:MI') as finish, w.status, w.progress, count(*) over ()::int as total
    from wbs_item w left join app_user u on u.id = w.executor_id
    where w.space_id = ${spaceId} and w.version_id = ${versionId} and w.type in ('task', 'work') and w.status <> 'completed'
      and coalesce(w.actual_start, w.start) < ${before}::date and w.finish is not null
    order by coalesce(w.actual_start, w.start), w.id limit ${limit}`.execute(db);
  return { total: rows.at(0)?.total ?? 0, works: rows.map(({ total: _total, ...work }) => work) };
}

/** Some works of a version. */
export async function listWorksById(db: Db, { spaceId, versionId }: { spaceId: number; versionId: number }, ids: readonly number[]) {
  const { rows } = await sql<{
    id: number;
    code: string;
    name: string;
    type: string;
    executor_id: number | null;
    curator_id: number | null;
  }>`
    select id, code, name, type, executor_id, curator_id from wbs_item
    where space_id = ${spaceId} and version_id = ${versionId} and id = any(${[...ids]}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export type KeptPlan = { id: number; week: string; due: number; ready: number; closed: boolean };

/** Weeks of a schedule that were approved, the newest first; one of them, or so many up to a day. */
export async function listPlans(db: Db, spaceId: number, nodeId: number, which: { week: string } | { last: number }): Promise<KeptPlan[]> {
  const { rows } = await sql<KeptPlan>`
    select id, to_char(week, 'YYYY-MM-DD') as week, due, ready, closed_at is not null as closed from weekly_plan
    where space_id = ${spaceId} and node_id = ${nodeId} ${'week' in which ? sql`and week = ${which.week}::date` : sql``}
    order by week desc limit ${'last' in which ? which.last : 1}`.execute(db);
  return rows;
}

/** Opens the week of a schedule, or finds it; nobody else approves, answers or closes it meanwhile. */
export async function openPlan(
  tx: Tx,
  spaceId: number,
  plan: { node_id: number; week: string; due: number; ready: number; approved_by: number },
): Promise<KeptPlan> {
  await tx
    .insertInto('weekly_plan')
    .values({ ...plan, space_id: spaceId })
    .onConflict((conflict) => conflict.columns(['space_id', 'node_id', 'week']).doUpdateSet({ due: plan.due, ready: plan.ready }))
    .execute();
  const [kept] = await listPlans(tx, spaceId, plan.node_id, { week: plan.week });
  return kept;
}

export async function lockPlan(tx: Tx, spaceId: number, nodeId: number, week: string): Promise<KeptPlan | undefined> {
  await sql`select 1 from weekly_plan where space_id = ${spaceId} and node_id = ${nodeId} and week = ${week}::date for update`.execute(tx);
  return (await listPlans(tx, spaceId, nodeId, { week })).at(0);
}

export async function closeWeek(tx: Tx, spaceId: number, id: number, at: Date): Promise<void> {
  await tx.updateTable('weekly_plan').set({ closed_at: at }).where('space_id', '=', spaceId).where('id', '=', id).execute();
}

/** A promise as it is kept; `done` and `kept` only of a closed week. */
export type KeptCommitment = Omit<Commitment, 'done' | 'kept' | 'may_answer'> & {
  plan_id: number;
  week: string;
  kept_row_id: number;
  curator_id: number | null;
  done: number | null;
  kept: boolean | null;
};

type Wanted = { versionId: number; nodeId: number; planIds?: readonly number[]; id?: number };

/** Promises of weeks of a schedule in the order of works; the row of each is the one with its code, else with its id. */
export async function listCommitments(db: Db, spaceId: number, { versionId, nodeId, planIds, id }: Wanted): Promise<KeptCommitment[]> {
  const { rows } = await sql<KeptCommitment>`
    with own as (
      select c.*, p.week from commitment c join weekly_plan p on p.space_id = c.space_id and p.id = c.plan_id
      where c.space_id = ${spaceId} and c.node_id = ${nodeId} ${planIds ? sql`and c.plan_id = any(${[...planIds]}::bigint[])` : sql``}
        ${id === undefined ? sql`` : sql`and c.id = ${id}`}
    ), named as (${worksOfEntries(sql`own`, { spaceId, versionId })})
    select c.id, c.plan_id, to_char(c.week, 'YYYY-MM-DD') as week, c.row_id as kept_row_id, w.id as row_id, c.row_code,
           coalesce(w.name, c.row_name) as row_name, c.measure, c.unit, c.quantity, to_char(c.last_day, 'YYYY-MM-DD') as last_day, c.user_id,
           coalesce(${personName('u')}, '') as name, c.overridden, c.reason, c.note, c.done, c.kept, w.curator_id
    from own c left join named n on n.row_id = c.row_id and n.row_code = c.row_code
    left join wbs_item w on w.space_id = ${spaceId} and w.version_id = ${versionId} and w.id = n.id
    left join app_user u on u.id = c.user_id
    order by c.last_day, c.id`.execute(db);
  return rows;
}

export type NewCommitment = Omit<Row<'commitment'>, 'space_id' | 'id' | 'last_day' | 'reason' | 'note' | 'done' | 'kept' | 'measure'> & {
  last_day: string;
  measure: Commitment['measure'];
};

/** Makes a promise; one of the same work in the same week becomes this one. */
export async function saveCommitment(tx: Tx, spaceId: number, commitment: NewCommitment): Promise<void> {
  const { plan_id: _plan, node_id: _node, row_id: _row, ...fields } = commitment;
  await tx
    .insertInto('commitment')
    .values({ ...commitment, space_id: spaceId })
    .onConflict((conflict) => conflict.columns(['space_id', 'plan_id', 'row_id']).doUpdateSet(fields))
    .execute();
}

type Change = Partial<Pick<Row<'commitment'>, 'reason' | 'note' | 'done' | 'kept'>>;

export async function changeCommitment(tx: Tx, spaceId: number, id: number, change: Change): Promise<void> {
  await tx.updateTable('commitment').set(change).where('space_id', '=', spaceId).where('id', '=', id).execute();
}

export async function deleteCommitment(tx: Tx, spaceId: number, id: number): Promise<void> {
  await tx.deleteFrom('commitment').where('space_id', '=', spaceId).where('id', '=', id).execute();
}
