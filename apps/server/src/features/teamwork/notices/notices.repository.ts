import type { NoticeKind } from '@gantry/domain';
import { sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import type { Row } from '../../../database/schema.generated.ts';
import { type Db, storableJson, type Tx } from '../../../platform/postgres/database.ts';
import { inBlocks } from '../../../platform/postgres/insertions.ts';

/** A notice to be made: one for each of `userIds`. */
export type NewNotice = Pick<Row<'notice'>, 'kind' | 'data' | 'dedupe'> & {
  userIds: readonly number[];
  actorId: number | null;
  nodeId: number;
  itemId: number | null;
  rowCode: string | null;
};

export type NoticeRow = Pick<Row<'notice'>, 'id' | 'kind' | 'node_id' | 'row_id' | 'row_code' | 'data' | 'at'> & {
  actor: string | null;
  node_name: string;
  checked: boolean;
};

/** Whose notices. */
export type Mine = { spaceId: number; userId: number };

const mine = ({ spaceId, userId }: Mine) => sql`n.space_id = ${spaceId} and n.user_id = ${userId}`;
const selectNotices = sql`
  select n.id, n.kind, ${personName('a')} as actor,
         n.node_id, coalesce(e.name, '') as node_name, n.row_id, n.row_code, n.data, n.at, n.checked_at is not null as checked
  from notice n left join eps_node e on e.space_id = n.space_id and e.id = n.node_id left join app_user a on a.id = n.actor_id`;
const kinds = (only: readonly NoticeKind[] | null) => (only ? sql`and n.kind = any(${[...only]})` : sql``);

/** Makes notices, however many, in one statement; one that was made before for the same act or date is not made again. Answers who has a new one. */
export async function saveNotices(
  tx: Tx,
  spaceId: number,
  notices: readonly NewNotice[],
): Promise<{ id: number; user_id: number; kind: NoticeKind }[]> {
  const lines = notices.flatMap(({ userIds, kind, actorId, nodeId, itemId, rowCode, data, dedupe }) =>
    userIds.map((user_id) => ({
      space_id: spaceId,
      user_id,
      kind,
      actor_id: actorId,
      node_id: nodeId,
      row_id: itemId,
      row_code: rowCode,
      data: storableJson(data),
      dedupe,
    })),
  );
  const made: { id: number; user_id: number; kind: NoticeKind }[] = [];
  for (const some of inBlocks(lines, 9))
    made.push(
      ...(await tx
        .insertInto('notice')
        .values(some)
        .onConflict((conflict) => conflict.columns(['space_id', 'user_id', 'dedupe']).doNothing())
        .returning(['id', 'user_id', 'kind'])
        .execute()),
    );
  return made;
}

/** Notices of a person, newest first: those of the list, or of the personal area where `only` names its kinds. */
export async function listNotices(
  db: Db,
  key: Mine,
  { only, before, limit }: { only: readonly NoticeKind[] | null; before?: number; limit: number },
): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    ${selectNotices}
    where ${mine(key)} and not ${only ? sql`n.hidden_area` : sql`n.hidden_list`} ${kinds(only)}
      ${before === undefined ? sql`` : sql`and n.id < ${before}`}
    order by n.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Some notices of a person, hidden or not, newest first. */
export async function listNoticesOf(db: Db, key: Mine, ids: readonly number[]): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`${selectNotices} where ${mine(key)} and n.id = any(${[...ids]}) order by n.id desc`.execute(db);
  return rows;
}

export async function findNotice(db: Db, key: Mine, id: number): Promise<NoticeRow | null> {
  return (await listNoticesOf(db, key, [id]))[0] ?? null;
}

/** How many notices were not looked at, by kind: in the list, and in the personal area. */
export async function countUnchecked(db: Db, key: Mine): Promise<{ kind: NoticeKind; listed: number; area: number }[]> {
  const { rows } = await sql<{ kind: NoticeKind; listed: number; area: number }>`
    select n.kind, count(*) filter (where not n.hidden_list) as listed, count(*) filter (where not n.hidden_area) as area
    from notice n where ${mine(key)} and n.checked_at is null group by n.kind`.execute(db);
  return rows;
}

export async function markChecked(tx: Tx, { spaceId, userId }: Mine, id: number): Promise<void> {
  await tx
    .updateTable('notice')
    .set({ checked_at: sql<Date>`coalesce(checked_at, now())` })
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
}

