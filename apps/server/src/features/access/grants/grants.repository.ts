import { type RawBuilder, sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

export async function nodeExists(db: Db, spaceId: number, id: number): Promise<boolean> {
  const row = await db.selectFrom('eps_node').select('id').where('space_id', '=', spaceId).where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Whether a member was given a role on a node. */
export async function hasGrant(db: Db, spaceId: number, nodeId: number, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('node_grant')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('node_id', '=', nodeId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Grants a role on a node and replaces the grant that the member had there. */
export async function saveGrant(tx: Tx, grant: Omit<Row<'node_grant'>, 'id' | 'created_at'>): Promise<void> {
  const { role, role_id, granted_by } = grant;
  await tx
    .insertInto('node_grant')
    .values(grant)
    .onConflict((conflict) => conflict.columns(['space_id', 'node_id', 'user_id']).doUpdateSet({ role, role_id, granted_by }))
    .execute();
}

export async function deleteGrant(tx: Tx, spaceId: number, nodeId: number, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('node_grant')
    .where('space_id', '=', spaceId)
    .where('node_id', '=', nodeId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export type GrantRow = Pick<Row<'space_user'>, 'user_id' | 'role' | 'role_id'> & {
  name: string;
  node_id: number | null;
  node_name: string | null;
  written: string[] | null;
};

const among = (column: string, people: readonly number[] | undefined) =>
  people ? sql`and ${sql.ref(column)} = any(${[...people]}::bigint[])` : sql``;

/** Roles in a space, of the active members or of some people. */
const heldInSpace = (spaceId: number, people?: readonly number[]) => sql`
  select m.user_id, null::bigint as node_id, m.role, m.role_id from space_user m
  where m.space_id = ${spaceId} and m.status = 'active' ${among('m.user_id', people)}`;

/** Roles on some nodes, of the active members or of some people. */
const heldOnNodes = (spaceId: number, nodeIds: readonly number[], people?: readonly number[]) => sql`
  select g.user_id, g.node_id, g.role, g.role_id from node_grant g
  join space_user m on m.space_id = g.space_id and m.user_id = g.user_id and m.status = 'active'
  where g.space_id = ${spaceId} and g.node_id = any(${[...nodeIds]}) ${among('g.user_id', people)}`;

const heldAt = (spaceId: number, nodeIds: readonly number[], people?: readonly number[]) =>
  sql`${heldInSpace(spaceId, people)} union all ${heldOnNodes(spaceId, nodeIds, people)}`;

/** The role as it is written in the space, for a row `h` of `heldAt`. */
const writtenRole = (spaceId: number) =>
  sql`left join role r on r.space_id = ${spaceId} and (r.id = h.role_id or (h.role_id is null and r.code = h.role))`;

/** Active members of a space, or one of them, with their role and what was given to them on some nodes. */
export async function listAccessAt(db: Db, spaceId: number, nodeIds: readonly number[], userId?: number): Promise<GrantRow[]> {
  const { rows } = await sql<GrantRow>`
    with held as (${heldAt(spaceId, nodeIds, userId === undefined ? undefined : [userId])})
    select h.user_id, ${personName('u')} as name,
           h.node_id, n.name as node_name, h.role, h.role_id, r.rights as written
    from held h join app_user u on u.id = h.user_id
    left join eps_node n on n.space_id = ${spaceId} and n.id = h.node_id
    ${writtenRole(spaceId)}
    order by name, h.node_id nulls first`.execute(db);
  return rows;
}

/** Who has a role, gathered by it: what the role gives is looked at once for all who have it. */
export type Holders = Pick<GrantRow, 'role' | 'written'> & { on_node: boolean; people: number[] };

async function byRole(db: Db, spaceId: number, held: RawBuilder<unknown>): Promise<Holders[]> {
  const { rows } = await sql<Holders>`
    select h.role, r.rights as written, h.node_id is not null as on_node, json_agg(h.user_id) as people
    from (${held}) h ${writtenRole(spaceId)}
    group by h.role, h.role_id, r.rights, h.node_id is not null`.execute(db);
  return rows;
}

/** Active members of a space, or those of some people, by their roles and by what was given to them on some nodes. */
export const listHoldersAt = (db: Db, spaceId: number, nodeIds: readonly number[], people?: readonly number[]): Promise<Holders[]> =>
  byRole(db, spaceId, heldAt(spaceId, nodeIds, people));

/** Active members of a space by their roles. */
export const listHoldersInSpace = (db: Db, spaceId: number): Promise<Holders[]> => byRole(db, spaceId, heldInSpace(spaceId));

/** Active members of a space by what was given to them on some nodes. */
export const listHoldersOnNodes = (db: Db, spaceId: number, nodeIds: readonly number[]): Promise<Holders[]> =>
  byRole(db, spaceId, heldOnNodes(spaceId, nodeIds));
