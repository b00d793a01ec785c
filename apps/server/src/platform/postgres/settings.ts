import { type QueryExecutorProvider, sql } from 'kysely';
import pg from 'pg';

/**
 * The statements that set values until the transaction ends, in one text. Statements of this form reach the workers of a distributed
 * PostgreSQL too; the function set_config does not.
 */
export const setLocal = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `set local ${name} = ${pg.escapeLiteral(value)}`)
    .join('; ');

/** Sets values until the transaction ends. */
export async function setForTransaction(db: QueryExecutorProvider, settings: Record<string, string>): Promise<void> {
  await sql.raw(setLocal(settings)).execute(db);
}
