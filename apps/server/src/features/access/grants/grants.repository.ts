import { sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

export async function nodeExists(db: Db, spaceId: number, id: number): Promise<boolean> {
  const row = await db.selectFrom('eps_node').select('id').where('space_id', '=', spaceId).where('id', '=', id).executeTakeFirst();
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

/** Active members of a space with their role, and what was given to them on some nodes. */
export async function listAccessAt(db: Db, spaceId: number, nodeIds: readonly number[]): Promise<GrantRow[]> {
  const { rows } = await sql<GrantRow>`
    with held as (
      select user_id, null::bigint as node_id, role, role_id from space_user where space_id = ${spaceId} and status = 'active'
      union all
      select g.user_id, g.node_id, g.role, g.role_id from node_grant g
      join space_user m on m.space_id = g.space_id and m.user_id = g.user_id and m.status = 'active'
      where g.space_id = ${spaceId} and g.node_id = any(${[...nodeIds]})
    )
    select h.user_id, ${personName('u')} as name,
           h.node_id, n.name as node_name, h.role, h.role_id, r.rights as written
    from held h join app_user u on u.id = h.user_id
    left join eps_node n on n.space_id = ${spaceId} and n.id = h.node_id
    left join role r on r.space_id = ${spaceId} and (r.id = h.role_id or (h.role_id is null and r.code = h.role))
    order by name, h.node_id nulls first`.execute(db);
  return rows;
}
