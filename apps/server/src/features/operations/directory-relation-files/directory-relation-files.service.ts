import { z } from 'zod';
import { directoryRelationUploadFields, type EventSent } from '@gantry/contract';
import type { FastifyRequest } from 'fastify';
import type { Context, ContextOfJob } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { Files } from '../../../platform/files/files.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { openThread } from '../../../platform/jobs/workers.ts';
import { changeRelationRows, nameOfRelation, readWholeRelation } from '../../catalog/directory-relations/directory-relations.service.ts';
import { prepareFile } from '../../access/downloads/downloads.service.ts';
import { fileName } from '../export/export.service.ts';
import { forgetFiles, receiveForm } from '../../../platform/http/uploads.ts';
import type { RelationFileAnswer, RelationFileRequest } from './directory-relation-files.thread.ts';

export const relationFilesThread = openThread<RelationFileRequest, RelationFileAnswer>(
  new URL('./directory-relation-files.thread.ts', import.meta.url),
);

const EXPORT = 'directory_relation_export';
const IMPORT = 'directory_relation_import';
const MEDIA_TYPES = { xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', csv: 'text/csv; charset=utf-8' };

type Format = keyof typeof MEDIA_TYPES;
const importInput = z.object({ relationId: z.number(), file: z.string(), apply: z.boolean(), skipRefused: z.boolean() });
type ImportInput = z.output<typeof importInput>;

/** Starts the export of the rows of a relation as a job. */
export async function startRelationExport(context: Context, relationId: number, format: Format): Promise<number> {
  const name = await nameOfRelation(context, relationId);
  const input = { relationId, format };
  return context.write((tx) =>
    context.jobs.enqueue(tx, { spaceId: context.spaceId, userId: context.userId, kind: EXPORT, title: `${name} (${format})`, input }),
  );
}

const notify = <N extends 'export' | 'import'>(context: Context, event: N, reported: EventSent[N]) =>
  context.write((tx) => context.push.send(tx, { spaceId: context.spaceId, userId: context.userId }, event, reported));

const exportInput = z.object({ relationId: z.number(), format: z.enum(['xlsx', 'csv']) });

/** The job that writes the rows of a relation as a file and keeps it for its owner to fetch. */
export function relationExportJob(contextOf: ContextOfJob): JobKind<typeof exportInput> {
  return {
    kind: EXPORT,
    input: exportInput,
    afterRestart: 'again',
    lane: 'long',
    needs: () => [{ right: 'structure.read' }],
    async run(job) {
      const context = await contextOf(job);
      const { relationId, format } = job.input;
      const about = { job_id: job.id, relation_id: relationId };
      try {
        const whole = await readWholeRelation(context, relationId);
        await job.progress(0.4, 'export.writing');
        const answer = await relationFilesThread.run({ do: 'write', format, whole }, { signal: job.signal });
        if (!('file' in answer)) throw new Error('a relation came back as no file');
        const file = { name: `${fileName(whole.name)}.${format}`, mediaType: MEDIA_TYPES[format], bytes: answer.file };
        await prepareFile(context, file, async (tx, { key, name, size }) => {
          const reported = { ...about, status: 'completed' as const, key, name, size };
          await context.push.send(tx, { spaceId: context.spaceId, userId: context.userId }, 'export', reported);
          await job.complete(tx, { ...about, download_key: key, name, size });
        });
        return {};
      } catch (error) {
        await notify(context, 'export', { ...about, status: 'error' });
        throw error;
      }
    },
  };
}

/** Takes an uploaded file and starts to check its lines, or to take them in, as a job. */
export async function startRelationImport(context: Context, relationId: number, request: FastifyRequest): Promise<number> {
  const name = await nameOfRelation(context, relationId);
  const form = await receiveForm(context.files, request, 1);
  const [file] = form.files;
  if (!file) fail('import.no_file');
  try {
    if (!file.bytes) fail('import.empty', { name: file.name });
    const fields = directoryRelationUploadFields.safeParse(form.fields);
    if (!fields.success) fail('request.invalid', { where: 'form', field: fields.error.issues[0].path.join('.'), reason: '', fields: [] });
    const input: ImportInput = {
      relationId,
      file: file.key,
      apply: fields.data.mode === 'apply',
      skipRefused: fields.data.skip_refused === 'true',
    };
    const title = `${file.name} → ${name}`;
    return await context.write(async (tx) => {
      await context.push.send(tx, { spaceId: context.spaceId, userId: context.userId }, 'import', {
        relation_id: relationId,
        status: 'uploading',
      });
      return context.jobs.enqueue(tx, { spaceId: context.spaceId, userId: context.userId, kind: IMPORT, title, input });
    });
  } catch (error) {
    await forgetFiles(context.files, form.files);
    throw error;
  }
}

/** The job that reads rows of a relation from a file: all of them in one transaction or none. */
export function relationImportJob(contextOf: ContextOfJob, files: Files): JobKind<typeof importInput> {
  return {
    kind: IMPORT,
    input: importInput,
    afterRestart: 'again',
    lane: 'long',
    needs: () => [{ right: 'structure.edit' }],
    async run(job) {
      const context = await contextOf(job);
      const input = job.input;
      const about = { job_id: job.id, relation_id: input.relationId };
      try {
        const whole = await readWholeRelation(context, input.relationId);
        await job.progress(0.2, 'import.reading');
        const answer = await relationFilesThread.run(
          { do: 'read', path: await context.files.localPath(input.file), whole },
          { signal: job.signal },
        );
        if ('trouble' in answer) fail(`directory_relation_file.${answer.trouble}`);
        if (!('change' in answer)) throw new Error('a file came back as no change');
        const { add, update, unchanged, refused } = answer.change;
        job.findings(refused);
        if (input.apply && refused.length && !input.skipRefused) fail('directory_relation_file.has_refused', { count: refused.length });
        await job.progress(0.6, 'import.storing');
        if (input.apply) await changeRelationRows(context, input.relationId, { add, update });
        const counts = { added: add.length, updated: update.length, unchanged, refused: refused.length, applied: input.apply };
        await notify(context, 'import', { ...about, status: 'completed' });
        return { ...about, ...counts };
      } catch (error) {
        await notify(context, 'import', { ...about, status: 'error' });
        throw error;
      }
    },
    ended: ({ input }) => files.remove(input.file),
  };
}
