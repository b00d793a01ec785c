import type { ModelPropertySet } from '@gantry/contract';
import { sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db } from '../../../platform/postgres/database.ts';

type InVersion = { spaceId: number; versionId: number };

/** Ends the way up from a place that is in itself. */
const DEEPEST_PLACE = 1000;

/** Elements of a version with the name of their storey; all of them, or those with ids. */
export async function listElements(
  db: Db,
  { spaceId, versionId }: InVersion,
  ids: readonly number[] | null = null,
): Promise<(Row<'bim_element'> & { storey_name: string | null })[]> {
  const only = ids === null ? sql`true` : sql`e.number = any(${[...ids]}::int[])`;
  const { rows } = await sql<Row<'bim_element'> & { storey_name: string | null }>`select e.*, p.name as storey_name
    from bim_element e left join bim_place p
      on p.space_id = e.space_id and p.model_version_id = e.model_version_id and p.number = e.storey
    where e.space_id = ${spaceId} and e.model_version_id = ${versionId} and ${only} order by e.number`.execute(db);
  return rows;
}

/** Places of a version, each with how many elements stand directly in it. */
export async function listPlaces(db: Db, { spaceId, versionId }: InVersion) {
  const { rows } = await sql<Pick<Row<'bim_place'>, 'number' | 'parent' | 'category' | 'name' | 'elevation'> & { elements: number }>`
    select p.number, p.parent, p.category, p.name, p.elevation, coalesce(c.elements, 0) as elements
    from bim_place p left join (select place, count(*)::int as elements from bim_element
        where space_id = ${spaceId} and model_version_id = ${versionId} group by place) c on c.place = p.number
    where p.space_id = ${spaceId} and p.model_version_id = ${versionId} order by p.number`.execute(db);
  return rows;
}

