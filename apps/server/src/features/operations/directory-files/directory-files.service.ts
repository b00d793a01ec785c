import { z } from 'zod';
import { directoryUploadFields, directoryUploadRule, type DirectoryUploadRule, type EventSent } from '@gantry/contract';
import { CODE_PAGES } from '@gantry/interchange';
import type { FastifyRequest } from 'fastify';
import type { Context, ContextOfJob } from '../../../platform/context.ts';
import type { Database, Tx } from '../../../platform/postgres/database.ts';
import { requireRoom } from '../../../platform/room.ts';
import { fail } from '../../../platform/fail.ts';
import type { Files } from '../../../platform/files/files.ts';
import { deleteInBlocks } from '../../../platform/jobs/jobs.clearing.ts';
import type { JobKind, JobRun } from '../../../platform/jobs/jobs.ts';
import { openThread } from '../../../platform/jobs/workers.ts';
import { getHead, getOwnHead, nodesOver, readAll } from '../../catalog/directories/directories.service.ts';
import { getUnlockedVersion, listWorkCodes } from '../../planning/version-directories/assign/version-directories.assign.service.ts';
import { prepareFile } from '../../access/downloads/downloads.service.ts';
import { fileName } from '../export/export.service.ts';
import { forgetFiles, receiveForm } from '../../../platform/http/uploads.ts';
import type { ReadOutcome } from './directory-files.reading.service.ts';
import { deleteOldUploads, deleteRule, deleteUploadsOf, listRules, saveRule, saveUpload } from './directory-files.repository.ts';
import type { FilesAnswer, FilesRequest } from './directory-files.thread.ts';

export { directoryAcceptJob, startAccept } from './directory-files.accept.service.ts';
export { discardUpload, getUpload, listUploadChanges } from './directory-files.preview.service.ts';

// Cells by the million die young: a fifth of the time went into collecting them.
const YOUNG = { maxYoungGenerationSizeMb: 48 };
export const directoryFilesThread = openThread<FilesRequest, FilesAnswer>(new URL('./directory-files.thread.ts', import.meta.url), YOUNG);

const UPLOAD = 'directory_upload';
const EXPORT = 'directory_export';

const uploadInput = z.object({
  epsId: z.number(),
  directoryId: z.number().nullable(),
  name: z.string(),
  kind: z.string(),
  rule: directoryUploadRule,
  file: z.string(),
  fileName: z.string(),
  /** The version whose works take the rows; null for an upload without assignment. */
  versionId: z.number().nullable(),
});
type UploadInput = z.output<typeof uploadInput>;

/** Starts the job that computes the proposal of an uploaded file. */
export async function startUpload(context: Context, epsId: number, request: FastifyRequest, withAssignment = false): Promise<number> {
  await nodesOver(context, epsId);
  const form = await receiveForm(context.files, request, 1);
  const [file] = form.files;
  if (!file) fail('import.no_file');
  try {
    if (!file.bytes) fail('import.empty', { name: file.name });
    const { fields, rule } = await readFields(context, form.fields, withAssignment);
    const versionId = withAssignment ? await versionFor(context, epsId, fields.version_id) : null;
    const plainName = file.name.replace(/^.*[/\\]/, '').replace(/\.[^.]+$/, '');
    const head = fields.directory_id === undefined ? null : await getOwnHead(context, epsId, fields.directory_id);
    const input: UploadInput = {
      epsId,
      directoryId: head?.id ?? null,
      name: head?.name ?? fields.name ?? (plainName || 'Directory').slice(0, 200),
      kind: fields.kind,
      rule,
      file: file.key,
      fileName: file.name,
      versionId,
    };
    return await context.write(async (tx) => {
      await context.push.send(tx, { spaceId: context.spaceId, userId: context.userId }, 'import', {
        directory_id: input.directoryId,
        status: 'uploading',
      });
      const title = `${file.name} → ${input.name}`;
      return context.jobs.enqueue(tx, { spaceId: context.spaceId, userId: context.userId, kind: UPLOAD, title, input });
    });
  } catch (error) {
    await forgetFiles(context.files, form.files);
    throw error;
  }
}

/** The version of an upload with assignment: below the node, so that the caller's rights there hold for it, and open to changes. */
async function versionFor(context: Context, epsId: number, versionId: number | undefined): Promise<number> {
  if (versionId === undefined) fail('directory_upload.no_version');
  if (!context.can('plan.edit')) fail('auth.forbidden');
  const { schedule_id } = await getUnlockedVersion(context, versionId);
  if (!(await nodesOver(context, schedule_id)).includes(epsId)) fail('version.not_found', { id: versionId });
  return versionId;
}

