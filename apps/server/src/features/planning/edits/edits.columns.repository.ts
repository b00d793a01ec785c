import { columnsOf, toSnake } from '@gantry/contract';
import { fieldsOf, MONEY_MEASURES, NO_DATE, VERSION_TABLE_NAMES, type VersionRow, type VersionTable, type WbsRow } from '@gantry/domain';
import { type RawBuilder, sql } from 'kysely';
import { tableName } from '../../../database/version-content.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { AS_VALUES } from '../../../platform/postgres/named-statements.ts';
import type { VersionKey } from '../version-heads/version-heads.service.ts';

/** Minutes from 1970 to 1990, the beginning of schedule time. */
const EPOCH_MINUTES = 10_519_200;

/** Values of a row in the order of the table's fields; dates as minutes of schedule time. */
export type RowValues = unknown[];

/** All rows of a table of version content, or some of them, as arrays: what the columnar stream and the engine read, without an object per row of the database. */
export async function listRowValues(
  db: Db,
  key: VersionKey,
  table: VersionTable,
  ids?: readonly number[],
  withDays = true,
  names?: ReadonlySet<string>,
): Promise<RowValues[]> {
  const only = ids ? sql`and t.id = any(${[...ids]})` : sql``;
  const fields = names ? fieldsOf(table).filter(({ name }) => names.has(name)) : fieldsOf(table);
  const columns = fields.map((field) => valueOf(field, withDays));
  const { rows } = await sql<RowValues>`
    select ${sql.join(columns)} from ${sql.table(tableName(table))} t
    where t.space_id = ${key.spaceId} and t.version_id = ${key.versionId} ${only} order by t.id ${AS_VALUES}`.execute(db);
  return rows;
}

/** A moment as a minute of schedule time: "extract" would count in decimals, which takes many times as long. */
const minuteIn = (column: RawBuilder<unknown>) => sql`(date_part('epoch', ${column}) / 60)::int - ${sql.lit(EPOCH_MINUTES)}`;

/** A field of a row as it travels. */
function valueOf({ name, kind }: ReturnType<typeof fieldsOf>[number], withDays: boolean): RawBuilder<unknown> {
  const column = sql`t.${sql.ref(toSnake(name))}`;
  // Packed days travel as text, so that they cost no copy on the way to a thread.
  if (kind === 'days') return withDays ? sql`encode(${column}, 'base64')` : sql`null`;
  return kind === 'minute' ? minuteIn(column) : column;
}

/**
 * All rows of a table by id with their values, or with those of some fields, as texts of some rows each, one `row(…)::text` behind another,
 * fields in their order. Each text is put together from a range of ids by itself: texts that were grouped would be sorted on the disk.
 */
export async function listRowTexts(db: Db, key: VersionKey, table: VersionTable, names?: ReadonlySet<string> | null): Promise<string[]> {
  const fields = names ? fieldsOf(table).filter(({ name }) => names.has(name)) : fieldsOf(table);
  const values = fields.map((field) => valueOf(field, true));
  const rowsOf = sql`${sql.table(tableName(table))} t where t.space_id = ${key.spaceId} and t.version_id = ${key.versionId}`;
  const { rows } = await sql<{ first: number; text: string }>`
    select part.first, of_part.text
    from generate_series((select min(t.id) from ${rowsOf}), (select max(t.id) from ${rowsOf}), ${sql.lit(ROWS_A_TEXT)}) part (first)
    cross join lateral (select string_agg(r, '') as text from (
      select row(${sql.join(values)})::text as r from ${rowsOf} and t.id >= part.first and t.id < part.first + ${sql.lit(ROWS_A_TEXT)}
      order by t.id) t) of_part
    where of_part.text is not null`.execute(db);
  return rows.sort((a, b) => a.first - b.first).map(({ text }) => text);
}
/** As many as are read in a moment. */
const ROWS_A_TEXT = 500;

/** Values of rows of numbers as the columns of the stream: the database packs them, so that no row of it becomes an object. */
export type PackedColumns = { count: number; columns: Uint8Array[] };

/** All rows of a table of numbers by id as packed columns; `isWithMoney` false leaves series of money out. */
export async function listPackedColumns(db: Db, key: VersionKey, table: VersionTable, isWithMoney: boolean): Promise<PackedColumns> {
  const kinds = new Map(fieldsOf(table).map(({ name, kind }) => [name, kind]));
  const columns = columnsOf(table);
  const packed = columns.map(({ name, kind, values }) => {
    const column = sql`t.${sql.ref(toSnake(name))}`;
    if (kind === 'f64') return sql`float8send(coalesce(${column}, 'NaN'))`;
    if (kind === 'u8') {
      const bytes = (values ?? ['false', 'true']).map((value, at) => sql`when ${sql.lit(value)} then ${sql.lit(byteText(at))}::bytea`);
      return sql`case ${column}::text ${sql.join(bytes, sql` `)} else ${sql.lit(byteText(255))}::bytea end`;
    }
    const number = kinds.get(name) === 'minute' ? minuteIn(column) : column;
    return sql`int4send(coalesce(${number}, ${sql.lit(NO_DATE)}))`;
  });
  const lists = packed.map((value, at) => sql`string_agg(${value}, ''::bytea) as ${sql.ref(columns[at].name)}`);
  const { rows } = await sql<Record<string, Buffer | null> & { count: number }>`
    select count(*)::int as count, ${sql.join(lists)} from (
      select * from ${sql.table(tableName(table))} where space_id = ${key.spaceId} and version_id = ${key.versionId} ${seenOf(table, isWithMoney)} order by id) t`.execute(
    db,
  );
  const [row] = rows;
  // The database writes the highest byte first.
  const swapped = columns.map(({ name, kind }) => {
    const bytes = row[name] ?? Buffer.alloc(0);
    return kind === 'f64' ? bytes.swap64() : kind === 'i32' ? bytes.swap32() : bytes;
  });
  return { count: row.count, columns: swapped };
}
const seenOf = (table: VersionTable, isWithMoney: boolean) =>
  table === 'daySeries' && !isWithMoney ? sql`and measure <> all(${[...MONEY_MEASURES]})` : sql``;