/** Hides one notice, or all up to one, in the list or in the personal area; what is hidden counts as looked at. Answers how many. */
export async function hideNotices(tx: Tx, key: Mine, where: 'list' | 'area', which: { id?: number; until?: number }): Promise<number> {
  const column = where === 'list' ? 'hidden_list' : 'hidden_area';
  let query = tx
    .updateTable('notice')
    .set({ [column]: true, checked_at: sql<Date>`coalesce(checked_at, now())` })
    .where('space_id', '=', key.spaceId)
    .where('user_id', '=', key.userId);
  if (which.id !== undefined) query = query.where('id', '=', which.id);
  if (which.until !== undefined) query = query.where('id', '<=', which.until);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The work of a notice in a version: the row with its id and code, else with its code, else with its id. */
export async function findWork(
  db: Db,
  spaceId: number,
  versionId: number,
  work: { id: number; code: string | null },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from wbs_item where space_id = ${spaceId} and version_id = ${versionId} and (id = ${work.id} or code = ${work.code})
    order by (id = ${work.id} and code is not distinct from ${work.code}) desc, code is not distinct from ${work.code} desc limit 1`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

/** Works as notices name them. */
export async function listWorks(
  db: Db,
  key: { spaceId: number; versionId: number },
  ids: readonly number[],
): Promise<{ id: number; code: string; name: string; executor_id: number | null; curator_id: number | null }[]> {
  const { rows } = await sql<{ id: number; code: string; name: string; executor_id: number | null; curator_id: number | null }>`
    select id, code, name, executor_id, curator_id from wbs_item
    where space_id = ${key.spaceId} and version_id = ${key.versionId} and id = any(${[...ids]}) order by id`.execute(db);
  return rows;
}

/** A work that starts or finishes in a stretch of days, with whom it concerns. */
export type DueWork = {
  space_id: number;
  schedule_id: number;
  row_id: number;
  row_code: string;
  name: string;
  /** When it starts and finishes, where that is in the stretch and has not been yet. */
  start: string | null;
  finish: string | null;
  user_ids: number[];
};

/** All spaces, with the zone that each counts its days in. */
export async function listSpaceZones(db: Db): Promise<Pick<Row<'space'>, 'id' | 'time_zone'>[]> {
  return db.selectFrom('space').select(['id', 'time_zone']).where('deleting', '=', false).execute();
}

/** An actual version as it stands. */
export type ActualVersion = Pick<Row<'version'>, 'space_id' | 'id' | 'revision'>;

export async function listActualVersions(db: Db, spaceIds: readonly number[]): Promise<ActualVersion[]> {
  const { rows } = await sql<ActualVersion>`
    select space_id, id, revision from version where space_id = any(${[...spaceIds]}) and kind = 'actual' order by space_id, schedule_id`.execute(
    db,
  );
  return rows;
}

/** Works of some versions that are planned to start, or to finish, between two moments and have not yet: all are looked through once. */
export async function listDueWorks(db: Db, versions: readonly ActualVersion[], from: string, to: string): Promise<DueWork[]> {
  const at = (what: 'start' | 'finish') => {
    const column = sql.ref(`w.${what}`);
    const isDue = sql`${column} >= ${from}::timestamp and ${column} < ${to}::timestamp and ${sql.ref(`w.actual_${what}`)} is null`;
    return { isDue, date: sql`case when ${isDue} then to_char(${column}, 'YYYY-MM-DD"T"HH24:MI') end` };
  };
  const [start, finish] = [at('start'), at('finish')];
  const { rows } = await sql<DueWork>`
    select w.space_id, v.schedule_id, w.id as row_id, w.code as row_code, w.name, ${start.date} as start, ${finish.date} as finish,
           array_remove(array[w.executor_id, w.curator_id], null)::bigint[] as user_ids
    from unnest(${versions.map(({ space_id }) => space_id)}::bigint[], ${versions.map(({ id }) => id)}::bigint[]) as asked (space_id, id)
    join version v on v.space_id = asked.space_id and v.id = asked.id
    join wbs_item w on w.space_id = v.space_id and w.version_id = v.id
    where (${start.isDue} or ${finish.isDue}) and w.status <> 'completed' and (w.executor_id is not null or w.curator_id is not null)
    order by w.space_id, v.schedule_id, w.id`.execute(db);
  return rows.map((row) => ({ ...row, user_ids: row.user_ids.map(Number) }));
}

/** Days for which notices are kept: the list of each person stays short. */
const KEPT_DAYS = 180;

/** Deletes notices that are older, the oldest first. */
export const oldNotices = (limit: number) => sql`
  delete from notice where (space_id, id) in (
    select space_id, id from notice where at < now() - make_interval(days => ${KEPT_DAYS}) order by at limit ${limit} for update skip locked)`;
