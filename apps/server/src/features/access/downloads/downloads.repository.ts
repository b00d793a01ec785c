import { sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

export type PreparedFile = Omit<Row<'prepared_file'>, 'space_id' | 'expires_at'>;

const KEPT_HOURS = 24;

export async function savePreparedFile(tx: Tx, spaceId: number, file: PreparedFile): Promise<void> {
  await tx
    .insertInto('prepared_file')
    .values({ ...file, space_id: spaceId, expires_at: sql<Date>`now() + make_interval(hours => ${KEPT_HOURS})` })
    .execute();
}

/** A file of a person that is still kept. */
export async function findPreparedFile(db: Db, spaceId: number, userId: number, key: string): Promise<PreparedFile | null> {
  const row = await db
    .selectFrom('prepared_file')
    .select(['key', 'user_id', 'stored_key', 'name', 'media_type', 'bytes'])
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row ?? null;
}

/** Deletes expired downloads of a space; returns their storage keys. */
export async function deleteExpiredFiles(tx: Tx, spaceId: number): Promise<string[]> {
  const rows = await tx
    .deleteFrom('prepared_file')
    .where('space_id', '=', spaceId)
    .where('expires_at', '<=', sql<Date>`now()`)
    .returning('stored_key')
    .execute();
  return rows.map(({ stored_key }) => stored_key);
}

/** Forgets all files prepared in a space; answers where they are stored. */
export async function deleteFilesOf(tx: Tx, spaceId: number): Promise<string[]> {
  const rows = await tx.deleteFrom('prepared_file').where('space_id', '=', spaceId).returning('stored_key').execute();
  return rows.map(({ stored_key }) => stored_key);
}