const byteText = (byte: number): string => `\\x${byte.toString(16).padStart(2, '0')}`;

/** Planned and done volumes of works, of all where `items` is null, as rows of series; without days with their totals and last days alone. */
export async function listVolumes(
  db: Db,
  { spaceId, versionId }: VersionKey,
  { items, withDays }: { items: readonly number[] | null; withDays: boolean },
): Promise<RowValues[]> {
  const found = sql`from day_series s
    where s.space_id = ${spaceId} and s.version_id = ${versionId} and s.measure = 'volume' and s.mode <> 'approved_plan'
      ${items ? sql`and s.item_id = any(${[...items]})` : sql``}`;
  if (!withDays) return volumesInShort(db, found);
  const { rows } = await sql<Partial<Volume>>`
    select s.item_id as "itemId", s.resource_id as "resourceId", s.mode, s.last_day as "lastDay", s.last_amount_day as "lastAmountDay", s.total,
      encode(s.days, 'base64') as days ${found} order by s.id`.execute(db);
  return rows.map((row) => {
    const whole = { ...KNOWN_OF_VOLUME, ...row };
    return VOLUME_FIELDS.map((name) => whole[name] ?? null);
  });
}

/** The database packs the numbers, so that no row of it becomes an object; columns of one pass stand in one order. */
async function volumesInShort(db: Db, found: RawBuilder<unknown>): Promise<RowValues[]> {
  const { rows } = await sql<Record<'items' | 'resources' | 'plans' | 'days' | 'amounts' | 'totals', Buffer | null>>`
    select string_agg(int4send(s.item_id::int), ''::bytea) as items,
      string_agg(int4send(coalesce(s.resource_id::int, ${sql.lit(NO_DATE)})), ''::bytea) as resources,
      string_agg(case when s.mode = 'plan' then '\\x01'::bytea else '\\x00'::bytea end, ''::bytea) as plans,
      string_agg(int4send(s.last_day), ''::bytea) as days,
      string_agg(int4send(coalesce(s.last_amount_day, ${sql.lit(NO_DATE)})), ''::bytea) as amounts,
      string_agg(float8send(s.total), ''::bytea) as totals ${found}`.execute(db);
  const { items, resources, plans, days, amounts, totals } = rows[0];
  if (!items || !resources || !plans || !days || !amounts || !totals) return [];
  const nullable = (value: number): number | null => (value === NO_DATE ? null : value);
  return Array.from(plans, (isPlan, at) => {
    const values = [...NO_VOLUME];
    values[VOLUME_AT.itemId] = items.readInt32BE(at * 4);
    values[VOLUME_AT.resourceId] = nullable(resources.readInt32BE(at * 4));
    values[VOLUME_AT.mode] = isPlan ? 'plan' : 'fact';
    values[VOLUME_AT.lastDay] = days.readInt32BE(at * 4);
    values[VOLUME_AT.lastAmountDay] = nullable(amounts.readInt32BE(at * 4));
    values[VOLUME_AT.total] = totals.readDoubleBE(at * 8);
    return values;
  });
}
type Volume = VersionRow<'daySeries'>;
const VOLUME_FIELDS = fieldsOf('daySeries').map(({ name }) => name as keyof Volume);
const VOLUME_AT = Object.fromEntries(VOLUME_FIELDS.map((name, at) => [name, at])) as Record<keyof Volume, number>;
const KNOWN_OF_VOLUME: Partial<Volume> = { id: 0, resourceId: null, measure: 'volume', firstDay: 0 };
const NO_VOLUME: RowValues = VOLUME_FIELDS.map((name) => KNOWN_OF_VOLUME[name] ?? null);

export type RowPlace = Pick<WbsRow, 'id' | 'parentId' | 'position' | 'type'>;

/** The places of all rows in the tree, and nothing else of them: read long before the rows are. */
export async function listPlaces(db: Db, key: VersionKey): Promise<RowPlace[]> {
  const { rows } = await sql<RowPlace>`
    select id, parent_id as "parentId", position, type from wbs_item where space_id = ${key.spaceId} and version_id = ${key.versionId}`.execute(
    db,
  );
  return rows;
}

/** How many rows each table of a version has; `isWithMoney` false leaves series of money out. */
export async function countRows(db: Db, key: VersionKey, isWithMoney = true): Promise<Record<VersionTable, number>> {
  const counts = VERSION_TABLE_NAMES.map(
    (table) =>
      sql`(select count(*) from ${sql.table(tableName(table))} where space_id = ${key.spaceId} and version_id = ${key.versionId} ${seenOf(table, isWithMoney)}) as ${sql.ref(table)}`,
  );
  const { rows } = await sql<Record<VersionTable, number>>`select ${sql.join(counts)}`.execute(db);
  return rows[0];
}
