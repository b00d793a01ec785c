import pg from 'pg';

/** Rows that travel at once. */
const FETCHED = 2000;
/** Texts of values are the same whichever major version writes or reads them. */
const SAME_TEXTS = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex'; set extra_float_digits = 1; set statement_timeout = 0`;

/** A table of both databases, and what it holds. */
type Table = { name: string; columns: string[]; all: string };
export type Copied = { tables: number; rows: number };

/** Why a database is not copied: a sentence for the operator. */
export class NotCopied extends Error {}

/**
 * Copies all tables of one database of Gantry into another one that this release has just migrated and nobody uses, whichever major versions
 * of PostgreSQL they have, and compares a sum of each table. All of it is one transaction at each end. Rejects with a NotCopied where the
 * source is of another release, its reader is bound by row-level security, or a table differs. Both connections are a superuser's.
 */
export async function copyDatabase(source: pg.ClientConfig, target: pg.ClientConfig): Promise<Copied> {
  const [from, to] = [new pg.Client(source), new pg.Client(target)];
  try {
    await from.connect();
    await to.connect();
    await from.query(`${SAME_TEXTS}; begin isolation level repeatable read read only`);
    // No trigger fires and no reference is looked at: what was right in the source is right here.
    await to.query(`${SAME_TEXTS}; set session_replication_role = replica; begin`);
    const tables = await sameTables(from, to);
    await to.query(`truncate ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')}`);
    let rows = 0;
    for (const table of tables) {
      await copyTable(from, to, table);
      const [before, after] = [await sumOf(from, table), await sumOf(to, table)];
      if (before.hash !== after.hash) throw new NotCopied(`The table ${table.name} has other rows in the new database.`);
      rows += Number(before.rows);
    }
    await copySequences(from, to);
    await to.query('commit');
    await to.query('analyze');
    return { tables: tables.length, rows };
  } finally {
    await from.end().catch(() => undefined);
    await to.end().catch(() => undefined);
  }
}

async function sameTables(from: pg.Client, to: pg.Client): Promise<Table[]> {
  const { rows: reader } = await from.query<{ free: boolean; migrated: boolean }>(
    `select rolsuper or rolbypassrls as free, to_regclass('public.migration') is not null as migrated from pg_roles where rolname = current_user`,
  );
  if (!reader[0].free) throw new NotCopied('Rows of others are hidden from this user: name a superuser of the old database.');
  if (!reader[0].migrated) throw new NotCopied('There is no database of Gantry at that address.');
  const [old, now] = [await migrationsOf(from), await migrationsOf(to)];
  const lacking = now.filter((name) => !old.includes(name)).length;
  if (lacking) throw new NotCopied(`The old database lacks ${lacking} migrations: start this release on it once, then copy it.`);
  if (old.length > now.length) throw new NotCopied('The old database is of a later release than this one.');
  const [there, here] = [await listTables(from), await listTables(to)];
  const differs = here.find((table, at) => JSON.stringify(table) !== JSON.stringify(there[at]));
  if (differs || there.length !== here.length)
    throw new NotCopied(`The table ${differs?.name ?? there.at(-1)?.name} has another form in the old database.`);
  return here;
}

async function migrationsOf(client: pg.Client): Promise<string[]> {
  return (await client.query<{ name: string }>('select name from migration order by name')).rows.map(({ name }) => name);
}

async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns,
       string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum) as all
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     group by c.oid, c.relname order by c.relname collate "C"`,
  );
  return rows;
}

/** Rows travel as texts of whole rows: every type says itself as its own reader takes it. */
async function copyTable(from: pg.Client, to: pg.Client, { name, columns }: Table): Promise<void> {
  const table = pg.escapeIdentifier(name);
  const names = columns.map((column) => pg.escapeIdentifier(column));
  await from.query(`declare moved no scroll cursor for select t::text as line from ${table} t`);
  for (;;) {
    const { rows } = await from.query<{ line: string }>(`fetch ${FETCHED} from moved`);
    if (rows.length)
      await to.query(
        `insert into ${table} (${names.join(', ')}) overriding system value
         select ${names.map((column) => `(r).${column}`).join(', ')} from (select line::${table} as r from unnest($1::text[]) line offset 0) taken`,
        [rows.map(({ line }) => line)],
      );
    if (rows.length < FETCHED) break;
  }
  await from.query('close moved');
}

async function sumOf(client: pg.Client, { name }: Table): Promise<{ rows: string; hash: string }> {
  const { rows } = await client.query<{ rows: string; hash: string }>(
    `select count(*)::text as rows, count(*) || ' ' || coalesce(sum(('x' || substr(md5(t::text), 1, 15))::bit(60)::bigint), 0) as hash
     from ${pg.escapeIdentifier(name)} t`,
  );
  return rows[0];
}

async function copySequences(from: pg.Client, to: pg.Client): Promise<void> {
  const { rows } = await from.query<{ name: string; last: string | null }>(
    `select quote_ident(sequencename) as name, last_value::text as last from pg_sequences where schemaname = 'public'`,
  );
  for (const { name, last } of rows) if (last !== null) await to.query('select setval($1::regclass, $2)', [name, last]);
}
