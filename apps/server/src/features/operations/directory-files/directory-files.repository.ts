import type { DirectoryUpload, DirectoryUploadRule } from '@gantry/contract';
import { sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import type { Accepted, KeptLines } from './directory-files.kept.service.ts';
import type { Piece } from './directory-files.pieces.service.ts';

/** The stored summary of a proposal without its lines. */
export type UploadSummary = Pick<DirectoryUpload, 'counts' | 'columns' | 'key' | 'findings'> & {
  name: string;
  kind: string;
  assignment: DirectoryUpload['assignment'];
};

export type UploadRow = Pick<Row<'directory_upload'>, 'id' | 'node_id' | 'directory_id' | 'author_id' | 'revision' | 'file_name'> & {
  summary: UploadSummary;
};

type Key = { spaceId: number; uploadId: number };

export async function saveUpload(
  tx: Tx,
  spaceId: number,
  upload: Omit<UploadRow, 'id'> & { content: Uint8Array; pieces: readonly Piece[] },
): Promise<number> {
  const { content, summary, pieces, ...about } = upload;
  const { id } = await tx
    .insertInto('directory_upload')
    .values({ ...about, space_id: spaceId, summary: JSON.stringify(summary), content: Buffer.from(content), accepted: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (let from = 0; from < pieces.length; from += PIECES_A_STATEMENT) {
    const some = pieces.slice(from, from + PIECES_A_STATEMENT);
    await tx
      .insertInto('directory_upload_piece')
      .values(some.map(({ content: bytes, ...piece }) => ({ ...piece, space_id: spaceId, upload_id: id, content: Buffer.from(bytes) })))
      .execute();
  }
  return id;
}

const PIECES_A_STATEMENT = 100;

/** Deletes earlier proposals of a person at a node, except one being accepted. */
export async function deleteUploadsOf(tx: Tx, spaceId: number, nodeId: number, authorId: number): Promise<void> {
  await tx
    .deleteFrom('directory_upload')
    .where('space_id', '=', spaceId)
    .where('node_id', '=', nodeId)
    .where('author_id', '=', authorId)
    .where((is) => is.or([is('accepted', 'is', null), is('created_at', '<', sql<Date>`now() - interval '1 day'`)]))
    .execute();
}

const KEPT_DAYS = 30;

/** Deletes up to so many proposals that are old, whatever became of them. */
export const deleteOldUploads = (most: number) => sql`
  delete from directory_upload where (space_id, id) in (select space_id, id from directory_upload
    where created_at < now() - make_interval(days => ${KEPT_DAYS}) limit ${most} for update skip locked)`;

export async function findUpload(db: Db, spaceId: number, id: number): Promise<UploadRow | null> {
  const row = await db
    .selectFrom('directory_upload')
    .select(['id', 'node_id', 'directory_id', 'author_id', 'revision', 'file_name', 'summary'])
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .where('accepted', 'is', null)
    .executeTakeFirst();
  return (row as UploadRow | undefined) ?? null;
}

/** What the lines of a proposal are read with, packed. */
export async function readContent(db: Db, { spaceId, uploadId }: Key): Promise<Buffer | null> {
  const row = await db
    .selectFrom('directory_upload')
    .select('content')
    .where('space_id', '=', spaceId)
    .where('id', '=', uploadId)
    .executeTakeFirst();
  return row?.content ?? null;
}

/** Packed lines of one part, all or those that a page needs. */
export async function readPieces(
  db: Db,
  { spaceId, uploadId }: Key,
  part: keyof KeptLines,
  page?: { offset: number; limit: number },
): Promise<{ place: number; content: Buffer }[]> {
  let query = db
    .selectFrom('directory_upload_piece')
    .select(['place', 'content'])
    .where('space_id', '=', spaceId)
    .where('upload_id', '=', uploadId)
    .where('part', '=', part);
  if (page)
    query = query.where('place', '<', page.offset + page.limit).where((is) => is(is('place', '+', is.ref('lines')), '>', page.offset));
  return query.orderBy('place').execute();
}

/** Locks a proposal that has not been accepted yet; false when there is none. */
export async function lockUpload(tx: Tx, { spaceId, uploadId }: Key): Promise<boolean> {
  const row = await tx
    .selectFrom('directory_upload')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('id', '=', uploadId)
    .where('accepted', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the accepted part of a proposal. */
export async function markAccepted(tx: Tx, { spaceId, uploadId }: Key, accepted: Accepted): Promise<void> {
  await tx
    .updateTable('directory_upload')
    .set({ accepted: JSON.stringify(accepted) })
    .where('space_id', '=', spaceId)
    .where('id', '=', uploadId)
    .execute();
}

/** The accepted part of a proposal; null without one. */
export async function readAccepted(db: Db, { spaceId, uploadId }: Key): Promise<Accepted | null> {
  const row = await db
    .selectFrom('directory_upload')
    .select('accepted')
    .where('space_id', '=', spaceId)
    .where('id', '=', uploadId)
    .executeTakeFirst();
  return (row?.accepted as Accepted | null | undefined) ?? null;
}

export async function deleteUpload(tx: Tx, { spaceId, uploadId }: Key): Promise<void> {
  await tx.deleteFrom('directory_upload').where('space_id', '=', spaceId).where('id', '=', uploadId).execute();
}

type RuleRow = Pick<Row<'directory_upload_rule'>, 'id' | 'name' | 'rule'>;

export async function listRules(db: Db, spaceId: number, directoryId: number): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    select id, name, rule from directory_upload_rule
    where space_id = ${spaceId} and directory_id = ${directoryId} order by lower(name), id`.execute(db);
  return rows;
}

export async function saveRule(tx: Tx, spaceId: number, directoryId: number, name: string, rule: DirectoryUploadRule): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into directory_upload_rule (space_id, directory_id, name, rule) values (${spaceId}, ${directoryId}, ${name}, ${JSON.stringify(rule)}::jsonb)
    on conflict (space_id, directory_id, lower(name)) do update set name = excluded.name, rule = excluded.rule returning id`.execute(tx);
  return rows[0].id;
}

export async function deleteRule(tx: Tx, spaceId: number, directoryId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('directory_upload_rule')
    .where('space_id', '=', spaceId)
    .where('directory_id', '=', directoryId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