async function readFields(context: Context, given: Record<string, unknown>, withAssignment: boolean) {
  const parsed = directoryUploadFields.safeParse(given);
  if (!parsed.success) invalid(parsed.error.issues[0].path.join('.'), parsed.error.issues[0].message);
  const fields = parsed.data;
  let named: DirectoryUploadRule | undefined;
  if (fields.rule_id !== undefined) {
    const rules = await context.read((db) => listRules(db, context.spaceId, fields.directory_id ?? 0));
    named = rules.find(({ id }) => id === fields.rule_id)?.rule ?? fail('directory_upload.rule_not_found', { id: fields.rule_id });
  }
  const stated = directoryUploadRule.partial().safeParse(jsonOf(fields.rule));
  if (!stated.success) invalid(`rule.${stated.error.issues[0].path.join('.')}`, stated.error.issues[0].message);
  // Values missing in the form come from the saved rule, not from defaults.
  const own = Object.fromEntries(Object.keys(jsonOf(fields.rule) ?? {}).map((key) => [key, stated.data[key as keyof DirectoryUploadRule]]));
  // With assignment one row occurs once for each work that takes it.
  const usual = withAssignment ? { duplicates: 'first' } : {};
  const rule = directoryUploadRule.parse({ ...usual, ...named, ...own });
  if (rule.code_page && !CODE_PAGES.some((one) => one === rule.code_page)) invalid('rule.code_page', 'validation.unknown_code_page');
  return { fields, rule };
}

function jsonOf(text: string | undefined): object {
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : invalid('rule', '');
  } catch {
    return invalid('rule', '');
  }
}

function invalid(field: string, reason: string): never {
  fail('request.invalid', { where: 'form', field, reason, fields: [] });
}

/** The job that reads a file against a directory and stores its proposal. */
export function directoryUploadJob(contextOf: ContextOfJob, files: Files): JobKind<typeof uploadInput> {
  return {
    kind: UPLOAD,
    input: uploadInput,
    afterRestart: 'again',
    lane: 'long',
    needs: (input) => [{ right: 'structure.edit', at: { kind: 'node', id: input.epsId } }],
    async run(job) {
      const context = await contextOf(job);
      const input = job.input;
      try {
        const result = await runUpload(context, job, input);
        await notify(context, input, 'completed', job.id);
        return result;
      } catch (error) {
        await notify(context, input, 'error', job.id);
        throw error;
      }
    },
    ended: ({ input }) => files.remove(input.file),
  };
}

const notify = (context: Context, { directoryId }: UploadInput, status: 'completed' | 'error', jobId: number) =>
  context.write((tx) =>
    context.push.send(tx, { spaceId: context.spaceId, userId: context.userId }, 'import', {
      directory_id: directoryId,
      job_id: jobId,
      status,
    }),
  );

async function runUpload(context: Context, job: JobRun, input: UploadInput): Promise<Record<string, unknown>> {
  const bytes = await context.files.size(input.file);
  if (bytes === null) fail('job.interrupted');
  const { revision, ...present } = await readAll(context, input.epsId, input.directoryId);
  const works = input.versionId === null ? null : await listWorkCodes(context, input.versionId);
  const path = await context.files.localPath(input.file);
  let stopped: unknown;
  const outcome = (await directoryFilesThread.run(
    { do: 'read', input: { path, bytes, rule: input.rule, exists: input.directoryId !== null, works, ...present } },
    {
      signal: job.signal,
      progress: (share) => void job.progress(Number(share), 'directory.reading').catch((error: unknown) => (stopped = error)),
    },
  )) as ReadOutcome;
  if (stopped) throw stopped as Error;
  if (outcome.trouble) {
    job.findings(outcome.findings);
    fail(outcome.trouble.code, outcome.trouble.parameters);
  }
  job.findings(outcome.summary.findings);
  const { content, pieces } = outcome;
  const { assigned, ...summary } = outcome.summary;
  const version = input.versionId === null ? null : await getUnlockedVersion(context, input.versionId);
  const assignment = version && { version_id: version.id, version_name: version.name, count: assigned };
  return context.write(async (tx) => {
    await deleteUploadsOf(tx, context.spaceId, input.epsId, context.userId);
    const id = await saveUpload(tx, context.spaceId, {
      node_id: input.epsId,
      directory_id: input.directoryId,
      author_id: context.userId,
      revision,
      file_name: input.fileName,
      summary: { ...summary, name: input.name, kind: input.kind, assignment },
      content,
      pieces,
    });
    const result = { upload_id: id, directory_id: input.directoryId, counts: summary.counts };
    await job.complete(tx, result);
    return result;
  });
}

