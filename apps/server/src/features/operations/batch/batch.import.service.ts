import { z } from 'zod';
import { batchFields } from '@gantry/contract';
import { CODE_PAGES } from '@gantry/interchange';
import type { FastifyRequest } from 'fastify';
import type { Context, ContextOfJob } from '../../../platform/context.ts';
import { fail, Refused } from '../../../platform/fail.ts';
import type { Files } from '../../../platform/files/files.ts';
import type { JobKind, JobRun, StageText } from '../../../platform/jobs/jobs.ts';
import { createNode, getNode, removeNodes } from '../../structure/eps/eps.service.ts';
import { forgetFiles, type UploadedFile, receiveForm } from '../../../platform/http/uploads.ts';
import { findScheduleNamed, findStored } from './batch.repository.ts';
import { findingOut, type ImportOutcome, refuseUnreadable, storeProject, whatIsNotKept, withUpload } from '../import/import.service.ts';

const BATCH_IMPORT = 'batch_import';
const MOST_FILES = 20;
const NO_MAPPING = { columns: [], calendars: [] };

const stored = z.object({
  projectId: z.number(),
  codePage: z.string().nullable(),
  files: z.array(z.object({ file: z.string(), fileName: z.string() })),
});
type StoredInput = z.output<typeof stored>;
type Made = { schedule_id: number; version_id: number; name: string };

/** Takes the uploaded files and starts the batch as a job. */
export async function startBatchImport(context: Context, request: FastifyRequest): Promise<number> {
  if (!context.can('structure.edit')) fail('auth.forbidden');
  const form = await receiveForm(context.files, request, MOST_FILES);
  try {
    if (!form.files.length) fail('import.no_file');
    const fields = batchFields.safeParse(form.fields);
    if (!fields.success) fail('request.invalid', { where: 'form', field: fields.error.issues[0].path.join('.'), reason: '', fields: [] });
    const codePage = fields.data.code_page && fields.data.code_page !== 'auto' ? fields.data.code_page : null;
    if (codePage && !CODE_PAGES.some((one) => one === codePage))
      fail('request.invalid', { where: 'form', field: 'code_page', reason: 'validation.unknown_code_page', fields: [] });
    const project = await getNode(context, fields.data.project_id, 'project');
    const files = form.files.map(({ key, name }: UploadedFile) => ({ file: key, fileName: name }));
    const input: StoredInput = { projectId: project.id, codePage, files };
    const title = `${files.length === 1 ? files[0].fileName : `${files[0].fileName} + ${files.length - 1}`} → ${project.name}`;
    return await context.write((tx) =>
      context.jobs.enqueue(tx, { spaceId: context.spaceId, userId: context.userId, kind: BATCH_IMPORT, title, input }),
    );
  } catch (error) {
    await forgetFiles(context.files, form.files);
    throw error;
  }
}

/** The job that imports many files. Each schedule is stored whole or not at all; stopping keeps the finished ones. */
export function batchImportJob(contextOf: ContextOfJob, files: Files): JobKind<typeof stored> {
  return {
    kind: BATCH_IMPORT,
    input: stored,
    // What it has stored bears the key of the file, and is found by it.
    afterRestart: 'again',
    lane: 'long',
    needs: (input) => (['plan.import', 'structure.edit'] as const).map((right) => ({ right, at: { kind: 'node', id: input.projectId } })),
    async run(job) {
      const context = await contextOf(job);
      const input = job.input;
      const keys = input.files.map(({ file }) => file);
      const before = await context.read((db) => findStored(db, context.spaceId, input.projectId, keys));
      const known = new Map(before.map(({ upload, ...one }) => [upload, one]));
      const made: Made[] = [];
      const failed: string[] = [];
      for (const [done, upload] of input.files.entries()) {
        try {
          made.push(...(await importFile(context, job, upload, done, known)));
        } catch (error) {
          // A file that holds no schedule is no reason to leave out the others.
          if (!(error instanceof Refused) || !error.code.startsWith('import.')) throw error;
          failed.push(upload.fileName);
          job.findings([{ severity: 'error', code: error.code, message: error.code, line: null, parameters: { name: upload.fileName } }]);
        }
        const reported = { job_id: job.id, done: done + 1, total: input.files.length };
        await context.write((tx) => context.push.send(tx, { spaceId: context.spaceId, userId: context.userId }, 'batch_import', reported));
      }
      if (!made.length) fail('import.empty', { name: failed.join(', ') });
      return { schedules: made, failed };
    },
    ended: async ({ input }) =>
      forgetFiles(
        files,
        input.files.map(({ file }) => ({ key: file })),
      ),
  };
}

async function importFile(
  context: Context,
  job: JobRun<StoredInput>,
  upload: StoredInput['files'][number],
  at: number,
  known: ReadonlyMap<string, Made>,
): Promise<Made[]> {
  const { codePage, files } = job.input;
  const notify = (share: number, stage: StageText) => job.progress((at + share) / files.length, stage);
  const reading = {
    mapping: NO_MAPPING,
    rowsToSkip: 0,
    codePage,
    target: null,
    signal: job.signal,
    progress: (share: number) => notify(share / 2, 'import.reading'),
  };
  return withUpload(context, upload, reading, async (outcome) => {
    job.findings(
      outcome.findings.map((finding) => findingOut({ ...finding, parameters: { file: upload.fileName, ...finding.parameters } })),
    );
    refuseUnreadable(outcome, upload.fileName);
    const made: Made[] = [];
    for (const index of outcome.projects.keys()) {
      await notify(0.5 + index / outcome.projects.length / 2, 'import.storing');
      made.push(known.get(markOf(upload, index)) ?? (await storeAsSchedule(context, job, upload, outcome, index)));
    }
    return made;
  });
}

/** Marks what was stored of a project of an uploaded file. */
const markOf = ({ file }: StoredInput['files'][number], index: number): string => `${file} ${index}`;

async function storeAsSchedule(
  context: Context,
  job: JobRun<StoredInput>,
  upload: StoredInput['files'][number],
  outcome: ImportOutcome,
  index: number,
): Promise<Made> {
  const { projectId } = job.input;
  const { fileName } = upload;
  const project = outcome.projects[index];
  const name = (project.name || project.code || fileName.replace(/\.[^.]+$/, '')).slice(0, 200);
  const known = await context.read((db) => findScheduleNamed(db, context.spaceId, projectId, name));
  const scheduleId = known ?? (await createNode(context, { kind: 'schedule', name, parent_id: projectId }));
  try {
    const place = { scheduleId, name, fileName, upload: markOf(upload, index) };
    const stored = await context.write((tx) => storeProject(context, tx, place, outcome, index, async () => job.signal.throwIfAborted()));
    job.findings(whatIsNotKept([stored]).map(findingOut));
    return { schedule_id: scheduleId, version_id: stored.id, name };
  } catch (error) {
    if (known === null) await removeNodes(context, [scheduleId]);
    throw error;
  }
}
