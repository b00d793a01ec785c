import type { DirectoryUpload, DirectoryUploadRule } from '@gantry/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database.ts';

/** What is kept of a proposal beside its lines. */
export type UploadSummary = Pick<DirectoryUpload, 'counts' | 'columns' | 'key' | 'findings'> & {
  name: string;
  kind: string;
  assignment: DirectoryUpload['assignment'];
};

export type UploadRow = {
  id: number;
  node_id: number;
  directory_id: number | null;
  author_id: number;
  revision: number;
  file_name: string;
  summary: UploadSummary;
};

export async function saveUpload(tx: Tx, spaceId: number, upload: Omit<UploadRow, 'id'> & { content: Uint8Array }): Promise<number> {
  const { content, summary, ...about } = upload;
  const { id } = await tx
    .insertInto('directory_upload')
    .values({ ...about, space_id: spaceId, summary: JSON.stringify(summary), content: Buffer.from(content) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Forgets what somebody proposed at a node before. */
export async function deleteUploadsOf(tx: Tx, spaceId: number, nodeId: number, authorId: number): Promise<void> {
  await tx
    .deleteFrom('directory_upload')
    .where('space_id', '=', spaceId)
    .where('node_id', '=', nodeId)
    .where('author_id', '=', authorId)
    .execute();
}

export async function findUpload(db: Db, spaceId: number, id: number): Promise<UploadRow | null> {
  const row = await db
    .selectFrom('directory_upload')
    .select(['id', 'node_id', 'directory_id', 'author_id', 'revision', 'file_name', 'summary'])
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return (row as UploadRow | undefined) ?? null;
}

export async function readContent(db: Db, spaceId: number, id: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom('directory_upload')
    .select('content')
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.content ?? null;
}

export async function deleteUpload(tx: Tx, spaceId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('directory_upload')
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

type RuleRow = { id: number; name: string; rule: DirectoryUploadRule };

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
