import type { DirectoryAttribute, DirectoryList } from '@gantry/contract';
import { sql } from 'kysely';
import { personLogin, personName } from '../../../database/person-name.ts';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import type { Definition } from './rows/directories.values.rules.ts';

export type DirectoryKey = { spaceId: number; directoryId: number };

export type DirectoryHead = Pick<
  Row<'directory'>,
  'id' | 'node_id' | 'name' | 'kind' | 'revision' | 'last_id' | 'row_count' | 'updated_at'
> & { node_name: string; attributes: number };

const HEAD = sql`d.id, d.node_id, n.name as node_name, d.name, d.kind, d.revision, d.last_id, d.row_count, d.updated_at,
  (select count(*) from directory_attribute a where a.space_id = d.space_id and a.directory_id = d.id) as attributes`;

/** Directories that stand at some nodes, by name. */
export async function listHeads(db: Db, spaceId: number, nodeIds: readonly number[]): Promise<DirectoryHead[]> {
  const { rows } = await sql<DirectoryHead>`
    select ${HEAD} from directory d join eps_node n on n.space_id = d.space_id and n.id = d.node_id
    where d.space_id = ${spaceId} and d.node_id = any(${[...nodeIds]}) order by lower(d.name), d.id`.execute(db);
  return rows;
}

export async function findHead(db: Db, { spaceId, directoryId }: DirectoryKey): Promise<DirectoryHead | null> {
  const { rows } = await sql<DirectoryHead>`
    select ${HEAD} from directory d join eps_node n on n.space_id = d.space_id and n.id = d.node_id
    where d.space_id = ${spaceId} and d.id = ${directoryId}`.execute(db);
  return rows[0] ?? null;
}

/** The head, locked until the transaction ends. */
export async function lockHead(tx: Tx, { spaceId, directoryId }: DirectoryKey): Promise<DirectoryHead | null> {
  await sql`select from directory where space_id = ${spaceId} and id = ${directoryId} for update`.execute(tx);
  return findHead(tx, { spaceId, directoryId });
}

export async function readDefinition(db: Db, { spaceId, directoryId }: DirectoryKey): Promise<Definition> {
  const key = sql`space_id = ${spaceId} and directory_id = ${directoryId}`;
  const columns = await sql<DirectoryAttribute>`
    select id, position, name, type, unit, required, "unique", default_value, list_id, role, linked, donor
    from directory_attribute where ${key} order by position, id`.execute(db);
  const lists = await sql<DirectoryList>`
    select l.id, l.name, coalesce((select jsonb_agg(jsonb_build_object('id', v.id, 'text', v.text, 'parameter', v.parameter, 'position', v.position)
             order by v.position, v.id) from directory_list_value v
             where v.space_id = l.space_id and v.directory_id = l.directory_id and v.list_id = l.id), '[]') as "values"
    from directory_list l where l.space_id = ${spaceId} and l.directory_id = ${directoryId} order by l.position, l.id`.execute(db);
  return { columns: columns.rows, lists: lists.rows };
}

/** The columns of some directories by directory, in their order. */
export async function listColumns(
  db: Db,
  spaceId: number,
  directoryIds: readonly number[],
): Promise<Map<number, Pick<DirectoryAttribute, 'id' | 'name' | 'type'>[]>> {
  const { rows } = await sql<Pick<DirectoryAttribute, 'id' | 'name' | 'type'> & { directory_id: number }>`
    select directory_id, id, name, type from directory_attribute
    where space_id = ${spaceId} and directory_id = any(${[...directoryIds]}) order by directory_id, position, id`.execute(db);
  return Map.groupBy(rows, ({ directory_id }) => directory_id);
}

