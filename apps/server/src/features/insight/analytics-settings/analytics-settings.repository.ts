import type { AnalyticsConventions } from '@gantry/contract';
import { sql } from 'kysely';
import { placesAbove } from '../../../database/node-path.ts';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import type { Baseline } from './analytics-settings.rules.ts';

export type SettingRow = Omit<Row<'analytics_setting'>, 'space_id' | 'content'> & { content: unknown; scope_name: string };

/** The conventions of a node, of the nodes above it and of the space, the nearest first. */
export async function listSettingsAbove(db: Db, spaceId: number, nodeId: number | null): Promise<SettingRow[]> {
  const { rows } = await sql<SettingRow>`
    with recursive ${placesAbove(spaceId, nodeId)}
    select s.id, s.node_id, s.name, s.active, s.content, p.name as scope_name from places p
    join analytics_setting s on s.space_id = ${spaceId} and s.node_id is not distinct from p.node_id
    order by p.depth, lower(s.name), s.id`.execute(db);
  return rows;
}

/** The active setting of each of some nodes: that of the nearest node. Nodes without any are left out. */
export async function listInEffect(db: Db, spaceId: number, nodeIds: readonly number[]) {
  const ids = sql`${[...nodeIds]}::bigint[]`;
  const { rows } = await sql<{ node_id: number; id: number }>`
    with recursive up as (
      select id as start_id, id as node_id, parent_id, 0 as depth from eps_node
      where space_id = ${spaceId} and id = any(${ids}) and exists (select from analytics_setting where space_id = ${spaceId} and active)
      union all
      select u.start_id, n.id, n.parent_id, u.depth + 1 from eps_node n join up u on n.id = u.parent_id where n.space_id = ${spaceId}
    ), places as (
      select start_id, node_id, depth from up
      union all select unnest(${ids}), null, 1000000
    )
    select distinct on (p.start_id) p.start_id as node_id, s.id from places p
    join analytics_setting s on s.space_id = ${spaceId} and s.active and s.node_id is not distinct from p.node_id
    order by p.start_id, p.depth`.execute(db);
  return rows;
}

/** The contents of some settings. */
export async function listContents(db: Db, spaceId: number, ids: readonly number[]): Promise<{ id: number; content: unknown }[]> {
  return db
    .selectFrom('analytics_setting')
    .select(['id', 'content'])
    .where('space_id', '=', spaceId)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute();
}

/** The target version of each of some schedules, and those of `versionIds` that are theirs. */
export async function listBaselines(db: Db, spaceId: number, scheduleIds: readonly number[], versionIds: readonly number[]) {
  const { rows } = await sql<Baseline>`
    select id, schedule_id, revision, kind = 'target' as is_target from version
    where space_id = ${spaceId} and schedule_id = any(${[...scheduleIds]}::bigint[])
      and (kind = 'target' or id = any(${[...versionIds]}::bigint[]))
    order by id`.execute(db);
  return rows;
}

export async function findSetting(db: Db, spaceId: number, id: number) {
  return db
    .selectFrom('analytics_setting')
    .select(['id', 'node_id', 'name', 'active'])
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function isNameTaken(
  db: Db,
  spaceId: number,
  { nodeId, name, except }: { nodeId: number | null; name: string; except: number },
) {
  const row = await db
    .selectFrom('analytics_setting')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('node_id', 'is not distinct from', nodeId)
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .where('id', '<>', except)
    .executeTakeFirst();
  return row !== undefined;
}

type Kept = { name: string; content: AnalyticsConventions };

export async function saveSetting(tx: Tx, spaceId: number, nodeId: number | null, { name, content }: Kept): Promise<number> {
  const { id } = await tx
    .insertInto('analytics_setting')
    .values({ space_id: spaceId, node_id: nodeId, name, content: JSON.stringify(content) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateSetting(tx: Tx, spaceId: number, id: number, { content, ...rest }: Partial<Kept>): Promise<void> {
  if (content === undefined && rest.name === undefined) return;
  await tx
    .updateTable('analytics_setting')
    .set({ ...rest, ...(content === undefined ? {} : { content: JSON.stringify(content) }) })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .execute();
}

/** Makes one of the conventions of a node the active one, null none. */
export async function activate(tx: Tx, spaceId: number, nodeId: number | null, id: number | null): Promise<void> {
  await tx
    .updateTable('analytics_setting')
    .set({ active: false })
    .where('space_id', '=', spaceId)
    .where('node_id', 'is not distinct from', nodeId)
    .where('active', '=', true)
    .execute();
  if (id === null) return;
  await tx.updateTable('analytics_setting').set({ active: true }).where('space_id', '=', spaceId).where('id', '=', id).execute();
}

export async function deleteSetting(tx: Tx, spaceId: number, id: number): Promise<void> {
  await tx.deleteFrom('analytics_setting').where('space_id', '=', spaceId).where('id', '=', id).execute();
}
