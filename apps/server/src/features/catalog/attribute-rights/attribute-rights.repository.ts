import type { AttributeLevel, SpaceRole } from '@gantry/domain';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import type { Rule } from './attribute-rights.rules.ts';
import { BY_KEY } from '../../../platform/postgres/named-statements.ts';
import { columnsNamed, insertions } from '../../../platform/postgres/insertions.ts';

const RULE = sql`r.attribute_id, coalesce(r.attribute_name, a.name, '') as name, r.role_id, r.level, r.node_id, n.name as node_name`;
const NAMED = sql`join eps_node n on n.space_id = r.space_id and n.id = r.node_id
  left join node_attribute a on a.space_id = r.space_id and a.id = r.attribute_id`;

/** Rules of a node and all above it, the nearest first. */
export async function listRulesAt(db: Db, spaceId: number, nodeId: number): Promise<Rule[]> {
  const { rows } = await sql<Rule>`
    with recursive up as (
      select id, parent_id, 0 as depth from eps_node where space_id = ${spaceId} and id = ${nodeId}
      union all
      select e.id, e.parent_id, u.depth + 1 from eps_node e join up u on e.id = u.parent_id where e.space_id = ${spaceId}
    )
    select ${RULE} from up join attribute_access r on r.space_id = ${spaceId} and r.node_id = up.id ${NAMED}
    order by up.depth, r.id`.execute(db);
  return rows;
}

/** All rules of a space. */
export async function listRules(db: Db, spaceId: number): Promise<Rule[]> {
  const { rows } = await sql<Rule>`select ${RULE} from attribute_access r ${NAMED} where r.space_id = ${spaceId} order by r.id`.execute(db);
  return rows;
}

/** A role that somebody has in the whole space (no node) or at a node. */
export type HeldRole = { role: SpaceRole; role_id: number | null; written: string[] | null; node_id: number | null };

/** The roles of some active members of a space, by the member, and whether the space has any rules: every edit asks, and most have none. */
export async function listHeldRoles(
  db: Db,
  spaceId: number,
  userIds: readonly number[],
): Promise<{ held: Map<number, HeldRole[]>; hasRules: boolean }> {
  const { rows } = await sql<HeldRole & { user_id: number; has_rules: boolean }>`
    select h.user_id, h.role, h.role_id, r.rights as written, h.node_id,
           exists (select from attribute_access where space_id = ${spaceId}) as has_rules from (
      select user_id, role, role_id, null::bigint as node_id from space_user
        where space_id = ${spaceId} and user_id = any(${userIds}) and status = 'active'
      union all
      select g.user_id, g.role, g.role_id, g.node_id from node_grant g
        join space_user m on m.space_id = g.space_id and m.user_id = g.user_id and m.status = 'active'
      where g.space_id = ${spaceId} and g.user_id = any(${userIds})
    ) h left join role r on r.space_id = ${spaceId} and (r.id = h.role_id or (h.role_id is null and r.code = h.role)) ${BY_KEY}`.execute(
    db,
  );
  // Of nobody nothing is known of the rules either.
  return { held: Map.groupBy(rows, ({ user_id }) => user_id), hasRules: rows[0]?.has_rules ?? true };
}

/** The nodes of a space with those directly above them. */
export async function listParents(db: Db, spaceId: number): Promise<Map<number, number | null>> {
  const rows = await db.selectFrom('eps_node').select(['id', 'parent_id']).where('space_id', '=', spaceId).execute();
  return new Map(rows.map(({ id, parent_id }) => [id, parent_id]));
}

export type RuleChange = { attribute_id: number | null; name: string; role_id: number; level: AttributeLevel | null };

const WRITTEN_RULE = columnsNamed(['role_id', 'attribute_id', 'attribute_name', 'level']);
const ON_SAME_RULE = `on conflict (space_id, node_id, role_id, coalesce(attribute_id, 0), lower(coalesce(attribute_name, '')))`;

/** Writes rules of a node, or takes them away; answers how many are different now. */
export async function saveRules(tx: Tx, spaceId: number, nodeId: number, userId: number, changes: readonly RuleChange[]): Promise<number> {
  const records = changes.map(({ attribute_id, name, ...rest }) => ({
    ...rest,
    attribute_id,
    attribute_name: attribute_id === null ? name : null,
  }));
  const given = sql`jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as c(attribute_id bigint, attribute_name text, role_id bigint, level text)`;
  const removed = await sql`delete from attribute_access r using ${given}
    where r.space_id = ${spaceId} and r.node_id = ${nodeId} and r.role_id = c.role_id and c.level is null
      and coalesce(r.attribute_id, 0) = coalesce(c.attribute_id, 0)
      and lower(coalesce(r.attribute_name, '')) = lower(coalesce(c.attribute_name, ''))`.execute(tx);
  const ending = `${ON_SAME_RULE} do update set level = excluded.level, updated_by = excluded.updated_by, updated_at = excluded.updated_at
    where attribute_access.level <> excluded.level`;
  const place = { space_id: spaceId, node_id: nodeId, updated_by: userId };
  let different = Number(removed.numAffectedRows ?? 0n);
  const written = records.filter(({ level }) => level !== null);
  for (const insertion of insertions('attribute_access', WRITTEN_RULE, written, { place, ending }))
    different += Number((await insertion.execute(tx)).numAffectedRows ?? 0n);
  return different;
}

/** Rules about a name hold for another one too, at the given nodes and wherever nothing is said of that one yet. */
export async function copyRules(tx: Tx, spaceId: number, nodeIds: readonly number[], from: string, to: string): Promise<void> {
  const { rows } = await sql<object>`select node_id, role_id, level, updated_by from attribute_access
    where space_id = ${spaceId} and node_id = any(${[...nodeIds]}) and lower(attribute_name) = lower(${from})`.execute(tx);
  const columns = columnsNamed(['node_id', 'role_id', 'level', 'updated_by']);
  const place = { space_id: spaceId, attribute_name: to };
  for (const insertion of insertions('attribute_access', columns, rows, { place, ending: `${ON_SAME_RULE} do nothing` }))
    await insertion.execute(tx);
}
