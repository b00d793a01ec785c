import { type AttributeChange, type AttributeDefinition, MOST_ATTRIBUTE_USES } from '@gantry/contract';
import type { JsonValue } from '@gantry/domain';
import { sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

export type AttributeRow = Pick<
  Row<'node_attribute'>,
  'id' | 'node_id' | 'key' | 'name' | 'type' | 'owners' | 'unit' | 'required' | 'inherits' | 'default_value' | 'formula'
> & { node_name: string | null; values: string[]; unique: boolean };
/** The same with the number of nodes that have a value of it and of versions that took it, counted up to so many. */
export type CountedAttribute = AttributeRow & { nodes: number; versions: number };

const FIELDS = sql`a.id, a.node_id, n.name as node_name, a.key, a.name, a.type, a.owners, a.list_values as "values", a.unit, a.required,
  a.is_unique as "unique", a.inherits, a.default_value, a.formula`;

/** Attributes of the space in their order. */
export async function listAttributes(db: Db, spaceId: number): Promise<AttributeRow[]> {
  const { rows } = await sql<AttributeRow>`
    select ${FIELDS} from node_attribute a left join eps_node n on n.space_id = a.space_id and n.id = a.node_id
    where a.space_id = ${spaceId} order by a.position, a.name, a.id`.execute(db);
  return rows;
}

/** Attributes of the space in their order, all or by id, with their users: of each as many are looked at as are counted. */
export async function listCounted(
  db: Db,
  spaceId: number,
  { id, most = MOST_ATTRIBUTE_USES }: { id?: number; most?: number } = {},
): Promise<CountedAttribute[]> {
  const { rows } = await sql<CountedAttribute>`
    select ${FIELDS},
      (select count(*) from (select from node_value u where u.space_id = a.space_id and u.attribute_id = a.id limit ${most}) u) as nodes,
      (select count(*) from (select from attribute t where t.space_id = a.space_id and t.source_id = a.id limit ${most}) t) as versions
    from node_attribute a left join eps_node n on n.space_id = a.space_id and n.id = a.node_id
    where a.space_id = ${spaceId} ${id === undefined ? sql`` : sql`and a.id = ${id}`} order by a.position, a.name, a.id`.execute(db);
  return rows;
}

export async function findKey(db: Db, spaceId: number, key: string): Promise<number | null> {
  const { rows } = await sql<{
    id: number;
  }>`select id from node_attribute where space_id = ${spaceId} and lower(key) = lower(${key})`.execute(db);
  return rows[0]?.id ?? null;
}

export async function saveAttribute(tx: Tx, spaceId: number, nodeId: number | null, attribute: AttributeDefinition): Promise<number> {
  const { values, unique, default_value, owners, ...plain } = attribute;
  const { id } = await tx
    .insertInto('node_attribute')
    .values({
      ...plain,
      space_id: spaceId,
      node_id: nodeId,
      owners,
      list_values: JSON.stringify(values),
      is_unique: unique,
      default_value: default_value === null ? null : JSON.stringify(default_value),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateAttribute(
  tx: Tx,
  spaceId: number,
  id: number,
  change: AttributeChange & { formula?: string | null },
): Promise<void> {
  const { values, unique, default_value, ...plain } = change;
  await tx
    .updateTable('node_attribute')
    .set({
      ...plain,
      ...(values === undefined ? {} : { list_values: JSON.stringify(values) }),
      ...(unique === undefined ? {} : { is_unique: unique }),
      ...(default_value === undefined ? {} : { default_value: default_value === null ? null : JSON.stringify(default_value) }),
      updated_at: sql<Date>`now()`,
    })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .execute();
}

export async function deleteAttributes(tx: Tx, spaceId: number, ids: readonly number[]): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('node_attribute')
    .where('space_id', '=', spaceId)
    .where('id', 'in', ids)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export type ValueRow = Pick<Row<'node_value'>, 'node_id' | 'attribute_id' | 'value'>;

/** Values that some nodes have of their own, of all attributes or some. */
export async function listValues(
  db: Db,
  spaceId: number,
  nodeIds: readonly number[],
  attributeIds?: readonly number[],
): Promise<ValueRow[]> {
  const only = attributeIds ? sql`and attribute_id = any(${[...attributeIds]})` : sql``;
  const { rows } = await sql<ValueRow>`select node_id, attribute_id, value from node_value
    where space_id = ${spaceId} and node_id = any(${[...nodeIds]}) ${only}`.execute(db);
  return rows;
}

/** Another node that has this value of an attribute. */
export async function findOwnerOf(db: Db, spaceId: number, attributeId: number, value: JsonValue, but: number): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select n.name from node_value v join eps_node n on n.space_id = v.space_id and n.id = v.node_id
    where v.space_id = ${spaceId} and v.attribute_id = ${attributeId} and v.node_id <> ${but} and v.value = ${JSON.stringify(value)}::jsonb limit 1`.execute(
    db,
  );
  return rows[0]?.name ?? null;
}

export async function saveValue(tx: Tx, spaceId: number, userId: number, row: ValueRow): Promise<void> {
  await sql`insert into node_value (space_id, node_id, attribute_id, value, updated_by)
    values (${spaceId}, ${row.node_id}, ${row.attribute_id}, ${JSON.stringify(row.value)}::jsonb, ${userId})
    on conflict (space_id, node_id, attribute_id) do update set value = excluded.value, updated_by = excluded.updated_by,
      updated_at = excluded.updated_at`.execute(tx);
}

export async function deleteValue(tx: Tx, spaceId: number, nodeId: number, attributeId: number): Promise<void> {
  await tx
    .deleteFrom('node_value')
    .where('space_id', '=', spaceId)
    .where('node_id', '=', nodeId)
    .where('attribute_id', '=', attributeId)
    .execute();
}

export type BelowRow = Pick<Row<'eps_node'>, 'id' | 'parent_id' | 'kind' | 'name'> & { depth: number };

/** A node and all below it, each before those below it. */
export async function listBelow(db: Db, spaceId: number, id: number): Promise<BelowRow[]> {
  const { rows } = await sql<BelowRow>`
    with recursive below as (
      select id, parent_id, kind, name, 0 as depth, array[position, id::double precision] as place from eps_node where space_id = ${spaceId} and id = ${id}
      union all
      select n.id, n.parent_id, n.kind, n.name, b.depth + 1, b.place || array[n.position, n.id::double precision]
      from eps_node n join below b on n.parent_id = b.id where n.space_id = ${spaceId}
    ) select id, parent_id, kind, name, depth from below order by place`.execute(db);
  return rows;
}

/** Whether any node has a value of an attribute. */
export async function hasValues(db: Db, spaceId: number, attributeId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from node_value where space_id = ${spaceId} and attribute_id = ${attributeId})
        or exists (select from attribute where space_id = ${spaceId} and source_id = ${attributeId}) as has`.execute(db);
  return rows[0].has;
}
