import type { NodeKind } from '@gantry/domain';
import { sql } from 'kysely';
import { nodePath } from '../../../database/node-path.ts';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { BY_KEY } from '../../../platform/postgres/named-statements.ts';
import { lockInSpace } from '../../../platform/postgres/locks.ts';

const COLUMNS = ['id', 'parent_id', 'kind', 'name', 'position', 'created_at', 'updated_at'] as const;
export type NodeRow = Pick<Row<'eps_node'>, (typeof COLUMNS)[number]>;

const VERSION_COLUMNS = [
  'id',
  'schedule_id',
  'name',
  'kind',
  'locked',
  'revision',
  'calculation_status',
  'remarks',
  'data_date',
  'item_count',
  'created_at',
  'updated_at',
] as const;

export async function listNodes(db: Db, spaceId: number, filter: { kind?: NodeKind; parentId?: number | null } = {}): Promise<NodeRow[]> {
  return db
    .selectFrom('eps_node')
    .select(COLUMNS)
    .where('space_id', '=', spaceId)
    .where((eb) => eb.and({ kind: filter.kind, parent_id: filter.parentId }))
    .orderBy('position')
    .execute();
}

export async function listVersions(db: Db, spaceId: number, filter: { scheduleId?: number; id?: number } = {}) {
  return db
    .selectFrom('version')
    .select(VERSION_COLUMNS)
    .where('space_id', '=', spaceId)
    .where((eb) => eb.and({ schedule_id: filter.scheduleId, id: filter.id }))
    .orderBy('id')
    .$if(filter.id !== undefined, (query) => query.modifyEnd(BY_KEY))
    .execute();
}

/** A mark of the whole hierarchy with its versions as the caller reaches it: each change of a row changes it. */
export async function markOfTree(db: Db, spaceId: number): Promise<string> {
  const rowsOf = (table: 'eps_node' | 'version') =>
    sql`(select count(*) || ':' || coalesce(sum(hashtextextended(id || ' ' || xmin, 0)), 0) from ${sql.table(table)} where space_id = ${spaceId})`;
  const { rows } = await sql<{ mark: string }>`
    select concat_ws(' ', ${rowsOf('eps_node')}, ${rowsOf('version')},
      md5(concat_ws('|', current_setting('app.nodes', true), current_setting('app.paths', true)))) as mark`.execute(db);
  return rows[0].mark;
}

export async function findNode(db: Db, spaceId: number, id: number): Promise<NodeRow | null> {
  const row = await db.selectFrom('eps_node').select(COLUMNS).where('space_id', '=', spaceId).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** The node of a space that has a key, without regard to capitals. */
export async function findNodeByKey(db: Db, spaceId: number, key: string): Promise<NodeRow | null> {
  const row = await db
    .selectFrom('eps_node')
    .select(COLUMNS)
    .where('space_id', '=', spaceId)
    .where(sql`lower(key)`, '=', key.toLowerCase())
    .executeTakeFirst();
  return row ?? null;
}

export async function findKeyOf(db: Db, spaceId: number, id: number): Promise<{ key: string | null } | null> {
  const row = await db.selectFrom('eps_node').select('key').where('space_id', '=', spaceId).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

export async function findCountsAbove(db: Db, spaceId: number, id: number): Promise<boolean | null> {
  const row = await db
    .selectFrom('eps_node')
    .select('counts_above')
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.counts_above ?? null;
}

/** Locks the siblings of a place so that two moves or creations do not cross. */
export async function lockSiblings(tx: Tx, spaceId: number, parentId: number | null): Promise<NodeRow[]> {
  await lockInSpace(tx, spaceId, `siblings ${parentId ?? 0}`);
  return tx
    .selectFrom('eps_node')
    .select(COLUMNS)
    .where('space_id', '=', spaceId)
    .where('parent_id', parentId === null ? 'is' : '=', parentId)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** Locks the siblings of a place in the same way; answers where the last of them stands, null where there is none. */
export async function lockLast(tx: Tx, spaceId: number, parentId: number | null): Promise<number | null> {
  await lockInSpace(tx, spaceId, `siblings ${parentId ?? 0}`);
  const row = await tx
    .selectFrom('eps_node')
    .select('position')
    .where('space_id', '=', spaceId)
    .where('parent_id', parentId === null ? 'is' : '=', parentId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.position ?? null;
}

export async function saveNode(
  tx: Tx,
  node: Pick<Row<'eps_node'>, 'space_id' | 'parent_id' | 'kind' | 'name' | 'position'>,
): Promise<number> {
  const { id } = await tx.insertInto('eps_node').values(node).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateNode(
  tx: Tx,
  spaceId: number,
  id: number,
  fields: Partial<Pick<Row<'eps_node'>, 'name' | 'position' | 'parent_id' | 'key' | 'counts_above'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('eps_node')
    .set({ ...fields, updated_at: sql<Date>`now()` })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Numbers nodes from 1 in the given order; those that have their number already stay untouched. */
export async function savePlaces(tx: Tx, spaceId: number, ids: readonly number[]): Promise<void> {
  await sql`update eps_node set position = p.place, updated_at = now()
    from unnest(${[...ids]}::bigint[]) with ordinality p (id, place)
    where space_id = ${spaceId} and eps_node.id = p.id and position <> p.place`.execute(tx);
}

/** A node and the nodes above it, from the top. */
export async function listPath(db: Db, spaceId: number, id: number): Promise<{ id: number; kind: NodeKind; name: string }[]> {
  const { rows } = await sql<{ id: number; kind: NodeKind; name: string }>`
    with recursive ${nodePath(spaceId, id)} select id, kind, name from path order by depth desc ${BY_KEY}`.execute(db);
  return rows;
}

/** Ids of the nodes and their descendants, with counts of the content of their versions. */
export async function countBelow(db: Db, spaceId: number, ids: number[]): Promise<{ nodes: number; versions: number; items: number }> {
  const { rows } = await sql<{ nodes: number; versions: number; items: number }>`
    with recursive below as (
      select id from eps_node where space_id = ${spaceId} and id = any(${ids})
      union
      select n.id from eps_node n join below b on n.parent_id = b.id where n.space_id = ${spaceId}
    )
    select (select count(*) from below) as nodes,
           count(v.id) as versions, coalesce(sum(v.item_count), 0)::bigint as items
    from below b join version v on v.space_id = ${spaceId} and v.schedule_id = b.id`.execute(db);
  return rows[0];
}

/** Versions of the schedules at and below the given nodes, locked so that nobody locks or edits them before they go. */
export async function lockVersionsBelow(
  tx: Tx,
  spaceId: number,
  ids: number[],
): Promise<{ id: number; schedule_id: number; name: string; locked: boolean }[]> {
  const { rows } = await sql<{ id: number; schedule_id: number; name: string; locked: boolean }>`
    with recursive below as (
      select id from eps_node where space_id = ${spaceId} and id = any(${ids})
      union
      select n.id from eps_node n join below b on n.parent_id = b.id where n.space_id = ${spaceId}
    )
    select v.id, v.schedule_id, v.name, v.locked from version v
    where v.space_id = ${spaceId} and v.schedule_id in (select id from below) order by v.id for no key update`.execute(tx);
  return rows;
}

/** Deletes nodes with their descendants. Returns how many of the given ones existed. */
export async function deleteNodes(tx: Tx, spaceId: number, ids: number[]): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('eps_node').where('space_id', '=', spaceId).where('id', 'in', ids).executeTakeFirst();
  return Number(numDeletedRows);
}
