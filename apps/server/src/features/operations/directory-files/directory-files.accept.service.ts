import type { DirectoryKind, DirectoryUploadResult } from '@gantry/contract';
import type { JsonValue } from '@gantry/domain';
import { z } from 'zod';
import type { Context, ContextOfJob } from '../../../platform/context.ts';
import { fail, Refused } from '../../../platform/fail.ts';
import type { JobKind, JobNeed, JobRun } from '../../../platform/jobs/jobs.ts';
import {
  type Around,
  createFilled,
  type Draft,
  draftChanges,
  draftColumn,
  editDirectory,
  nodesOver,
} from '../../catalog/directories/directories.service.ts';
import { assignRows } from '../../planning/version-directories/assign/version-directories.assign.service.ts';
import { type Accepted, changesOf, type Chosen } from './directory-files.kept.service.ts';
import { aboutOf, headNow, linesOf, uploadOf } from './directory-files.preview.service.ts';
import { deleteUpload, lockUpload, markAccepted, readAccepted, type UploadRow } from './directory-files.repository.ts';

const ACCEPT = 'directory_upload_accept';

type Part = keyof Chosen;
const acceptInput = z.object({
  epsId: z.number(),
  uploadId: z.number(),
  versionId: z.number().nullable(),
  parts: z.array(z.enum(['added', 'changed', 'removed'])).readonly(),
});
type AcceptInput = z.output<typeof acceptInput>;

/** Starts to put the chosen parts of a proposal into its directory, or into a new one; what can be refused now is. */
export async function startAccept(
  context: Context,
  epsId: number,
  uploadId: number,
  { parts, without_refused }: { parts: readonly Part[]; without_refused: boolean },
): Promise<number> {
  await nodesOver(context, epsId);
  const { upload, now } = await context.read(async (db) => {
    const upload = await uploadOf(context, db, epsId, uploadId);
    return { upload, now: await headNow(context, db, upload) };
  });
  const { counts, name, assignment } = upload.summary;
  if (assignment && !context.can('plan.edit')) fail('auth.forbidden');
  if (counts.refused && !without_refused) fail('directory_upload.has_refused', { count: counts.refused });
  if (!countOf(upload, parts) && !assignment?.count && upload.directory_id !== null) fail('directory_upload.nothing_chosen');
  if (now && now.revision !== upload.revision) fail('directory_upload.changed_since', { name: now.name });
  const input: AcceptInput = { epsId, uploadId, versionId: assignment?.version_id ?? null, parts };
  const title = `${upload.file_name} → ${now?.name ?? name}`;
  return context.write((tx) => context.jobs.enqueue(tx, { spaceId: context.spaceId, userId: context.userId, kind: ACCEPT, title, input }));
}

const countOf = ({ summary }: UploadRow, parts: readonly Part[]): number =>
  [...new Set(parts)].reduce((sum, part) => sum + summary.counts[part], 0);

/** The job that puts a proposal into its directory: all of it with its own end, or nothing. Works take their rows after that. */
export function directoryAcceptJob(contextOf: ContextOfJob): JobKind<typeof acceptInput> {
  return {
    kind: ACCEPT,
    input: acceptInput,
    afterRestart: 'again',
    lane: 'long',
    needs({ epsId, versionId }) {
      const there: JobNeed = { right: 'structure.edit', at: { kind: 'node', id: epsId } };
      return versionId === null ? [there] : [there, { right: 'plan.edit', at: { kind: 'version', id: versionId } }];
    },
    async run(job) {
      const input = job.input;
      const context = await contextOf(job);
      const key = { spaceId: context.spaceId, uploadId: input.uploadId };
      // After a stop between the two steps the result of the first is still stored.
      const done = (await context.read((db) => readAccepted(db, key))) ?? (await accept(context, job, input));
      if (input.versionId === null) return resultOf(done);
      const given = await assign(context, input.versionId, done);
      await context.write((tx) => deleteUpload(tx, key));
      return { ...resultOf(done), ...given };
    },
  };
}

const resultOf = ({ directory_id, revision, applied }: Accepted): DirectoryUploadResult => ({
  directory_id,
  revision,
  applied,
  assigned: 0,
  assignment_refused: null,
});

/** Writes the chosen parts as one action; refused where the directory has changed since. */
async function accept(context: Context, job: JobRun, { epsId, uploadId, versionId, parts }: AcceptInput): Promise<Accepted> {
  const key = { spaceId: context.spaceId, uploadId };
  const nodes = await nodesOver(context, epsId);
  await job.progress(0.02, 'directory.taking');
  const { upload, about, chosen, asked } = await context.read(async (db) => ({
    upload: await uploadOf(context, db, epsId, uploadId),
    about: await aboutOf(context, db, uploadId),
    chosen: {
      added: parts.includes('added') ? await linesOf(context, db, uploadId, 'added') : [],
      changed: parts.includes('changed') ? await linesOf(context, db, uploadId, 'changed') : [],
      removed: parts.includes('removed') ? await linesOf(context, db, uploadId, 'removed') : [],
    },
    asked: await linesOf(context, db, uploadId, 'assigned'),
  }));
  await job.progress(0.15, 'directory.taking');
  const made = new Map<number, number>();
  const work = async (draft: Draft): Promise<void> => {
    if (upload.directory_id !== null && draft.head.revision !== upload.revision)
      fail('directory_upload.changed_since', { name: draft.head.name });
    const columns = new Map<number, number>();
    for (const { id, position: _position, ...column } of about.newColumns) columns.set(id, await draftColumn(draft, nodes, column));
    const changes = changesOf(about, chosen, columns);
    if (changes.length) for (const { given, id } of await draftChanges(draft, changes)) made.set(given, id);
    await job.progress(0.35, 'directory.taking');
  };
  const acceptedAs = ({ id, revision }: { id: number; revision: number }): Accepted => ({
    directory_id: id,
    revision,
    applied: countOf(upload, parts),
    assigned: asked.flatMap(({ rowId, ...rest }) => {
      const own = rowId > 0 ? rowId : made.get(rowId);
      return own === undefined ? [] : [{ rowId: own, ...rest }];
    }),
  });
  const around: Around = {
    // Of two acceptances of one proposal the second finds none.
    async first(tx) {
      if (!(await lockUpload(tx, key))) fail('directory_upload.not_found', { id: uploadId });
    },
    progress: (share) => job.progress(0.35 + 0.6 * share, 'directory.taking'),
    async last(tx, written) {
      await context.recheck(tx);
      if (versionId !== null) return markAccepted(tx, key, acceptedAs(written));
      await deleteUpload(tx, key);
      await job.complete(tx, resultOf(acceptedAs(written)));
    },
  };
  const { directory_id: directoryId, summary } = upload;
  if (directoryId !== null) {
    const { revision } = await editDirectory(context, epsId, directoryId, 'upload', work, around);
    return acceptedAs({ id: directoryId, revision });
  }
  const head = { name: summary.name, kind: summary.kind as DirectoryKind, columns: [] };
  return acceptedAs(await createFilled(context, nodes, head, 'upload', work, around));
}

/** Assigns rows to works of a version; its refusals are returned beside the outcome for the directory. */
async function assign(context: Context, versionId: number, { directory_id, assigned }: Accepted) {
  if (!assigned.length) return { assigned: 0, assignment_refused: null };
  try {
    return { assigned: await assignRows(context, versionId, directory_id, assigned), assignment_refused: null };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { assigned: 0, assignment_refused: { code: error.code, parameters: error.parameters as Record<string, JsonValue> } };
  }
}
