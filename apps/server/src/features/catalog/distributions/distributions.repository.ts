import { MOST_TYPED } from '@gantry/contract';
import type { Distributions, ResourceMeasure } from '@gantry/domain';
import { sql } from 'kysely';
import { nodePath } from '../../../database/node-path.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

/** What a node sets, with its name. */
export type OwnDistributions = { node_id: number; name: string; values: Distributions };

/** What the nodes above a node and the node itself set, the topmost first; those that set nothing are among them. */
export async function listDistributionsAbove(db: Db, spaceId: number, nodeId: number): Promise<OwnDistributions[]> {
  const { rows } = await sql<OwnDistributions>`
    with recursive ${nodePath(spaceId, nodeId)}
    select p.id as node_id, p.name, coalesce(
      (select jsonb_object_agg(d.measure, d.value) from node_distribution d where d.space_id = ${spaceId} and d.node_id = p.id), '{}'
    ) as values
    from path p order by p.depth desc`.execute(db);
  return rows;
}

/** Replaces what a node sets. */
export async function saveOwnDistributions(tx: Tx, spaceId: number, nodeId: number, values: Distributions): Promise<void> {
  await tx.deleteFrom('node_distribution').where('space_id', '=', spaceId).where('node_id', '=', nodeId).execute();
  const rows = Object.entries(values).map(([measure, value]) => ({
    space_id: spaceId,
    node_id: nodeId,
    measure: measure as ResourceMeasure,
    value: JSON.stringify(value),
  }));
  if (rows.length) await tx.insertInto('node_distribution').values(rows).execute();
}

const BELOW = (spaceId: number, nodeId: number) => sql`
  with recursive below as (
    select id, parent_id, kind from eps_node where space_id = ${spaceId} and id = ${nodeId}
    union all
    select n.id, n.parent_id, n.kind from eps_node n join below b on n.parent_id = b.id where n.space_id = ${spaceId}
  )`;

/** A version below a node with what it holds of distributions. */
export type DistributedVersion = { id: number; schedule_id: number; locked: boolean; items: number; values: Distributions | null };

/** The versions of all schedules below a node. */
export async function listVersionsBelow(db: Db, spaceId: number, nodeId: number): Promise<DistributedVersion[]> {
  const { rows } = await sql<DistributedVersion>`${BELOW(spaceId, nodeId)}
    select v.id, v.schedule_id, v.locked, v.item_count as items, s.distributions as values
    from below b join version v on v.space_id = ${spaceId} and v.schedule_id = b.id
    left join settings s on s.space_id = v.space_id and s.version_id = v.id
    order by v.id`.execute(db);
  return rows;
}

/** What every node below one sets, by its id, with the node that it stands at. */
export async function listDistributionsBelow(
  db: Db,
  spaceId: number,
  nodeId: number,
): Promise<Map<number, { parent_id: number; values: Distributions }>> {
  const { rows } = await sql<{ id: number; parent_id: number; values: Distributions }>`${BELOW(spaceId, nodeId)}
    select b.id, b.parent_id, coalesce(
      (select jsonb_object_agg(d.measure, d.value) from node_distribution d where d.space_id = ${spaceId} and d.node_id = b.id), '{}'
    ) as values
    from below b where b.id <> ${nodeId}`.execute(db);
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

export async function countSchedulesBelow(db: Db, spaceId: number, nodeId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`${BELOW(spaceId, nodeId)}
    select count(*)::int as count from below where kind = 'schedule'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Works of versions, sums and drafts apart. */
export async function countWorks(db: Db, spaceId: number, versionIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ works: number }>`
    select count(*)::int as works from wbs_item
    where space_id = ${spaceId} and version_id = any(${[...versionIds]}::bigint[]) and type not in ('sum', 'draft')`.execute(db);
  return rows[0].works;
}

/** Works of versions in which days of some measures are planned, counted up to so many: the index of planned days has them in their order. */
export async function countTyped(
  db: Db,
  spaceId: number,
  versionIds: readonly number[],
  measures: readonly ResourceMeasure[],
  most = MOST_TYPED,
): Promise<number> {
  if (!versionIds.length || !measures.length) return 0;
  const { rows } = await sql<{ typed: number }>`
    select count(*)::int as typed from (
      select distinct version_id, item_id from day_series
      where space_id = ${spaceId} and version_id = any(${[...versionIds]}::bigint[])
        and mode = 'plan' and measure = any(${[...measures]}::text[]) limit ${most}
    ) typed`.execute(db);
  return rows[0].typed;
}
