import type { DirectoryCell, DirectoryDiff, DirectoryRow, DirectoryTable, DirectoryTableDiff } from '@gantry/contract';
import { sql } from 'kysely';
import { type Db, storableJson, type Tx } from '../../../../platform/postgres/database.ts';
import type { DirectoryKey } from '../directories.repository.ts';
import type { Place } from './directories.rows.rules.ts';
import { columnsNamed, insertions } from '../../../../platform/postgres/insertions.ts';

const TABLES: Record<DirectoryTable, { name: string; columns: readonly string[] }> = {
  attribute: {
    name: 'directory_attribute',
    columns: ['position', 'name', 'type', 'unit', 'required', 'unique', 'default_value', 'list_id', 'role', 'linked', 'donor'],
  },
  list: { name: 'directory_list', columns: ['position', 'name'] },
  list_value: { name: 'directory_list_value', columns: ['list_id', 'position', 'text', 'parameter'] },
  row: { name: 'directory_row', columns: ['parent_id', 'position', 'code', 'name', 'measure_id', 'cells', 'donors'] },
};
const ORDER: readonly DirectoryTable[] = ['list', 'list_value', 'attribute', 'row'];
/** Objects of which a change names the entries that change; null takes one away. */
const PARTIAL = new Set(['cells', 'donors']);
const JSON_COLUMNS = ['default_value', 'linked', 'donor', 'cells', 'donors'];
const ROWS_A_STATEMENT = 5000;

const keyed = ({ spaceId, directoryId }: DirectoryKey) => sql`t.space_id = ${spaceId} and t.directory_id = ${directoryId}`;

/** Records of a table of a directory, all or those with the given ids. */
export async function listRecords<R extends { id: number }>(
  db: Db,
  key: DirectoryKey,
  table: DirectoryTable,
  ids?: readonly number[],
): Promise<R[]> {
  const { name, columns } = TABLES[table];
  const only = ids ? sql`and t.id = any(${[...ids]})` : sql``;
  const { rows } = await sql<R>`
    select ${sql.join(['id', ...columns].map((column) => sql`t.${sql.ref(column)}`))} from ${sql.table(name)} t where ${keyed(key)} ${only} order by t.id`.execute(
    db,
  );
  return rows;
}

/** Rows of a directory, all or those with the given ids. */
export const listRows = (db: Db, key: DirectoryKey, ids?: readonly number[]) => listRecords<DirectoryRow>(db, key, 'row', ids);

/** All rows of a directory as JSON in pieces, for a thread that reads them: here they become neither objects nor copies of objects. */
export async function listPackedRows(db: Db, key: DirectoryKey): Promise<string[]> {
  const entries = sql.join(['id', ...TABLES.row.columns].flatMap((column) => [sql.lit(column), sql`t.${sql.ref(column)}`]));
  const { rows } = await sql<{ rows: string }>`
    select json_agg(json_build_object(${entries}) order by t.id)::text as rows
    from (select *, (row_number() over (order by id) - 1) / ${sql.lit(ROWS_A_STATEMENT)} as piece from directory_row t where ${keyed(key)}) t
    group by t.piece order by t.piece`.execute(db);
  return rows.map(({ rows: piece }) => piece);
}

/** Where every row stands. */
export async function listPlaces(db: Db, key: DirectoryKey): Promise<Place[]> {
  const { rows } = await sql<Place>`select t.id, t.parent_id, t.position from directory_row t where ${keyed(key)}`.execute(db);
  return rows;
}

/** Rows that name rows of another directory, all or some of them, as donors, with what those hold now; null where the donor is gone. */
export async function listDonated(
  db: Db,
  key: DirectoryKey,
  giver: number,
  only?: readonly number[],
): Promise<{ id: number; cells: DirectoryRow['cells']; given: DirectoryRow['cells'] | null }[]> {
  const giverText = String(giver);
  const some = only ? sql`and (t.donors ->> ${giverText})::int = any(${[...only]})` : sql``;
  const { rows } = await sql<{ id: number; cells: DirectoryRow['cells']; given: DirectoryRow['cells'] | null }>`
    select t.id, t.cells, g.cells as given from directory_row t
    left join directory_row g on g.space_id = t.space_id and g.directory_id = ${giver} and g.id = (t.donors ->> ${giverText})::int
    where ${keyed(key)} and t.donors ? ${giverText} ${some}`.execute(db);
  return rows;
}

