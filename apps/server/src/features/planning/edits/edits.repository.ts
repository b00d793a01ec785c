import { toSnake, toWire } from '@gantry/contract';
import {
  type AnyChange,
  type AnyRow,
  byTable,
  changeDays,
  changesOf,
  type DayChanges,
  type DayRun,
  daysChanged,
  daysFieldOf,
  type Diff,
  type FieldKind,
  fieldsOf,
  isDayRun,
  packDays,
  unpackDays,
  type VersionRow,
  type VersionTable,
} from '@gantry/domain';
import { type RawBuilder, sql } from 'kysely';
import { tableName } from '../../../database/version-content.ts';
import { type Db, storableJson, type Tx } from '../../../platform/postgres/database.ts';
import type { VersionKey } from '../version-heads/version-heads.service.ts';
import { byFewKeys } from '../../../platform/postgres/named-statements.ts';
import { type Column, insertions, renewStatistics } from '../../../platform/postgres/insertions.ts';

const ROWS_A_STATEMENT = 5000;

type Statement = RawBuilder<unknown>;

const COLUMNS = byTable((table) => sql.join(fieldsOf(table).map(({ name }) => sql`t.${sql.ref(toSnake(name))} as ${sql.ref(name)}`)));

const keyed = ({ spaceId, versionId }: VersionKey) => sql`t.space_id = ${spaceId} and t.version_id = ${versionId}`;

/** Rows of a table of version content, all or those with the given ids. */
export async function listRows<T extends VersionTable>(
  db: Db,
  key: VersionKey,
  table: T,
  ids?: readonly number[],
): Promise<VersionRow<T>[]> {
  const only = ids ? sql`and t.id = any(${[...ids]})` : sql``;
  const { rows } = await sql<
    VersionRow<T>
  >`select ${COLUMNS[table]} from ${sql.table(tableName(table))} t where ${keyed(key)} ${only} order by t.id ${ids ? byFewKeys(ids) : sql``}`.execute(
    db,
  );
  return unpacked(table, rows);
}

/** Rows whose days are no bytes any more. */
function unpacked<R extends object>(table: VersionTable, rows: R[]): R[] {
  const field = daysFieldOf(table);
  return field === null ? rows : rows.map((row) => ({ ...row, [field]: unpackDays((row as Record<string, Buffer>)[field]) }));
}

/** Bytes as JSON carries them into a column. */
const bytesInJson = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString('hex')}`;

/** Rows of a table with one of the given values in a field. */
export async function listRowsBy<T extends VersionTable>(
  db: Db,
  key: VersionKey,
  table: T,
  field: string,
  values: readonly number[],
): Promise<VersionRow<T>[]> {
  const { rows } = await sql<VersionRow<T>>`
    select ${COLUMNS[table]} from ${sql.table(tableName(table))} t
    where ${keyed(key)} and t.${sql.ref(toSnake(field))} = any(${[...values]}) order by t.id ${byFewKeys(values)}`.execute(db);
  return unpacked(table, rows);
}

/** Ids and positions of the children of a row (null: of the top). */
export async function listChildPlaces(db: Db, key: VersionKey, parentId: number | null): Promise<{ id: number; position: number }[]> {
  const parent = parentId === null ? sql`t.parent_id is null` : sql`t.parent_id = ${parentId}`;
  const { rows } = await sql<{ id: number; position: number }>`
    select t.id, t.position from wbs_item t where ${keyed(key)} and ${parent}`.execute(db);
  return rows;
}

/** How many values the given attributes have. */
export async function countValuesOf(db: Db, key: VersionKey, attributeIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from attribute_value t where ${keyed(key)} and t.attribute_id = any(${[...attributeIds]})`.execute(db);
  return rows[0].count;
}

const pack = (rows: readonly object[]): string => JSON.stringify(rows.map((row) => toWire(row as Record<string, unknown>)));

/** The columns of each table as an insertion fills them; what no column can hold is left in, or replaced. */
const insertedColumns = (toJson: (value: unknown) => string) =>
  byTable((table) =>
    fieldsOf(table).map(({ name, kind }): Column<object> => {
      const pack = kind === 'days' ? (value: unknown) => packDays(value as DayRun) : kind === 'json' ? toJson : (value: unknown) => value;
      return {
        name: toSnake(name),
        of(row) {
          const value = (row as Record<string, unknown>)[name];
          return value === null || value === undefined ? null : pack(value);
        },
      };
    }),
  );
const INSERTED = insertedColumns(JSON.stringify);
const INSERTED_FROM_FILE = insertedColumns(storableJson);

/** The statements that insert rows. */
function insertionsOf({ spaceId, versionId }: VersionKey, table: VersionTable, rows: readonly object[], fromFile = false) {
  const columns = (fromFile ? INSERTED_FROM_FILE : INSERTED)[table];
  return insertions(tableName(table), columns, rows, { place: { space_id: spaceId, version_id: versionId }, lossy: fromFile });
}

/** Inserts rows of version content; with `fromFile` values that no column can hold are reported as lost instead of refused. */
export async function insertRows(tx: Tx, key: VersionKey, table: VersionTable, rows: readonly object[], fromFile = false): Promise<void> {
  for (const insertion of insertionsOf(key, table, rows, fromFile)) await insertion.execute(tx);
}

