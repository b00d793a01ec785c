import { sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

/** A file that arrives in parts. */
export type Upload = Pick<
  Row<'storage_upload'>,
  'key' | 'node_id' | 'row_id' | 'name' | 'client_key' | 'length' | 'received' | 'item_id' | 'import' | 'job_id'
>;
type Own = { spaceId: number; userId: number };

const COLUMNS = ['key', 'node_id', 'row_id', 'name', 'client_key', 'length', 'received', 'item_id', 'import', 'job_id'] as const;

export async function saveUpload(tx: Tx, { spaceId, userId }: Own, upload: Omit<Upload, 'received' | 'item_id' | 'job_id'>): Promise<void> {
  await tx
    .insertInto('storage_upload')
    .values({ ...upload, import: upload.import === null ? null : JSON.stringify(upload.import), space_id: spaceId, user_id: userId })
    .execute();
}

/** An upload of this person, by its key. */
export async function findUpload(db: Db, { spaceId, userId }: Own, key: string): Promise<Upload | null> {
  const row = await db
    .selectFrom('storage_upload')
    .select(COLUMNS)
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row ?? null;
}

/** Bytes that unfinished uploads of the space have announced. */
export async function announcedBytes(db: Db, spaceId: number): Promise<number> {
  const { rows } = await sql<{ announced: number }>`
    select coalesce(sum(length), 0)::bigint as announced from storage_upload where space_id = ${spaceId} and item_id is null and job_id is null`.execute(
    db,
  );
  return rows[0].announced;
}

/** Moves an upload on from one position to another; false where it stands elsewhere, because the same part came twice. */
export async function moveUpload(
  tx: Tx,
  spaceId: number,
  key: string,
  { from, to, itemId = null, jobId = null }: { from: number; to: number; itemId?: number | null; jobId?: number | null },
): Promise<boolean> {
  const row = await tx
    .updateTable('storage_upload')
    .set({ received: to, item_id: itemId, job_id: jobId, changed_at: sql<Date>`now()` })
    .where('space_id', '=', spaceId)
    .where('key', '=', key)
    .where('received', '=', from)
    .where('item_id', 'is', null)
    .where('job_id', 'is', null)
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}

export async function savePart(tx: Tx, spaceId: number, key: string, part: { starts_at: number; file_key: string }): Promise<void> {
  await tx
    .insertInto('storage_upload_part')
    .values({ ...part, space_id: spaceId, upload_key: key })
    .execute();
}

/** Where the parts of an upload lie, in their order. */
export async function listParts(db: Db, spaceId: number, key: string): Promise<string[]> {
  const rows = await db
    .selectFrom('storage_upload_part')
    .select('file_key')
    .where('space_id', '=', spaceId)
    .where('upload_key', '=', key)
    .orderBy('starts_at')
    .execute();
  return rows.map(({ file_key }) => file_key);
}

/** Where the parts of all uploads of a space lie. */
export async function listAllParts(db: Db, spaceId: number): Promise<string[]> {
  const rows = await db.selectFrom('storage_upload_part').select('file_key').where('space_id', '=', spaceId).execute();
  return rows.map(({ file_key }) => file_key);
}

/** Forgets the parts of an upload. */
export async function forgetParts(tx: Tx, spaceId: number, key: string): Promise<void> {
  await tx.deleteFrom('storage_upload_part').where('space_id', '=', spaceId).where('upload_key', '=', key).execute();
}

export async function forgetUpload(tx: Tx, spaceId: number, key: string): Promise<void> {
  await tx.deleteFrom('storage_upload').where('space_id', '=', spaceId).where('key', '=', key).execute();
}

/** Forgets uploads that nothing was added to for a day; answers where their parts lie. */
export async function sweepUploads(tx: Tx, spaceId: number): Promise<string[]> {
  const { rows } = await sql<{ file_key: string }>`
    with old as (select key from storage_upload where space_id = ${spaceId} and changed_at < now() - interval '1 day' for update skip locked)
    delete from storage_upload_part p using old where p.space_id = ${spaceId} and p.upload_key = old.key returning p.file_key`.execute(tx);
  await sql`
    delete from storage_upload u where u.space_id = ${spaceId} and u.changed_at < now() - interval '1 day'
      and not exists (select 1 from storage_upload_part p where p.space_id = u.space_id and p.upload_key = u.key)`.execute(tx);
  return rows.map(({ file_key }) => file_key);
}
