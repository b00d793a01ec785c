import { toSnake } from '@gantry/contract';
import { fieldsOf, VERSION_TABLE_NAMES, type VersionTable, type WbsRow } from '@gantry/domain';
import { sql } from 'kysely';
import { tableName } from '../../../database/version-content.ts';
import type { Db } from '../../../platform/postgres/database.ts';
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
): Promise<RowValues[]> {
  const only = ids ? sql`and t.id = any(${[...ids]})` : sql``;
  const fields = fieldsOf(table);
  const columns = fields.map(({ name, kind }) => {
    const column = sql`t.${sql.ref(toSnake(name))}`;
    // Packed days travel as text, so that they cost no copy on the way to a thread.
    if (kind === 'days') return withDays ? sql`encode(${column}, 'base64') as ${sql.ref(name)}` : sql`null as ${sql.ref(name)}`;
    return kind === 'minute'
      ? sql`(extract(epoch from ${column}) / 60)::int - ${sql.lit(EPOCH_MINUTES)} as ${sql.ref(name)}`
      : sql`${column} as ${sql.ref(name)}`;
  });
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(columns)} from ${sql.table(tableName(table))} t
    where t.space_id = ${key.spaceId} and t.version_id = ${key.versionId} ${only} order by t.id`.execute(db);
  return rows.map((row) => Object.values(row));
}

export type RowPlace = Pick<WbsRow, 'id' | 'parentId' | 'position' | 'type'>;

/** The places of all rows in the tree, and nothing else of them: read long before the rows are. */
export async function listPlaces(db: Db, key: VersionKey): Promise<RowPlace[]> {
  const { rows } = await sql<RowPlace>`
    select id, parent_id as "parentId", position, type from wbs_item where space_id = ${key.spaceId} and version_id = ${key.versionId}`.execute(
    db,
  );
  return rows;
}

/** How many rows each table of a version has. */
export async function countRows(db: Db, key: VersionKey): Promise<Record<VersionTable, number>> {
  const counts = VERSION_TABLE_NAMES.map(
    (table) =>
      sql`(select count(*) from ${sql.table(tableName(table))} where space_id = ${key.spaceId} and version_id = ${key.versionId}) as ${sql.ref(table)}`,
  );
  const { rows } = await sql<Record<VersionTable, number>>`select ${sql.join(counts)}`.execute(db);
  return rows[0];
}
