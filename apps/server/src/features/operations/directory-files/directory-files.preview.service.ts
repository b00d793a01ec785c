import type { DirectoryUpload, DirectoryUploadPart } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { revisionOf } from '../../catalog/directories/directories.service.ts';
import { type KeptAbout, type KeptLines, showLines } from './directory-files.kept.service.ts';
import { unpack } from './directory-files.pieces.service.ts';
import { deleteUpload, findUpload, readContent, readPieces, type UploadRow } from './directory-files.repository.ts';

/** The proposal of the caller at a node, or a refusal. */
export async function uploadOf(context: Context, db: Db, epsId: number, id: number): Promise<UploadRow> {
  const row = await findUpload(db, context.spaceId, id);
  if (!row || row.node_id !== epsId || row.author_id !== context.userId) fail('directory_upload.not_found', { id });
  return row;
}

/** Name and revision of the directory of a proposal as they are now; null where it is to be made. */
export const headNow = (context: Context, db: Db, { directory_id }: Pick<UploadRow, 'directory_id'>) =>
  directory_id === null ? null : revisionOf(context, db, directory_id);

/** What the lines of a proposal are read with. */
export async function aboutOf(context: Context, db: Db, uploadId: number): Promise<KeptAbout> {
  const content = await readContent(db, { spaceId: context.spaceId, uploadId });
  return unpack<KeptAbout>(content ?? fail('directory_upload.not_found', { id: uploadId }));
}

/** Kept lines of one part: all, or a page of them. */
export async function linesOf<Part extends keyof KeptLines>(
  context: Context,
  db: Db,
  uploadId: number,
  part: Part,
  page?: { offset: number; limit: number },
): Promise<KeptLines[Part][]> {
  const pieces = await readPieces(db, { spaceId: context.spaceId, uploadId }, part, page);
  const lines = (await Promise.all(pieces.map(({ content }) => unpack<KeptLines[Part][]>(content)))).flat();
  if (!page) return lines;
  const from = page.offset - (pieces[0]?.place ?? 0);
  return lines.slice(from, from + page.limit);
}

/** Returns the proposal of an uploaded file. */
export async function getUpload(context: Context, epsId: number, id: number): Promise<DirectoryUpload> {
  return context.read(async (db) => {
    const upload = await uploadOf(context, db, epsId, id);
    const { directory_id, file_name, revision, summary } = upload;
    const now = await headNow(context, db, upload);
    const { counts, columns, key, findings, name, assignment } = summary;
    return {
      id,
      directory_id,
      directory_name: now?.name ?? name,
      file_name,
      stale: now !== null && now.revision !== revision,
      counts,
      columns,
      key,
      assignment,
      findings,
    };
  });
}

/** Lines of one part of a proposal, as people read them. */
export async function listUploadChanges(
  context: Context,
  epsId: number,
  id: number,
  part: DirectoryUploadPart,
  offset: number,
  limit: number,
) {
  return context.read(async (db) => {
    const { summary } = await uploadOf(context, db, epsId, id);
    const lines = await linesOf(context, db, id, part, { offset, limit });
    return { total: summary.counts[part], changes: showLines(await aboutOf(context, db, id), lines) };
  });
}

/** Forgets a proposal. */
export async function discardUpload(context: Context, epsId: number, id: number): Promise<void> {
  await context.write(async (tx) => {
    await uploadOf(context, tx, epsId, id);
    await deleteUpload(tx, { spaceId: context.spaceId, uploadId: id });
  });
}