/** Names of a place and of those that it is in, from the top. */
export async function listNamesOfPlace(db: Db, { spaceId, versionId }: InVersion, place: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive up as (
      select parent, name, 1 as depth from bim_place where space_id = ${spaceId} and model_version_id = ${versionId} and number = ${place}
      union all
      select p.parent, p.name, up.depth + 1 from bim_place p join up on p.number = up.parent
      where p.space_id = ${spaceId} and p.model_version_id = ${versionId} and up.depth < ${DEEPEST_PLACE})
    select name from up order by depth desc`.execute(db);
  return rows.map(({ name }) => name);
}

/** The columns of the tree, each in the order of the elements. */
export async function readTreeColumns(db: Db, { spaceId, versionId }: InVersion) {
  const { rows } = await sql<{ number: number; entity: number; name: string; category: string; place: number; layer: string | null }>`
    select number, entity, coalesce(nullif(name, ''), nullif(object_type, ''), tag) as name, category, coalesce(place, 0) as place,
      layers[1] as layer
    from bim_element where space_id = ${spaceId} and model_version_id = ${versionId} order by number`.execute(db);
  return rows;
}

/** How many elements of a version have each value of something. */
export async function countElements(db: Db, { spaceId, versionId }: InVersion, by: 'type' | 'storey' | 'layer' | 'class' | 'material') {
  const value = {
    type: sql`e.category`,
    storey: sql`p.name`,
    layer: sql`unnest(e.layers)`,
    class: sql`trim(both from unnest(e.class_codes) || ' ' || unnest(e.class_names))`,
    material: sql`unnest(e.materials)`,
  }[by];
  const { rows } = await sql<{ name: string; elements: number }>`select name, count(*)::int as elements from (
      select ${value} as name from bim_element e left join bim_place p
        on p.space_id = e.space_id and p.model_version_id = e.model_version_id and p.number = e.storey
      where e.space_id = ${spaceId} and e.model_version_id = ${versionId}
    ) counted where name is not null group by name order by name`.execute(db);
  return rows;
}

/** Sets by their numbers; all of the version without any. */
export async function listSets(db: Db, { spaceId, versionId }: InVersion, numbers: readonly number[]) {
  const rows = await sql<{ number: number; name: string; is_quantity: boolean; content: ModelPropertySet['values'] }>`
    select number, name, is_quantity, content from bim_property_set
    where space_id = ${spaceId} and model_version_id = ${versionId} and number = any(${[...numbers]}::int[]) order by number`.execute(db);
  return new Map(rows.rows.map((row) => [row.number, row]));
}

/** Values of named properties of the elements of a version: element, set, name, value. */
export async function listValues(
  db: Db,
  { spaceId, versionId }: InVersion,
  names: readonly { set: string; name: string }[],
): Promise<{ number: number; set_name: string; name: string; value: string }[]> {
  if (!names.length) return [];
  const { rows } = await sql<{ number: number; set_name: string; name: string; value: string }>`
    with wanted as (select * from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as given("set" text, name text)),
    found as (
      select s.number, s.name as set_name, one ->> 'name' as name, one ->> 'value' as value
      from bim_property_set s, jsonb_array_elements(s.content) one
      where s.space_id = ${spaceId} and s.model_version_id = ${versionId}
        and exists (select 1 from wanted w where w."set" = s.name and w.name = one ->> 'name')
    )
    select e.number, f.set_name, f.name, f.value from bim_element e, unnest(e.sets) owned join found f on f.number = owned
    where e.space_id = ${spaceId} and e.model_version_id = ${versionId} and f.value is not null`.execute(db);
  return rows;
}

export async function listAttributes(db: Db, spaceId: number, versionIds: readonly number[], text: string | null = null) {
  const matching = text === null ? sql`true` : sql`(name ilike ${`%${likeOf(text)}%`} or set_name ilike ${`%${likeOf(text)}%`})`;
  const { rows } = await sql<Pick<Row<'bim_attribute'>, 'set_name' | 'name' | 'kind' | 'elements' | 'samples'>>`
    select set_name, name, kind, elements, samples from bim_attribute
    where space_id = ${spaceId} and model_version_id = any(${[...versionIds]}::bigint[]) and ${matching}
    order by set_name, name`.execute(db);
  return rows;
}

const likeOf = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

/** Elements whose names, codes, layers, materials or property values hold a text, and how many there are. */
export async function findByText(
  db: Db,
  { spaceId, versionIds }: { spaceId: number; versionIds: readonly number[] },
  text: string,
  limit: number,
) {
  const like = `%${likeOf(text)}%`;
  const { rows } = await sql<{
    number: number;
    model_version_id: number;
    entity: number;
    name: string;
    category: string;
    total: number;
  }>`
    with sets as (
      select model_version_id, array_agg(number) as numbers from bim_property_set s
      where s.space_id = ${spaceId} and s.model_version_id = any(${[...versionIds]}::bigint[])
        and exists (select 1 from jsonb_array_elements(s.content) one where one ->> 'value' ilike ${like})
      group by model_version_id
    )
    select e.number, e.model_version_id, e.entity, coalesce(nullif(e.name, ''), e.object_type) as name, e.category,
      (count(*) over ())::int as total
    from bim_element e left join sets s on s.model_version_id = e.model_version_id
    where e.space_id = ${spaceId} and e.model_version_id = any(${[...versionIds]}::bigint[])
      and (concat_ws(chr(10), e.name, e.object_type, e.tag, e.guid, e.category, array_to_string(e.layers, chr(10)),
        array_to_string(e.materials, chr(10)), array_to_string(e.class_codes, chr(10)), array_to_string(e.class_names, chr(10))) ilike ${like}
        or e.sets && s.numbers)
    order by e.model_version_id, e.number limit ${limit}`.execute(db);
  return rows;
}

/** An element by its GUID and its number in the geometry, with what there is of it. */
export type EntityRow = {
  number: number;
  entity: number;
  guid: string;
  volume: number | null;
  area: number | null;
  length: number | null;
  volume_source: 'file' | 'geometry' | null;
};

/** What relations need of the elements of a version; of all, or of those with some GUIDs. */
export async function listEntities(db: Db, { spaceId, versionId }: InVersion, guids: readonly string[] | null = null) {
  const only = guids === null ? sql`true` : sql`guid = any(${[...guids]}::text[])`;
  const { rows } = await sql<EntityRow>`
    select number, entity, guid, volume, area, length, volume_source from bim_element
    where space_id = ${spaceId} and model_version_id = ${versionId} and ${only} order by number`.execute(db);
  return rows;
}
