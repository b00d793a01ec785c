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

/** The command that stands for archiving that was given up; the program of its name does nothing, and does it well. */
export const GIVEN_UP = '/bin/true gantry';

/** SQL over `pg_stat_archiver`: whether the log of changes does not arrive where it is to be archived. */
export const ARCHIVE_FAILS = `(coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) or current_setting('archive_command', true) = '${GIVEN_UP}')`;
