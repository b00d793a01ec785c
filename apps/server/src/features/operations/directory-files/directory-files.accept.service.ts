import type { DirectoryKind, DirectoryRow, DirectoryUpload, DirectoryUploadPart } from '@gantry/contract';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database.ts';
import { fail } from '../../../platform/fail.ts';
import {
  createFilled,
  type Draft,
  draftChanges,
  draftColumn,
  editDirectory,
  nodesOver,
  revisionOf,
} from '../../catalog/directories/directories.service.ts';
import { changesOf, showChanges } from './directory-files.preview.service.ts';
import type { KeptProposal } from './directory-files.reading.service.ts';
import { deleteUpload, findUpload, readContent, type UploadRow } from './directory-files.repository.ts';

const decompress = promisify(zstdDecompress);

/** The proposal of the caller at a node, or a refusal. */
async function uploadOf(context: Context, db: Db, epsId: number, id: number): Promise<UploadRow> {
  const row = await findUpload(db, context.spaceId, id);
  if (!row || row.node_id !== epsId || row.author_id !== context.userId) fail('directory_upload.not_found', { id });
  return row;
}

async function proposalOf(context: Context, db: Db, id: number): Promise<KeptProposal> {
  const content = (await readContent(db, context.spaceId, id)) ?? fail('directory_upload.not_found', { id });
  return JSON.parse((await decompress(content)).toString('utf8')) as KeptProposal;
}

/** What an uploaded file would do. */
export async function getUpload(context: Context, epsId: number, id: number): Promise<DirectoryUpload> {
  return context.read(async (db) => {
    const { directory_id, file_name, revision, summary } = await uploadOf(context, db, epsId, id);
    const now = directory_id === null ? null : await revisionOf(context, db, directory_id);
    const { counts, columns, key, findings, name } = summary;
    return {
      id,
      directory_id,
      directory_name: now?.name ?? name,
      file_name,
      stale: now !== null && now.revision !== revision,
      counts,
      columns,
      key,
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
    await uploadOf(context, db, epsId, id);
    const proposal = await proposalOf(context, db, id);
    return { total: proposal[part].length, changes: showChanges(proposal, part, offset, limit) };
  });
}

/** Puts the chosen parts of a proposal into its directory, or into a new one, as one action; refused where the directory has changed since. */
export async function acceptUpload(
  context: Context,
  epsId: number,
  id: number,
  { parts, without_refused }: { parts: readonly ('added' | 'changed' | 'removed')[]; without_refused: boolean },
) {
  const nodes = await nodesOver(context, epsId);
  const upload = await context.read((db) => uploadOf(context, db, epsId, id));
  const { counts, name, kind } = upload.summary;
  if (counts.refused && !without_refused) fail('directory_upload.has_refused', { count: counts.refused });
  const applied = parts.reduce((sum, part) => sum + counts[part], 0);
  if (!applied && upload.directory_id !== null) fail('directory_upload.nothing_chosen');
  const proposal = await context.read((db) => proposalOf(context, db, id));
  const work = async (draft: Draft): Promise<void> => {
    if (upload.directory_id !== null && draft.head.revision !== upload.revision)
      fail('directory_upload.changed_since', { name: draft.head.name });
    const ids = new Map<number, number>();
    for (const { id: given, position: _position, ...column } of proposal.newColumns)
      ids.set(given, await draftColumn(draft, nodes, column));
    const changes = changesOf(proposal, parts, (row) => ({ ...row, cells: withIds(row.cells, ids) }));
    if (changes.length) await draftChanges(draft, changes);
    if (!(await deleteUpload(draft.tx, context.spaceId, id))) fail('directory_upload.not_found', { id });
  };
  if (upload.directory_id !== null) {
    const { revision } = await editDirectory(context, epsId, upload.directory_id, 'upload', work);
    return { success: true as const, directory_id: upload.directory_id, revision, applied };
  }
  const made = await createFilled(context, nodes, { name, kind: kind as DirectoryKind, columns: [] }, 'upload', work);
  return { success: true as const, directory_id: made.id, revision: made.revision, applied };
}

function withIds(cells: DirectoryRow['cells'], ids: ReadonlyMap<number, number>): DirectoryRow['cells'] {
  if (!ids.size) return cells;
  return Object.fromEntries(Object.entries(cells).map(([key, value]) => [String(ids.get(Number(key)) ?? key), value]));
}

/** Forgets a proposal. */
export async function discardUpload(context: Context, epsId: number, id: number): Promise<void> {
  await context.write(async (tx) => {
    await uploadOf(context, tx, epsId, id);
    await deleteUpload(tx, context.spaceId, id);
  });
}