/** Ids of all rows of a directory, or of those with the given ids that are there. */
export async function listIds(db: Db, key: DirectoryKey, ids?: readonly number[]): Promise<number[]> {
  const only = ids ? sql`and t.id = any(${[...ids]})` : sql``;
  const { rows } = await sql<{ id: number }>`select t.id from directory_row t where ${keyed(key)} ${only}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Codes of rows with their ids. */
export async function listCodes(db: Db, key: DirectoryKey): Promise<[code: string, id: number][]> {
  const { rows } = await sql<{
    code: string;
    id: number;
  }>`select t.code, t.id from directory_row t where ${keyed(key)} and t.code <> ''`.execute(db);
  return rows.map(({ code, id }) => [code, id]);
}

/** A row with one of the codes that is none of the named rows. */
export async function findCode(
  db: Db,
  key: DirectoryKey,
  codes: readonly string[],
  but: readonly number[],
): Promise<{ id: number; code: string } | null> {
  const { rows } = await sql<{ id: number; code: string }>`
    select t.id, t.code from directory_row t
    where ${keyed(key)} and lower(t.code) = any(select lower(c) from unnest(${[...codes]}::text[]) c) and t.code <> '' and not t.id = any(${[...but]}) limit 1`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** A row with one of the values in a column that is none of the named rows. */
export async function findValue(
  db: Db,
  key: DirectoryKey,
  attributeId: number,
  values: readonly DirectoryCell[],
  but: readonly number[],
): Promise<{ id: number; code: string; name: string; value: DirectoryCell } | null> {
  const entry = sql`t.cells -> ${String(attributeId)}`;
  const { rows } = await sql<{ id: number; code: string; name: string; value: DirectoryCell }>`
    select t.id, t.code, t.name, ${entry} as value from directory_row t
    where ${keyed(key)} and ${entry} = any(select value from jsonb_array_elements(${storableJson(values)}::jsonb)) and not t.id = any(${[...but]}) limit 1`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Tells how many records more are written. */
type Told = (count: number) => Promise<void>;

/** Writes records piece by piece: one is packed while the database works on the one before. */
async function inPieces<R>(
  records: readonly R[],
  pack: (some: readonly R[]) => string,
  reported: Told,
  write: (packed: string) => Promise<unknown>,
): Promise<void> {
  let writing: Promise<unknown> | null = null;
  for (let from = 0; from < records.length; from += ROWS_A_STATEMENT) {
    const packed = pack(records.slice(from, from + ROWS_A_STATEMENT));
    if (writing) {
      await writing;
      await reported(ROWS_A_STATEMENT);
    }
    writing = write(packed);
    // Heard where it is waited for.
    writing.catch(() => undefined);
  }
  await writing;
}

async function insertRecords(tx: Tx, key: DirectoryKey, table: DirectoryTable, records: readonly object[], reported: Told): Promise<void> {
  const { name, columns } = TABLES[table];
  const place = { space_id: key.spaceId, directory_id: key.directoryId };
  const all = columnsNamed(['id', ...columns], JSON_COLUMNS, storableJson);
  for (let from = 0; from < records.length; from += ROWS_A_STATEMENT) {
    const some = records.slice(from, from + ROWS_A_STATEMENT);
    for (const insertion of insertions(name, all, some, { place, lossy: true })) await insertion.execute(tx);
    if (from + ROWS_A_STATEMENT < records.length) await reported(ROWS_A_STATEMENT);
  }
}

/** Characters as JSON writes them that no column holds: zero, and halves. */
const UNSTORABLE = /\\u(0000|d[89a-f])/;
function storable(records: readonly object[]): string {
  const packed = JSON.stringify(records);
  return UNSTORABLE.test(packed) ? storableJson(records) : packed;
}

async function updateRecords(
  tx: Tx,
  key: DirectoryKey,
  table: DirectoryTable,
  updates: DirectoryTableDiff['updated'],
  reported: Told,
): Promise<void> {
  const target = sql.table(TABLES[table].name);
  const fields = TABLES[table].columns.filter((column) => updates.some(({ after }) => column in after));
  if (!fields.length) return;
  const sets = sql.join(
    fields.map((field) => {
      const [ref, now] = [
        sql.ref(field),
        PARTIAL.has(field) ? sql`jsonb_strip_nulls(t.${sql.ref(field)} || p.${sql.ref(field)})` : sql`p.${sql.ref(field)}`,
      ];
      return sql`${ref} = case when j ? ${field} then ${now} else t.${ref} end`;
    }),
  );
  const pack = (some: readonly (typeof updates)[number][]): string => storable(some.map(({ id, after }) => ({ id, ...after })));
  await inPieces(updates, pack, reported, (packed) =>
    sql`update ${target} t set ${sets}
      from jsonb_array_elements(${packed}::jsonb) j cross join lateral jsonb_populate_record(null::${target}, j) p
      where ${keyed(key)} and t.id = p.id`.execute(tx),
  );
}

async function deleteRecords(tx: Tx, key: DirectoryKey, table: DirectoryTable, ids: number[]): Promise<void> {
  await sql`delete from ${sql.table(TABLES[table].name)} t where ${keyed(key)} and t.id = any(${ids})`.execute(tx);
}

/** Writes a diff of a directory; `progress` hears how far it is, 0…1, and may throw. */
export async function applyDiff(
  tx: Tx,
  key: DirectoryKey,
  diff: DirectoryDiff,
  progress?: (share: number) => Promise<void>,
): Promise<void> {
  const all = Object.values(diff).reduce((sum, { added, updated }) => sum + added.length + updated.length, 0);
  let done = 0;
  const reported: Told = async (count) => progress?.(Math.min(1, (done += count) / all));
  for (const table of [...ORDER].reverse()) {
    const removed = diff[table]?.removed ?? [];
    if (removed.length)
      await deleteRecords(
        tx,
        key,
        table,
        removed.map(({ id }) => id),
      );
  }
  for (const table of ORDER) {
    const change = diff[table];
    if (change?.added.length) await insertRecords(tx, key, table, change.added, reported);
    if (change?.updated.length) await updateRecords(tx, key, table, change.updated, reported);
  }
  // Without it the search for a code walks a directory that has just been filled.
  if ((diff.row?.added.length ?? 0) > 2000) await sql`analyze (skip_locked) directory_row`.execute(tx);
}

/** Copies everything that a directory holds into a new one of its space. */
export async function copyContent(tx: Tx, from: DirectoryKey, to: DirectoryKey): Promise<void> {
  for (const table of ORDER) {
    const { name, columns } = TABLES[table];
    const list = sql.join(['id', ...columns].map((column) => sql.ref(column)));
    await sql`insert into ${sql.table(name)} (space_id, directory_id, ${list})
      select space_id, ${to.directoryId}::bigint, ${list} from ${sql.table(name)} t where ${keyed(from)}`.execute(tx);
  }
}