export async function findNamed(db: Db, spaceId: number, nodeId: number, name: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from directory where space_id = ${spaceId} and node_id = ${nodeId} and lower(name) = lower(${name})`.execute(db);
  return rows[0]?.id ?? null;
}

export async function saveDirectory(
  tx: Tx,
  spaceId: number,
  directory: Pick<Row<'directory'>, 'node_id' | 'name' | 'kind'>,
): Promise<number> {
  const { id } = await tx
    .insertInto('directory')
    .values({ ...directory, space_id: spaceId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateHead(
  tx: Tx,
  { spaceId, directoryId }: DirectoryKey,
  change: Partial<Omit<Row<'directory'>, 'space_id' | 'id' | 'created_at' | 'updated_at'>>,
): Promise<void> {
  await tx
    .updateTable('directory')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('space_id', '=', spaceId)
    .where('id', '=', directoryId)
    .execute();
}

export async function deleteDirectory(tx: Tx, { spaceId, directoryId }: DirectoryKey): Promise<void> {
  await tx.deleteFrom('directory').where('space_id', '=', spaceId).where('id', '=', directoryId).execute();
}

/** Columns of other directories that take their values from this one. */
export async function listTakers(
  db: Db,
  { spaceId, directoryId }: DirectoryKey,
): Promise<
  { directory_id: number; directory_name: string; node_id: number; attribute_id: number; name: string; from_attribute_id: number }[]
> {
  const { rows } = await sql<{
    directory_id: number;
    directory_name: string;
    node_id: number;
    attribute_id: number;
    name: string;
    from_attribute_id: number;
  }>`
    select a.directory_id, d.name as directory_name, d.node_id, a.id as attribute_id, a.name, (a.donor ->> 'attribute_id')::int as from_attribute_id
    from directory_attribute a join directory d on d.space_id = a.space_id and d.id = a.directory_id
    where a.space_id = ${spaceId} and a.donor is not null and (a.donor ->> 'directory_id')::bigint = ${directoryId}
    order by a.directory_id, a.position, a.id`.execute(db);
  return rows;
}

/** Which directories give to which by donor columns, in the whole space. */
export async function listDonorPairs(db: Db, spaceId: number): Promise<{ giver: number; taker: number }[]> {
  const { rows } = await sql<{ giver: number; taker: number }>`
    select distinct (donor ->> 'directory_id')::bigint as giver, directory_id as taker from directory_attribute
    where space_id = ${spaceId} and donor is not null`.execute(db);
  return rows;
}

/** Units of measure and people of the space, where values name them. */
export async function listNamed(
  db: Db,
  spaceId: number,
): Promise<{ measures: { id: number; sign: string; name: string }[]; people: { id: number; name: string; login: string | null }[] }> {
  const measures = await sql<
    Pick<Row<'measure'>, 'id' | 'sign' | 'name'>
  >`select id, sign, name from measure where space_id = ${spaceId} order by id`.execute(db);
  const people = await sql<{ id: number; name: string; login: string | null }>`
    select u.id, ${personName('u')} as name, ${personLogin('u')} as login from space_user s join app_user u on u.id = s.user_id
    where s.space_id = ${spaceId} order by u.id`.execute(db);
  return { measures: measures.rows, people: people.rows };
}

/**
 * A mark of all that says which values of a directory are valid for the caller: its content, the rows of its donors, units, people, and what
 * the caller reaches of them.
 */
export async function markOf(db: Db, { spaceId, directoryId }: DirectoryKey, donorIds: readonly number[]): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select concat_ws(' ',
      (select string_agg(id || ':' || revision || ':' || encode(chain, 'hex'), ',' order by id) from directory
        where space_id = ${spaceId} and id = any(${[directoryId, ...donorIds]}::bigint[])),
      (select md5(string_agg(id::text, ',' order by id)) from measure where space_id = ${spaceId}),
      (select md5(string_agg(user_id::text, ',' order by user_id)) from space_user where space_id = ${spaceId}),
      md5(concat_ws('|', current_setting('app.nodes', true), current_setting('app.paths', true)))) as mark`.execute(db);
  return rows[0].mark;
}

/** Whether an attribute of the hierarchy that describes rows of versions stands at one of the nodes, or for the whole space. */
export async function hasRowAttribute(db: Db, spaceId: number, attributeId: number, nodeIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select id from node_attribute where space_id = ${spaceId} and id = ${attributeId} and 'wbs' = any(owners)
      and (node_id is null or node_id = any(${[...nodeIds]}))`.execute(db);
  return rows.length > 0;
}

/** Which of some nodes stand at another one or below it. */
export async function listWithin(db: Db, spaceId: number, nodeIds: readonly number[], above: number): Promise<Set<number>> {
  const { rows } = await sql<{ node: number }>`
    with recursive up as (
      select id as node, id, parent_id from eps_node where space_id = ${spaceId} and id = any(${[...new Set(nodeIds)]})
      union all
      select u.node, n.id, n.parent_id from eps_node n join up u on n.id = u.parent_id where n.space_id = ${spaceId}
    ) select node from up where id = ${above}`.execute(db);
  return new Set(rows.map(({ node }) => node));
}

/**
 * Directories that relations tie to one, then versions that have taken rows of it, at most `most` together; `gives`: the other one takes.
 */
export async function listUses(
  db: Db,
  { spaceId, directoryId }: DirectoryKey,
  most: number | null = null,
): Promise<
  {
    kind: 'directory' | 'version';
    id: number;
    name: string;
    node_id: number;
    by: 'relation' | 'assignment';
    label: string;
    gives: boolean;
  }[]
> {
  const { rows } = await sql<{
    kind: 'directory' | 'version';
    id: number;
    name: string;
    node_id: number;
    by: 'relation' | 'assignment';
    label: string;
    gives: boolean;
  }>`
    select 'version' as kind, v.id, v.name, v.schedule_id as node_id, 'assignment' as by, v.name as label, true as gives from version v
    where v.space_id = ${spaceId}
      and exists (select from directory_value dv where dv.space_id = v.space_id and dv.version_id = v.id and dv.directory_id = ${directoryId})
    union all
    select 'directory', d.id, d.name, d.node_id, 'relation', r.name, r.from_id = ${directoryId} from directory_relation r
    join directory d on d.space_id = r.space_id and d.id = case when r.from_id = ${directoryId} then r.to_id else r.from_id end
    where r.space_id = ${spaceId} and ${directoryId} in (r.from_id, r.to_id)
    order by 1, 3, 2 limit ${most}`.execute(db);
  return rows;
}
