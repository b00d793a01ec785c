import { entryOf } from '@gantry/domain';
import { hash } from 'node:crypto';
import type { BackedUpPerson } from './backups.manifest.rules.ts';
import { type RawBuilder, sql } from 'kysely';
import { noRest, type Rest } from '../../../platform/jobs/rest.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

/** Tables of a space that no backup holds: secrets, what is made anew, and what only the moment needs. All others are held, those of later releases too. */
export const LEFT_OUT =
  'access_token invitation license seat delegation session_visit push_device search_change search_entry search_lexeme space_lock hierarchy_change prepared_file storage_archive storage_upload storage_upload_part ' +
  'remote_consent import_proposal import_proposal_piece directory_upload directory_upload_piece ai_call job repeated_call audit audit_seal backup backup_job backup_repository';

/** Columns that name files; a restored space has copies of its own. */
export const FILE_COLUMNS = new Map([
  ['storage_blob', ['file_key', 'thumb_key', 'view_key']],
  ['bim_model_version', ['source_key', 'geometry_key']],
  ['report_form', ['file_key']],
]);

/** The key of a conversation of two: the numbers of both. */
const PEOPLE_KEY = 'people_key';
/** Columns that name people without a reference to their accounts; the others are known by it. */
const PERSON_COLUMNS: readonly (readonly [string, string])[] = [
  ['ai_proposal', 'author_id'],
  ['catalog_act', 'author_id'],
  ['chat', PEOPLE_KEY],
  ['directory_edit', 'undone_by'],
  ['node_grant', 'user_id'],
  ['resource', 'user_id'],
  ['resource', 'manager_id'],
  ['user_specialty', 'user_id'],
  ['version_edit', 'undone_by'],
];

