import type { IndicatorDefinition } from '@gantry/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

export type IndicatorRow = IndicatorDefinition & { id: number; node_id: number | null; node_name: string | null };

export async function listIndicators(db: Db, spaceId: number, filter: { id?: number } = {}): Promise<IndicatorRow[]> {
  const only = filter.id === undefined ? sql`` : sql`and i.id = ${filter.id}`;
  const { rows } = await sql<IndicatorRow>`
    select i.id, i.node_id, n.name as node_name, i.name, i.rules
    from indicator i left join eps_node n on n.space_id = i.space_id and n.id = i.node_id
    where i.space_id = ${spaceId} ${only} order by i.name, i.id`.execute(db);
  return rows;
}

export async function findNamed(db: Db, spaceId: number, nodeId: number | null, name: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select id from indicator
    where space_id = ${spaceId} and coalesce(node_id, 0) = ${nodeId ?? 0} and lower(name) = lower(${name})`.execute(db);
  return rows[0]?.id ?? null;
}

/** Characters of the rules of all indicators of the space, but of one. */
export async function sizeOfRules(db: Db, spaceId: number, but?: number): Promise<number> {
  const others = but === undefined ? sql`` : sql`and id <> ${but}`;
  const { rows } = await sql<{ size: number }>`
    select coalesce(sum(length(rules::text)), 0)::bigint as size from indicator where space_id = ${spaceId} ${others}`.execute(db);
  return rows[0].size;
}

export async function saveIndicator(tx: Tx, spaceId: number, nodeId: number | null, { name, rules }: IndicatorDefinition): Promise<number> {
  const { id } = await tx
    .insertInto('indicator')
    .values({ space_id: spaceId, node_id: nodeId, name, rules: JSON.stringify(rules) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateIndicator(tx: Tx, spaceId: number, id: number, { name, rules }: Partial<IndicatorDefinition>): Promise<void> {
  await tx
    .updateTable('indicator')
    .set({ ...(name === undefined ? {} : { name }), ...(rules ? { rules: JSON.stringify(rules) } : {}), updated_at: sql<Date>`now()` })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .execute();
}

export async function deleteIndicator(tx: Tx, spaceId: number, id: number): Promise<void> {
  await tx.deleteFrom('indicator').where('space_id', '=', spaceId).where('id', '=', id).execute();
}
