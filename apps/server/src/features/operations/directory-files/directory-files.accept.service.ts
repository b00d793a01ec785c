import type { DirectoryKind, DirectoryRow, DirectoryUpload, DirectoryUploadPart } from '@gantry/contract';
import type { JsonValue } from '@gantry/domain';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database.ts';
import { fail, Refused } from '../../../platform/fail.ts';
import {
  createFilled,
  type Draft,
  draftChanges,
  draftColumn,
  editDirectory,
  nodesOver,
  revisionOf,
} from '../../catalog/directories/directories.service.ts';
import { assignRows } from '../../planning/version-directories/version-directories.assign.service.ts';
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
  const { counts, name, kind, assignment } = upload.summary;
  if (assignment && !context.can('plan.edit')) fail('auth.forbidden');
  if (counts.refused && !without_refused) fail('directory_upload.has_refused', { count: counts.refused });
  const applied = parts.reduce((sum, part) => sum + counts[part], 0);
  if (!applied && !assignment?.count && upload.directory_id !== null) fail('directory_upload.nothing_chosen');
  const proposal = await context.read((db) => proposalOf(context, db, id));
  const made = new Map<number, number>();
  const work = async (draft: Draft): Promise<void> => {
    if (upload.directory_id !== null && draft.head.revision !== upload.revision)
      fail('directory_upload.changed_since', { name: draft.head.name });
    const ids = new Map<number, number>();
    for (const { id: given, position: _position, ...column } of proposal.newColumns)
      ids.set(given, await draftColumn(draft, nodes, column));
    const changes = changesOf(proposal, parts, (row) => ({ ...row, cells: withIds(row.cells, ids) }));
    if (changes.length) for (const { given, id: rowId } of await draftChanges(draft, changes)) made.set(given, rowId);
    if (!(await deleteUpload(draft.tx, context.spaceId, id))) fail('directory_upload.not_found', { id });
  };
  const { id: directoryId, revision } =
    upload.directory_id === null
      ? await createFilled(context, nodes, { name, kind: kind as DirectoryKind, columns: [] }, 'upload', work)
      : { ...(await editDirectory(context, epsId, upload.directory_id, 'upload', work)), id: upload.directory_id };
  const rows = proposal.assignments.flatMap(({ rowId, ...rest }) => {
    const id = rowId > 0 ? rowId : made.get(rowId);
    return id === undefined ? [] : [{ rowId: id, ...rest }];
  });
  const given = await assign(context, assignment?.version_id, directoryId, rows);
  return { success: true as const, directory_id: directoryId, revision, applied, ...given };
}

/** Gives works of a version their rows; what the version refuses is told beside what the directory took. */
async function assign(context: Context, versionId: number | undefined, directoryId: number, rows: Parameters<typeof assignRows>[3]) {
  if (versionId === undefined || !rows.length) return { assigned: 0, assignment_refused: null };
  try {
    return { assigned: await assignRows(context, versionId, directoryId, rows), assignment_refused: null };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { assigned: 0, assignment_refused: { code: error.code, parameters: error.parameters as Record<string, JsonValue> } };
  }
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