export async function startDirectoryExport(context: Context, epsId: number, directoryId: number, format: 'xlsx' | 'csv'): Promise<number> {
  const { name } = await getHead(context, epsId, directoryId);
  return context.write((tx) =>
    context.jobs.enqueue(tx, {
      spaceId: context.spaceId,
      userId: context.userId,
      kind: EXPORT,
      title: `${name} (${format})`,
      input: { epsId, directoryId, format },
    }),
  );
}

const MEDIA_TYPES = { xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', csv: 'text/csv; charset=utf-8' };

const exportInput = z.object({ epsId: z.number(), directoryId: z.number(), format: z.enum(['xlsx', 'csv']) });

/** The job that writes a directory as a file and keeps it for its owner to fetch. */
export function directoryExportJob(contextOf: ContextOfJob): JobKind<typeof exportInput> {
  return {
    kind: EXPORT,
    input: exportInput,
    afterRestart: 'again',
    lane: 'long',
    needs: (input) => [{ right: 'structure.read', at: { kind: 'node', id: input.epsId } }],
    async run(job) {
      const context = await contextOf(job);
      const { epsId, directoryId, format } = job.input;
      const send = (tx: Tx, data: Pick<EventSent['export'], 'status' | 'key' | 'name' | 'size'>) =>
        context.push.send(tx, { spaceId: context.spaceId, userId: context.userId }, 'export', {
          job_id: job.id,
          directory_id: directoryId,
          ...data,
        });
      try {
        const { name } = await getHead(context, epsId, directoryId);
        const { definition, rows, named } = await readAll(context, epsId, directoryId);
        await job.progress(0.4, 'export.writing');
        const written = await directoryFilesThread.run(
          { do: 'write', input: { name, format, definition, rows, named } },
          { signal: job.signal },
        );
        const file = { name: `${fileName(name)}.${format}`, mediaType: MEDIA_TYPES[format], bytes: written as Uint8Array };
        await prepareFile(context, file, async (tx, { key, name: announced, size }) => {
          await send(tx, { status: 'completed', key, name: announced, size });
          await job.complete(tx, { download_key: key, name: announced, size, directory_id: directoryId });
        });
        return {};
      } catch (error) {
        await context.write((tx) => send(tx, { status: 'error' }));
        throw error;
      }
    },
  };
}

/** Proposals that one transaction deletes; each may have hundreds of pieces. */
const BLOCK = 50;

/** Deletes proposals that nobody has answered for long. */
export const forgetUploads = (services: { database: Database }): Promise<number> => deleteInBlocks(services, deleteOldUploads, BLOCK);

/** Saved ways of taking files into a directory. */
export async function listUploadRules(context: Context, epsId: number, directoryId: number) {
  await getHead(context, epsId, directoryId);
  return context.read((db) => listRules(db, context.spaceId, directoryId));
}

/** Saves a way of taking files in; one with the same name is replaced. */
export async function saveUploadRule(
  context: Context,
  epsId: number,
  directoryId: number,
  name: string,
  rule: DirectoryUploadRule,
): Promise<number> {
  await getOwnHead(context, epsId, directoryId);
  return context.write(async (tx) => {
    const isNew = !(await listRules(tx, context.spaceId, directoryId)).some((one) => one.name.toLowerCase() === name.toLowerCase());
    if (isNew) await requireRoom(tx, 'directory_upload_rule', { space_id: context.spaceId, directory_id: directoryId });
    return saveRule(tx, context.spaceId, directoryId, name, rule);
  });
}

/** Deletes a saved way of taking files in. */
export async function removeUploadRule(context: Context, epsId: number, directoryId: number, id: number): Promise<void> {
  await getOwnHead(context, epsId, directoryId);
  await context.write(async (tx) => {
    if (!(await deleteRule(tx, context.spaceId, directoryId, id))) fail('directory_upload.rule_not_found', { id });
  });
}
