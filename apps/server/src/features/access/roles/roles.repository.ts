import type { SpaceRole } from '@gantry/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { BY_KEY } from '../../../platform/postgres/named-statements.ts';

/** A role as the space has written it down. */
export type WrittenRole = Pick<Row<'role'>, 'id' | 'code' | 'name' | 'rights'>;

export async function listWrittenRoles(db: Db, spaceId: number): Promise<WrittenRole[]> {
  return db.selectFrom('role').select(['id', 'code', 'name', 'rights']).where('space_id', '=', spaceId).orderBy('name').execute();
}

/** How many members have each role, in the space or on nodes, or are invited to it. */
export async function countRoleUse(db: Db, spaceId: number): Promise<{ role: SpaceRole; role_id: number | null; members: number }[]> {
  const { rows } = await sql<{ role: SpaceRole; role_id: number | null; members: number }>`
    select role, role_id, count(distinct user_id)::int as members from (
      select role, role_id, user_id from space_user where space_id = ${spaceId}
      union all select role, role_id, user_id from node_grant where space_id = ${spaceId}
      union all select role, role_id, -id from invitation where space_id = ${spaceId}
    ) used group by role, role_id`.execute(db);
  return rows;
}

/** Who has a role in the space, or on some nodes. */
export async function listHoldersOf(
  db: Db,
  spaceId: number,
  { role, role_id }: { role: SpaceRole; role_id: number | null },
): Promise<number[]> {
  const has = role_id === null ? sql`role = ${role} and role_id is null` : sql`role_id = ${role_id}`;
  const { rows } = await sql<{ user_id: number }>`
    select user_id from space_user where space_id = ${spaceId} and ${has}
    union select user_id from node_grant where space_id = ${spaceId} and ${has}`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Who may act now for some people of a space. */
export async function listDelegates(db: Db, spaceId: number, userIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('delegation')
    .select('receiver_id')
    .distinct()
    .where('space_id', '=', spaceId)
    .where('giver_id', '=', sql<number>`any(${[...userIds]}::bigint[])`)
    .where(sql<boolean>`now() between starts_at and ends_at`)
    .execute();
  return rows.map(({ receiver_id }) => receiver_id);
}

export async function saveRole(tx: Tx, spaceId: number, role: { code: SpaceRole | null; name: string; rights: string[] }): Promise<number> {
  const { id } = await tx
    .insertInto('role')
    .values({ space_id: spaceId, ...role })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateRole(tx: Tx, spaceId: number, id: number, change: { name?: string; rights?: string[] }): Promise<void> {
  await tx.updateTable('role').set(change).where('space_id', '=', spaceId).where('id', '=', id).execute();
}

export async function deleteRole(tx: Tx, spaceId: number, id: number): Promise<void> {
  await tx.deleteFrom('role').where('space_id', '=', spaceId).where('id', '=', id).execute();
}

/** A membership with its role as the space has written it, and the nodes of each role that is given on nodes. */
export type AccessRow = Pick<Row<'space_user'>, 'role' | 'role_id' | 'status' | 'executor'> &
  Pick<Row<'space'>, 'deleting' | 'allowed_addresses' | 'currency'> & {
    role_name: string | null;
    written: string[] | null;
    space_name: string;
    grants: { nodes: number[]; role: SpaceRole; written: string[] | null }[];
  };

/** The membership of a person in a space; null without one. */
export async function findAccess(db: Db, spaceId: number, userId: number): Promise<AccessRow | null> {
  const { rows } = await sql<AccessRow>`
    select m.role, m.role_id, case when r.code is null then r.name end as role_name, r.rights as written, m.status, m.executor,
           s.name as space_name, s.deleting, s.allowed_addresses, s.currency,
           coalesce((
             select jsonb_agg(jsonb_build_object('nodes', g.nodes, 'role', g.role, 'written', to_jsonb(gr.rights)))
             from (select role, role_id, jsonb_agg(node_id) as nodes from node_grant
                   where space_id = m.space_id and user_id = m.user_id group by role, role_id) g
             left join role gr on gr.space_id = m.space_id
               and (gr.id = g.role_id or (g.role_id is null and gr.code = g.role))), '[]') as grants
    from space_user m
    join space s on s.id = m.space_id
    left join role r on r.space_id = m.space_id and (r.id = m.role_id or (m.role_id is null and r.code = m.role))
    where m.space_id = ${spaceId} and m.user_id = ${userId} ${BY_KEY}`.execute(db);
  return rows[0] ?? null;
}

/** Whether a person may sign in at all. */
export async function isActivePerson(db: Db, userId: number): Promise<boolean> {
  const row = await db.selectFrom('app_user').select('status').where('id', '=', userId).executeTakeFirst();
  return row?.status === 'active';
}

/** The node of a place: the node itself, or the schedule of a version; null when missing. */
export async function findPlaceNode(db: Db, spaceId: number, place: { kind: 'node' | 'version'; id: number }): Promise<number | null> {
  if (place.kind === 'node') return place.id;
  const row = await db
    .selectFrom('version')
    .select('schedule_id')
    .where('space_id', '=', spaceId)
    .where('id', '=', place.id)
    .executeTakeFirst();
  return row?.schedule_id ?? null;
}

/** The schedules of some versions; what is missing is left out. */
export async function listSchedulesOf(db: Db, spaceId: number, versionIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; schedule_id: number }>`
    select id, schedule_id from version where space_id = ${spaceId} and id = any(${[...versionIds]}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row.schedule_id]));
}

/** Some nodes, each with itself and all above it. */
export async function listPaths(db: Db, spaceId: number, ids: readonly number[]): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ origin: number; ids: number[] }>`
    with recursive up as (
      select id as origin, id, parent_id from eps_node where space_id = ${spaceId} and id = any(${[...ids]}::bigint[])
      union
      select up.origin, n.id, n.parent_id from eps_node n join up on n.id = up.parent_id where n.space_id = ${spaceId}
    ) select origin, json_agg(id) as ids from up group by origin`.execute(db);
  return new Map(rows.map((row) => [row.origin, row.ids]));
}

/** A node and all above it. */
export async function listUpwards(db: Db, spaceId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`
    with recursive up as (
      select id, parent_id from eps_node where space_id = ${spaceId} and id = any(${[...ids]})
      union
      select n.id, n.parent_id from eps_node n join up on n.id = up.parent_id where n.space_id = ${spaceId}
    ) select coalesce(json_agg(id), '[]') as ids from up`.execute(db);
  return rows[0].ids;
}

/** A mark of the hierarchy of a space: another one after each change of which nodes there are, and below which each stands. */
export async function markOfHierarchy(db: Db, spaceId: number): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select concat_ws(' ', current_database(), min(id), count(*), max(id)) as mark from hierarchy_change where space_id = ${spaceId} ${BY_KEY}`.execute(
    db,
  );
  return rows[0].mark;
}

/** A statement that deletes at most `most` changes older than a day, but the newest of each space. */
export const oldHierarchyChanges = (most: number): RawBuilder<unknown> => sql`
  delete from hierarchy_change where (space_id, id) in (
    select space_id, id from hierarchy_change h where at < now() - interval '1 day'
      and exists (select from hierarchy_change n where n.space_id = h.space_id and n.id > h.id)
    order by at limit ${most} for update skip locked)`;

/** Nodes and all below them. */
export async function listDownwards(db: Db, spaceId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`
    with recursive down as (
      select id from eps_node where space_id = ${spaceId} and id = any(${[...ids]})
      union
      select n.id from eps_node n join down on n.parent_id = down.id where n.space_id = ${spaceId}
    ) select coalesce(json_agg(id), '[]') as ids from down`.execute(db);
  return rows[0].ids;
}
