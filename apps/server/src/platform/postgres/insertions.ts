import { CompiledQuery, type QueryExecutorProvider, type QueryResult, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import type { Tx } from './database.ts';

/** Most parameters of one statement: the protocol counts them in two bytes. */
const MOST_PARAMETERS = 65_535;
/** Larger statements are parsed no faster by the row. */
const MOST_ROWS = 1000;

/** Rows in blocks that one `insert … values` holds; `columns` is how many values a row has. */
export function* inBlocks<R>(rows: readonly R[], columns: number): Generator<R[]> {
  const size = Math.min(MOST_ROWS, Math.floor(MOST_PARAMETERS / columns));
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size);
}

/** A column, and its value in a row. */
export type Column<R> = { name: string; of(row: R): unknown };

/** Columns whose fields bear their names; those of `json` are written by `toJson`. */
export const columnsNamed = (names: readonly string[], json: readonly string[] = [], toJson = JSON.stringify): Column<object>[] =>
  names.map((name) => {
    const valueOf = (row: object): unknown => (row as Record<string, unknown>)[name];
    if (!json.includes(name)) return { name, of: valueOf };
    return { name, of: (row) => (valueOf(row) === null || valueOf(row) === undefined ? null : toJson(valueOf(row))) };
  });

/** What is common to the rows of an insertion: their place, how its statements end, and whether what no column can hold is replaced. */
export type About = { place: Readonly<Record<string, unknown>>; ending?: string; lossy?: boolean };

export type Insertion<T = unknown> = {
  execute(tx: QueryExecutorProvider): Promise<QueryResult<T>>;
  /** The same as a part of another statement; slower where it has many rows. */
  fragment(): RawBuilder<unknown>;
};

/**
 * Statements that insert rows as `insert … values`: a distributed PostgreSQL sends each row to the server of its space, where it refuses
 * `insert … select` under row-level security. Columns that no row of a block fills are left to their defaults. Throws `Unstorable`.
 */
export function* insertions<R, T = unknown>(
  table: string,
  columns: readonly Column<R>[],
  rows: readonly R[],
  { place, ending = '', lossy = false }: About,
): Generator<Insertion<T>> {
  const placed = Object.keys(place);
  for (const some of inBlocks(rows, placed.length + columns.length)) {
    const values = columns.map(({ of }) => some.map((row) => asParameter(of(row), lossy)));
    const used = columns.flatMap((_, at) => (values[at].some((value) => value !== null) ? [at] : []));
    const names = [...placed, ...used.map((at) => columns[at].name)];
    const lines = some.map((_, row) => [...Object.values(place), ...used.map((at) => values[at][row])]);
    yield {
      execute(tx) {
        const parameters: unknown[] = [];
        const tuples = lines.map((line) => `(${line.map((value) => `$${parameters.push(value)}`).join(',')})`);
        const list = names.map((name) => pg.escapeIdentifier(name)).join(',');
        const text = `insert into ${pg.escapeIdentifier(table)} (${list}) values ${tuples.join(',')} ${ending}`;
        return tx.getExecutor().executeQuery(CompiledQuery.raw(text, parameters));
      },
      fragment: () => sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
        values ${sql.join(lines.map((line) => sql`(${sql.join(line)})`))} ${sql.raw(ending)}`,
    };
  }
}

/** Text that no column holds: NUL characters are refused by PostgreSQL, lone surrogates would become other characters. */
export class Unstorable extends Error {
  readonly code = '22021';
}

function asParameter(value: unknown, lossy: boolean): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map((one) => asParameter(one, lossy));
  if (typeof value !== 'string') return value ?? null;
  if (value.isWellFormed() && !(lossy && value.includes('\0'))) return value;
  if (!lossy) throw new Unstorable('a text has half a character');
  return value.toWellFormed().replaceAll('\0', '\ufffd');
}

/** A table that grew by more than this share has statistics that mislead. */
const GROWTH = 0.2;

/**
 * Renews the statistics of a table that has just grown much, inside the transaction. Without it the foreign key checks at
 * commit may choose an index that walks the whole version, or space, for every row. They read the columns of its indexes alone; the
 * wide ones are sampled by the database when it is idle.
 */
export async function renewStatistics(tx: Tx, table: string, added: number): Promise<void> {
  const { rows } = await sql<{ known: number; indexed: string[] }>`
    select greatest(reltuples, 0)::bigint as known,
      array(select attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and exists (
        select 1 from pg_index i where i.indrelid = c.oid and a.attnum = any(i.indkey))) as indexed
    from pg_class c where oid = ${table}::regclass`.execute(tx);
  const [{ known, indexed }] = rows;
  if (added > 200 && added > known * GROWTH)
    await sql`analyze (skip_locked) ${sql.table(table)} (${sql.join(indexed.map((column) => sql.ref(column)))})`.execute(tx);
}