/** The columns of each table that name people. */
export async function personColumns(db: Db): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.relname as table, a.attname as column from pg_constraint f join pg_class c on c.oid = f.conrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any(f.conkey)
    where f.contype = 'f' and f.confrelid = 'app_user'::regclass
      and exists (select from pg_attribute s where s.attrelid = c.oid and s.attname = 'space_id')`.execute(db);
  const found = new Map<string, string[]>();
  for (const [table, column] of [...rows.map((row) => [row.table, row.column] as const), ...PERSON_COLUMNS])
    found.set(table, [...(found.get(table) ?? []), column]);
  return found;
}

/** Everybody whom rows of a space name. People deleted since then have an id and no name. */
export async function listPeople(db: Db, spaceId: number, tables: readonly string[]): Promise<BackedUpPerson[]> {
  const named = [...(await personColumns(db))].flatMap(([table, columns]) =>
    tables.includes(table) ? columns.filter((column) => column !== PEOPLE_KEY).map((column) => ({ table, column })) : [],
  );
  const ids = named.map(
    ({ table, column }) =>
      sql`select distinct ${sql.ref(column)}::bigint as id from ${sql.table(table)} where space_id = ${sql.lit(spaceId)}`,
  );
  const { rows } = await sql<BackedUpPerson>`
    select named.id, coalesce(u.login, '') as login, coalesce(u.email, '') as email, coalesce(u.first_name, '') as first_name,
      coalesce(u.last_name, '') as last_name
    from (${sql.join(ids, sql` union `)}) named left join app_user u on u.id = named.id where named.id is not null order by named.id`.execute(
    db,
  );
  return rows;
}

/** Largest id that a file may bring: ids given later must still be exact numbers. */
const GREATEST_ID = 2 ** 40;

/** Advances sequences past the ids of restored rows; false where an id exceeds the bound. */
export async function advanceNumbers(db: Db, spaceId: number): Promise<boolean> {
  const { rows } = await sql<{ table: string; column: string; sequence: string }>`
    select c.relname as table, a.attname as column, coalesce(pg_get_serial_sequence(c.oid::regclass::text, a.attname),
      split_part(pg_get_expr(d.adbin, d.adrelid), '''', 2)) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all (string_to_array(${LEFT_OUT}, ' '))
      and (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like 'nextval%')
      and exists (select from pg_attribute s where s.attrelid = c.oid and s.attname = 'space_id')`.execute(db);
  for (const { table, column, sequence } of rows) {
    const { rows: found } = await sql<{ most: number | null }>`
      select max(${sql.ref(column)}) as most from ${sql.table(table)} where space_id = ${spaceId}`.execute(db);
    const most = found[0].most;
    if (most === null) continue;
    if (most > GREATEST_ID) return false;
    await sql`select setval(${sequence}::regclass, greatest(${most}, nextval(${sequence}::regclass)))`.execute(db);
  }
  return true;
}

export type Column = { name: string; type: string; required: boolean };
export type TableShape = { name: string; columns: Column[]; key: string[]; refersTo: string[] };

/** The tables that backups hold, each after those that it refers to. */
export async function listTables(db: Db): Promise<TableShape[]> {
  const { rows } = await sql<TableShape>`
    select c.relname as name,
      (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
         'required', a.attnotnull and not a.atthasdef and a.attidentity = '') order by a.attnum)
       from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attname <> 'space_id') as columns,
      (select jsonb_agg(a.attname order by k.place) from pg_index i, unnest(i.indkey::int2[]) with ordinality k (number, place), pg_attribute a
       where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = k.number and a.attname <> 'space_id') as key,
      coalesce((select jsonb_agg(distinct p.relname) from pg_constraint f join pg_class p on p.oid = f.confrelid
       where f.conrelid = c.oid and f.contype = 'f' and p.oid <> c.oid), '[]') as "refersTo"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all (string_to_array(${LEFT_OUT}, ' '))
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'space_id' and not a.attisdropped)
    order by c.relname`.execute(db);
  return inOrder(rows.map((row) => ({ ...row, key: row.key ?? [] })));
}

function inOrder(tables: readonly TableShape[]): TableShape[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const ordered = new Set<TableShape>();
  const take = (table: TableShape, path: ReadonlySet<string>): void => {
    if (ordered.has(table) || path.has(table.name)) return;
    for (const name of table.refersTo) {
      const before = byName.get(name);
      if (before) take(before, new Set([...path, table.name]));
    }
    ordered.add(table);
  };
  for (const table of tables) take(table, new Set());
  return [...ordered];
}

/** Texts of values are the same wherever they are written and read. */
export async function fixTexts(db: Db): Promise<void> {
  await sql`set local timezone = 'UTC'`.execute(db);
  await sql`set local datestyle = 'ISO, YMD'`.execute(db);
  await sql`set local bytea_output = 'hex'`.execute(db);
  await sql`set local statement_timeout = 0`.execute(db);
  await sql`set local idle_in_transaction_session_timeout = '60min'`.execute(db);
}

/** Ids of people here by their ids in the file, and the columns of a table that name people. */
export type Renamed = { columns: readonly string[]; ids: ReadonlyMap<string, string> };

/** A column's text with the ids of people in the file replaced by their ids here. */
function renamedIn({ columns, ids }: Renamed, name: string, text: RawBuilder<unknown>): RawBuilder<unknown> {
  if (!columns.includes(name)) return text;
  const known = JSON.stringify(Object.fromEntries(ids));
  if (name !== PEOPLE_KEY) return sql`(${known}::jsonb ->> ${text})`;
  return sql`(select string_agg(coalesce(${known}::jsonb ->> one, '0'), ',' order by coalesce(${known}::jsonb ->> one, '0')::bigint)
    from unnest(string_to_array(${text}, ',')) one)`;
}

const textOf = (name: string): RawBuilder<unknown> => sql`${sql.ref(name)}::text`;
const lineOf = (columns: readonly string[], renamed: Renamed | null = null) =>
  sql`json_build_array(${sql.join(columns.map((name) => (renamed ? renamedIn(renamed, name, textOf(name)) : textOf(name))))})::text`;

export type Sum = { rows: number; hash: string };

/** How many rows a table has in a space, and a sum of them that no order changes; without columns that name files. */
export async function sumTable(
  db: Db,
  spaceId: number,
  table: string,
  columns: readonly string[],
  renamed: Renamed | null = null,
): Promise<Sum> {
  const summed = columns.filter((name) => !FILE_COLUMNS.get(table)?.includes(name));
  const { rows } = await sql<Sum>`
    select count(*) as rows, coalesce(sum(('x' || substr(md5(${lineOf(summed, renamed)}), 1, 15))::bit(60)::bigint), 0)::text as hash
    from ${sql.table(table)} where space_id = ${spaceId}`.execute(db);
  return rows[0];
}

/**
 * How many rows each version of a table of versions has, and a sum of where each of them stands and of the transaction that wrote it: any
 * change makes another one, also one that no revision tells of. It says nothing of another database.
 */
export async function listStates(db: Db, spaceId: number, table: string): Promise<{ version: string; rows: number; state: string }[]> {
  const { rows } = await sql<{ version: string; rows: number; state: string }>`
    select version_id::text as version, count(*) as rows,
      (select system_identifier from pg_control_system()) || ' ' || sum(hashtextextended(ctid::text || xmin::text, 0)) as state
    from ${sql.table(table)} where space_id = ${spaceId} group by version_id order by version_id`.execute(db);
  return rows;
}

/** A sum of lines as `sumTable` makes it in the database: of as many bits of each as a `bit(60)` holds, in two parts that numbers hold exactly. */
export function sumOfLines(lines: readonly string[]): bigint {
  let [high, low] = [0, 0];
  for (const line of lines) {
    const digest = hash('md5', line, 'buffer');
    high += digest.readUInt32BE(0);
    low += digest.readUInt32BE(4) >>> 4;
  }
  return (BigInt(high) << 28n) + BigInt(low);
}

/** Rows that one fetch brings, the length of a line that comes with them, and how many bytes of longer lines come together. */
const [FETCHED, SHORT_LINE_BYTES, LONG_LINES_BYTES] = [2000, 2048, 4 * 1024 * 1024];

/** Lines of JSON of rows that follow each other, each a list of texts; of a table of versions those of one of them. */
export type Lines = { version: string | null; lines: string[] };

/** A row as the cursor names it: with its line, or with the bytes and the place of a long one. */
type Fetched = { version: string | null; line: string | null; bytes: number; place: string };

/** Yields rows of a table in the order of its key and holds a few megabytes, or one row, in memory. `versions`: rows of these versions only. */
export async function* linesOf(
  db: Db,
  spaceId: number,
  { name, columns, key }: TableShape,
  versions: readonly string[] | null = null,
  rest: Rest = noRest,
): AsyncGenerator<Lines> {
  const among = versions === null ? sql`` : sql`and version_id in (${sql.join(versions.map((one) => sql.lit(Number(one))))})`;
  const order = key.length ? sql`order by ${sql.join(key.map((column) => sql.ref(column)))}` : sql``;
  const line = lineOf(columns.map((column) => column.name));
  const version = versions === null ? sql`null::text` : sql`version_id::text`;
  const short = sql`octet_length(line) <= ${sql.lit(SHORT_LINE_BYTES)}`;
  // A cursor takes no parameters. `offset 0` keeps the subquery apart, so that the database builds each line once.
  await sql`declare backup_rows no scroll cursor for
    select version, case when ${short} then line end as line, case when ${short} then 0 else octet_length(line) end as bytes,
      case when ${short} then '' else place::text end as place
    from (select ${line} as line, ${version} as version, ctid as place from ${sql.table(name)}
      where space_id = ${sql.lit(spaceId)} ${among} ${order} offset 0) kept`.execute(db);
  const fetch = () => rest.beside(sql<Fetched>`fetch ${sql.lit(FETCHED)} from backup_rows`.execute(db));
  const longLines = async (places: readonly string[]) => {
    const { rows } = await sql<{ place: string; line: string }>`select ctid::text as place, ${line} as line from ${sql.table(name)}
      where space_id = ${spaceId} and ctid = any(${places}::tid[])`.execute(db);
    return new Map(rows.map((row) => [row.place, row.line]));
  };
  for (let next = fetch(); ;) {
    const { rows } = await next;
    // The database makes the next lines while these are packed.
    if (rows.length === FETCHED) next = fetch();
    next.catch(() => undefined);
    for (let from = 0, to = 0; from < rows.length; from = to) {
      to = endOf(rows, from);
      const some = rows.slice(from, to);
      const places = some.flatMap((row) => (row.line === null ? [row.place] : []));
      const long = places.length ? await longLines(places) : new Map<string, string>();
      yield { version: rows[from].version, lines: some.map((row) => row.line ?? entryOf(long, row.place)) };
    }
    if (rows.length < FETCHED) break;
  }
  await sql`close backup_rows`.execute(db);
}

/** Where rows of one version end whose long lines are fetched together. */
function endOf(rows: readonly Fetched[], from: number): number {
  let to = from + 1;
  for (let { bytes } = rows[from]; to < rows.length && rows[to].version === rows[from].version; to += 1) {
    bytes += rows[to].bytes;
    if (bytes > LONG_LINES_BYTES) break;
  }
  return to;
}

/** Keys that one fetch brings. */
const KEYS_FETCHED = 10_000;

/** Yields the keys of all files that rows of a space name, each once, in the order of their bytes. */
export async function* fileKeysOf(db: Db, spaceId: number): AsyncGenerator<string[]> {
  const space = sql.lit(spaceId);
  const named = [...FILE_COLUMNS].map(
    ([table, columns]) =>
      sql`select unnest(array[${sql.join(columns.map((name) => sql.ref(name)))}]) as key from ${sql.table(table)} where space_id = ${space}`,
  );
  await sql`declare backup_keys no scroll cursor for
    select key from (${sql.join(named, sql` union `)}) named where key is not null order by key collate "C"`.execute(db);
  for (let isLast = false; !isLast;) {
    const { rows } = await sql<{ key: string }>`fetch ${sql.lit(KEYS_FETCHED)} from backup_keys`.execute(db);
    yield rows.map(({ key }) => key);
    isLast = rows.length < KEYS_FETCHED;
  }
  await sql`close backup_keys`.execute(db);
}

/** Where rows that come from outside wait until all of them are there. */
export const openStage = async (tx: Tx): Promise<void> =>
  void (await sql`create temporary table backup_stage (line jsonb) on commit drop`.execute(tx));

/** Adds the rows of a text, one a line. The database takes it apart: a list of lines would be so many objects here. */
export const stage = async (tx: Tx, lines: string): Promise<void> =>
  void (await sql`insert into backup_stage select line::jsonb from string_to_table(${lines}, ${'\n'}) line`.execute(tx));

/**
 * Takes what waits into a table of a space, and empties the stage. Types, rules of the table and row-level security look at each row. With a
 * salt files have other keys, each the sum of it and the former one (`keyIn`).
 */
export async function unstage(
  tx: Tx,
  spaceId: number,
  table: string,
  columns: readonly Column[],
  salt: string | null,
  renamed: Renamed | null = null,
): Promise<void> {
  const named = FILE_COLUMNS.get(table) ?? [];
  const values = columns.map(({ name, type }, index) => {
    const text = sql`(line ->> ${sql.lit(index)})`;
    return salt !== null && named.includes(name)
      ? sql`md5(${salt} || ${text})::uuid::text`
      : sql`${renamed ? renamedIn(renamed, name, text) : text}::${sql.raw(type)}`;
  });
  // Some numbers are the database's alone to give, but for rows that had theirs.
  await sql`insert into ${sql.table(table)} (${sql.join([sql.ref('space_id'), ...columns.map(({ name }) => sql.ref(name))])})
    overriding system value select ${sql.join([sql`${spaceId}::bigint`, ...values])} from backup_stage`.execute(tx);
  await sql`truncate backup_stage`.execute(tx);
}

/** The last migration of this database: what form its tables have. */
export async function schemaName(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from migration order by name desc limit 1`.execute(db);
  return rows[0].name;
}