const MANY = 1000;
/** A row as an edit leaves it; undefined where the edit has not read it whole. */
export type KnownRow = (table: VersionTable, id: number) => AnyRow | undefined;

/** Changes of days as whole series: the others of a row stay. */
async function withWholeDays(
  tx: Tx,
  key: VersionKey,
  table: VersionTable,
  updates: AnyChange['updated'],
  known?: KnownRow,
): Promise<{ id: number; after: Record<string, unknown> }[]> {
  const field = daysFieldOf(table);
  if (field === null) return updates;
  const knownDays = (id: number): unknown => known?.(table, id)?.[field];
  const ids = updates.flatMap(({ id, after }) => (after[field] && !knownDays(id) ? [id] : []));
  const read = ids.length ? await listRows(tx, key, table, ids) : [];
  const kept = new Map(read.map((row) => [row.id, (row as Record<string, unknown>)[field]]));
  return updates.map(({ id, after }) => {
    const whole = after[field] && knownDays(id);
    if (isDayRun(whole)) return { id, after: { ...after, [field]: bytesInJson(packDays(whole)) } };
    const [before, changes] = [kept.get(id), after[field]];
    if (!changes || !isDayRun(before)) return { id, after };
    const days = changeDays(before, daysChanged(changes as DayChanges));
    if (!days) throw new Error(`series ${id} would be left without a day`);
    return { id, after: { ...after, [field]: bytesInJson(packDays(days)) } };
  });
}

/** The statements that change fields of rows. */
async function updatesOf(
  tx: Tx,
  key: VersionKey,
  table: VersionTable,
  changes: AnyChange['updated'],
  known?: KnownRow,
): Promise<Statement[]> {
  const updates = await withWholeDays(tx, key, table, changes, known);
  const target = sql.table(tableName(table));
  const fields = [...new Set(updates.flatMap(({ after }) => Object.keys(after)))];
  if (!fields.length) return [];
  const columns = fields.map((field) => ({ field, name: toSnake(field), type: SIMPLE_TYPES[KIND_OF[table][field]] }));
  // Each row updates only the fields that its record names.
  const isEach = updates.every(({ after }) => fields.every((field) => field in after));
  const sets = sql.join(
    columns.map(({ name }) =>
      isEach
        ? sql`${sql.ref(name)} = p.${sql.ref(name)}`
        : sql`${sql.ref(name)} = case when j ? ${name} then p.${sql.ref(name)} else t.${sql.ref(name)} end`,
    ),
  );
  // Results of calculations change many rows: the fields named alone are unpacked in two thirds of the time that whole rows take.
  const record = columns.every(({ type }) => type !== undefined)
    ? sql`jsonb_to_record(j) p(id bigint, ${sql.join(columns.map(({ name, type }) => sql`${sql.ref(name)} ${sql.raw(type ?? '')}`))})`
    : sql`jsonb_populate_record(null::${target}, j) p`;
  const statements: Statement[] = [];
  for (let from = 0; from < updates.length; from += ROWS_A_STATEMENT) {
    const records = pack(updates.slice(from, from + ROWS_A_STATEMENT).map(({ id, after }) => ({ id, ...after })));
    // As a function of the FROM list each record is unpacked once, not once a field.
    statements.push(sql`update ${target} t set ${sets}
      from jsonb_array_elements(${records}::jsonb) j cross join lateral ${record}
      where ${keyed(key)} and t.id = p.id`);
  }
  return statements;
}

/** Types that hold every value of a kind of field, whatever its column is. */
const SIMPLE_TYPES: Partial<Record<FieldKind, string>> = { int: 'bigint', minute: 'timestamp', flag: 'boolean' };
const KIND_OF = byTable((table): Record<string, FieldKind> => Object.fromEntries(fieldsOf(table).map(({ name, kind }) => [name, kind])));

async function deleteRows(tx: Tx, key: VersionKey, table: VersionTable, ids: number[]): Promise<void> {
  await sql`delete from ${sql.table(tableName(table))} t where ${keyed(key)} and t.id = any(${ids})`.execute(tx);
}

/**
 * Writes a Diff but for the small changes of tables of their own, which are answered: the caller sends them together with what follows. The
 * order of tables does not matter, foreign keys are checked at commit. Rows that are `known` are not read again.
 */
export async function applyDiff(tx: Tx, key: VersionKey, diff: Diff, known?: KnownRow): Promise<Statement[]> {
  const small: Statement[] = [];
  for (const [table, { added, updated, removed }] of changesOf(diff)) {
    if (removed.length)
      await deleteRows(
        tx,
        key,
        table,
        removed.map(({ id }) => id),
      );
    // Of one table one change at a time: what is removed or renamed makes room for what is added.
    const isSmall = added.length + updated.length <= FEW && removed.length === 0;
    const statements = isSmall && !updated.length ? [...insertionsOf(key, table, added)].map((insertion) => insertion.fragment()) : [];
    if (!statements.length && added.length) await insertRows(tx, key, table, added);
    // Only bulk changes make the planner's statistics stale.
    if (added.length > MANY) await renewStatistics(tx, tableName(table), added.length);
    if (updated.length) statements.push(...(await updatesOf(tx, key, table, updated, known)));
    if (isSmall) small.push(...statements);
    // Many rows come back from no statement.
    else for (const statement of statements) await statement.execute(tx);
  }
  return small;
}

/** Most rows of a table that are changed together with the head of their version. */
const FEW = 200;
