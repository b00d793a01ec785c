import type { TimesheetLine } from '@gantry/contract';
import type { TimesheetStatus } from '@gantry/domain';
import { sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import type { Row } from '../../../database/schema.generated.ts';
import { worksOfEntries } from '../../../database/works-of-entries.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { BY_KEY } from '../../../platform/postgres/named-statements.ts';

/** A line as it is kept, with the name of its person and the row of the version that was asked for. */
export type KeptLine = Omit<TimesheetLine, 'acts'> & {
  curator_id: number | null;
  approved_by: number | null;
  kept_row_id: number;
};

export type Wanted = {
  /** The version whose rows the lines are shown at; null: none. */
  versionId: number | null;
  nodeId?: number;
  itemId?: number;
  /** Lines shown at these works alone. */
  itemIds?: readonly number[];
  userIds?: readonly number[];
  ids?: readonly number[];
  status?: TimesheetStatus;
  from?: string;
  to?: string;
  /** Lines of these people on these days alone. */
  hoursOf?: readonly { userId: number; day: string }[];
};

/** Executors of the works of a version, each once. */
export async function listExecutors(db: Db, spaceId: number, versionId: number): Promise<number[]> {
  const { rows } = await sql<{ executor_id: number }>`
    select distinct executor_id from wbs_item
    where space_id = ${spaceId} and version_id = ${versionId} and executor_id is not null`.execute(db);
  return rows.map(({ executor_id }) => executor_id);
}

/** Lines by day and person; the row of each is the one with its code, else with its id. */
export async function listLines(db: Db, spaceId: number, wanted: Wanted): Promise<KeptLine[]> {
  const { versionId, nodeId, itemId, itemIds, userIds, ids, status, from, to, hoursOf } = wanted;
  const { rows } = await sql<KeptLine>`
    with own as (
      select t.* from timesheet t where t.space_id = ${spaceId}
        ${nodeId === undefined ? sql`` : sql`and t.node_id = ${nodeId}`} ${userIds ? sql`and t.user_id = any(${[...userIds]})` : sql``}
        ${ids ? sql`and t.id = any(${[...ids]})` : sql``} ${status ? sql`and t.status = ${status}` : sql``}
        ${from === undefined ? sql`` : sql`and t.day >= ${from}::date`} ${to === undefined ? sql`` : sql`and t.day <= ${to}::date`}
        ${hoursOf ? onDaysOf(hoursOf) : sql``} ${itemIds ? nameableBy(itemIds, { spaceId, versionId }) : sql``}
    ), works as (select distinct row_id, row_code from own),
    named as (${worksOfEntries(sql`works`, { spaceId, versionId })})
    select o.id, n.id as row_id, o.row_id as kept_row_id, o.row_code, o.row_name, o.node_id as schedule_id, o.user_id,
           coalesce(${personName('u')}, '') as name, to_char(o.day, 'YYYY-MM-DD') as day, o.minutes, o.overtime, o.note, o.status,
           o.approvals, o.reason, o.entered_by, o.approved_by, w.curator_id
    from own o left join named n on n.row_id = o.row_id and n.row_code = o.row_code
    left join wbs_item w on w.space_id = ${spaceId} and w.version_id = ${versionId} and w.id = n.id join app_user u on u.id = o.user_id
    where true ${itemId === undefined ? sql`` : sql`and n.id = ${itemId}`} ${itemIds ? sql`and n.id = any(${[...itemIds]})` : sql``}
    order by o.day, u.last_name, u.id, o.id`.execute(db);
  return rows;
}

/** Lines that some works of a version can be named by: those with their id or their code. */
const nameableBy = (itemIds: readonly number[], { spaceId, versionId }: { spaceId: number; versionId: number | null }) =>
  sql`and (t.row_id = any(${[...itemIds]}) or (t.row_code <> '' and t.row_code in (
    select w.code from wbs_item w where w.space_id = ${spaceId} and w.version_id = ${versionId} and w.id = any(${[...itemIds]}))))`;

const onDaysOf = (hours: NonNullable<Wanted['hoursOf']>) =>
  sql`and (t.user_id, to_char(t.day, 'YYYY-MM-DD')) in (
    select * from unnest(${hours.map(({ userId }) => userId)}::bigint[], ${hours.map(({ day }) => day)}::text[]))`;

export type NewLine = Pick<
  Row<'timesheet'>,
  'node_id' | 'row_id' | 'row_code' | 'row_name' | 'user_id' | 'minutes' | 'overtime' | 'note'
> & {
  day: string;
  status: TimesheetStatus;
  entered_by: number;
};

/** Sums minutes of people by day over all schedules, regardless of the caller's rights. */
export async function minutesOfDays(db: Db, spaceId: number, userIds: readonly number[], days: readonly string[]) {
  const { rows } = await sql<{ user_id: number; day: string; minutes: number }>`
    select user_id, to_char(day, 'YYYY-MM-DD') as day, sum(minutes + overtime)::int as minutes from timesheet
    where space_id = ${spaceId} and user_id = any(${[...userIds]}) and day = any(${[...days]}::date[]) group by 1, 2`.execute(db);
  return new Map(rows.map(({ user_id, day, minutes }) => [`${user_id} ${day}`, minutes]));
}

/** Writes a line, over the one of the same work, person and day where there is one. */
export async function saveLine(tx: Tx, spaceId: number, line: NewLine): Promise<number> {
  const fields = { ...line, approvals: 0, approved_by: null, reason: null };
  const { id } = await tx
    .insertInto('timesheet')
    .values({ ...fields, space_id: spaceId })
    .onConflict((conflict) =>
      conflict.columns(['space_id', 'node_id', 'user_id', 'day', 'row_id']).doUpdateSet({ ...fields, changed_at: sql`now()` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type Change = Partial<Pick<Row<'timesheet'>, 'minutes' | 'overtime' | 'note' | 'status' | 'approvals' | 'approved_by' | 'reason'>> &
  Partial<Pick<Row<'timesheet'>, 'version_id' | 'revision' | 'undone_revision'>>;

export async function changeLines(tx: Tx, spaceId: number, ids: readonly number[], change: Change): Promise<void> {
  if (!ids.length) return;
  await tx
    .updateTable('timesheet')
    .set({ ...change, changed_at: sql`now()` })
    .where('space_id', '=', spaceId)
    .where('id', 'in', [...ids])
    .execute();
}

export async function deleteLines(tx: Tx, spaceId: number, ids: readonly number[]): Promise<void> {
  if (ids.length)
    await tx
      .deleteFrom('timesheet')
      .where('space_id', '=', spaceId)
      .where('id', 'in', [...ids])
      .execute();
}

/** Lines are locked in the order of their ids: two who decide at once do not both decide on what they were. */
export const lockLines = (tx: Tx, spaceId: number, ids: readonly number[]) =>
  tx
    .selectFrom('timesheet')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute();

/** Finds the lines whose hours an edit wrote as facts or its undo removed. */
export async function listLinesOfEdit(tx: Tx, spaceId: number, versionId: number, edit: { revision: number } | { undone: number }) {
  return tx
    .selectFrom('timesheet')
    .select(['id', 'status', 'row_name'])
    .where('space_id', '=', spaceId)
    .where('version_id', '=', versionId)
    .where('revision' in edit ? 'revision' : 'undone_revision', '=', 'revision' in edit ? edit.revision : edit.undone)
    .execute();
}

/** People whom resources of a version stand for and whose hours somebody manages. */
export async function managedPeople(db: Db, spaceId: number, versionId: number, managerId: number): Promise<Set<number>> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct user_id from resource
    where space_id = ${spaceId} and manager_id = ${managerId} and version_id = ${versionId} and user_id is not null ${BY_KEY}`.execute(db);
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Active people of a space, with their names. */
export async function listPeople(db: Db, spaceId: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select m.user_id as id, ${personName('u')} as name from space_user m join app_user u on u.id = m.user_id
    where m.space_id = ${spaceId} and m.status = 'active' order by u.last_name, u.id`.execute(db);
  return rows;
}
