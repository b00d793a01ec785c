import { type Job, type JobFinding, uploadFields } from '@gantry/contract';
import { LIMITS, VERSION_TABLE_NAMES } from '@gantry/domain';
import { CODE_PAGES, type Finding } from '@gantry/interchange';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { fail, Refused } from '../../../platform/fail.ts';
import type { Files } from '../../../platform/files.ts';
import type { JobKind, JobRun } from '../../../platform/jobs.ts';
import { openThread } from '../../../platform/workers.ts';
import { fillVersion, finishFilling } from '../../planning/edits/edits.service.ts';
import { addVersion } from '../../planning/versions/versions.service.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import type { ImportInput, ImportOutcome, ReadProject } from './import.thread.ts';

export const importThread = openThread<ImportInput, ImportOutcome>(new URL('./import.thread.ts', import.meta.url));

const IMPORT = 'import';
/** Share of the progress bar that reading takes; the rest is storing. */
const READING = 0.5;

type StoredInput = { scheduleId: number; file: string; fileName: string; versionName: string | null; codePage: string | null };

/** Takes the uploaded file and starts the import as a job. */
export async function startImport(context: Context, scheduleId: number, request: FastifyRequest): Promise<number> {
  const schedule = await getNode(context, scheduleId, 'schedule');
  if (!request.isMultipart()) fail('import.no_file');
  const form = await receive(context.files, request);
  if (!form.file) fail('import.no_file');
  const { key, bytes, name } = form.file;
  try {
    if (!bytes) fail('import.empty', { name });
    const fields = uploadFields.safeParse(form.fields);
    if (!fields.success)
      fail('request.invalid', {
        where: 'form',
        field: fields.error.issues[0].path.join('.'),
        reason: fields.error.issues[0].message,
        fields: [],
      });
    const codePage = fields.data.code_page && fields.data.code_page !== 'auto' ? fields.data.code_page : null;
    if (codePage && !(CODE_PAGES as readonly string[]).includes(codePage))
      fail('request.invalid', { where: 'form', field: 'code_page', reason: 'validation.unknown_code_page', fields: [] });
    const input: StoredInput = {
      scheduleId,
      file: key,
      fileName: name,
      versionName: fields.data.version_name || null,
      codePage,
    };
    return await context.write(async (tx) => {
      await context.push.send(tx, { spaceId: context.spaceId }, 'import', { schedule_id: scheduleId, status: 'uploading' });
      return context.jobs.enqueue(tx, {
        spaceId: context.spaceId,
        userId: context.userId,
        kind: IMPORT,
        title: `${name} → ${schedule.name}`,
        input,
      });
    });
  } catch (error) {
    await context.files.remove(key);
    throw error;
  }
}

type Form = { fields: Record<string, unknown>; file: { key: string; bytes: number; name: string } | null };

/** Reads a form to its end, keeping its first file; fields may stand before and behind it. What was kept of a form that breaks off is removed. */
async function receive(files: Files, request: FastifyRequest): Promise<Form> {
  const form: Form = { fields: {}, file: null };
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') form.fields[part.fieldname] = part.value;
      else if (form.file) part.file.resume();
      else {
        form.file = { ...(await files.save(part.file)), name: part.filename ?? '' };
        if (part.file.truncated) fail('import.too_large', { most: LIMITS.uploadBytes });
      }
    }
    return form;
  } catch (error) {
    if (form.file) await files.remove(form.file.key);
    throw isBrokenForm(error) ? new Refused('request.invalid', { where: 'form', fields: [], field: '', reason: '' }) : error;
  }
}

/** The parser of forms and a connection that broke off throw plain errors; a full disk and our own refusals do not look so. */
function isBrokenForm(error: unknown): boolean {
  const { code, syscall, statusCode } = error as NodeJS.ErrnoException & { statusCode?: number };
  return !(error instanceof Refused) && statusCode === undefined && (syscall === undefined || syscall === 'read' || code === 'ECONNRESET');
}

/** Waits for an import and answers like a call: its version, or the refusal with the findings. */
export async function finishImport(context: Context, jobId: number) {
  const job: Job = await context.jobs.finished(context.userId, jobId);
  if (job.status !== 'done')
    fail(job.status === 'cancelled' ? 'job.cancelled' : ((job.error?.code ?? 'job.failed') as 'job.failed'), {
      ...job.error?.parameters,
      findings: job.findings,
    });
  return { success: true as const, job_id: jobId, version_id: Number(job.result?.['version_id']) };
}

/** The job that reads a file into versions: all of them in one transaction, or none. */
export function importJob(contextOf: (userId: number, spaceId: number) => Promise<Context>, files: Files): JobKind {
  return {
    kind: IMPORT,
    afterRestart: 'again',
    lane: 'long',
    async run(job) {
      const context = await contextOf(job.userId, job.spaceId as number);
      const input = job.input as unknown as StoredInput;
      try {
        const result = await readIntoVersions(context, job, input, files);
        await tell(context, input, 'completed', job.id);
        return result;
      } catch (error) {
        await tell(context, input, 'error', job.id);
        throw error;
      }
    },
    ended: ({ input }) => files.remove(String(input['file'])),
  };
}

const tell = (context: Context, input: StoredInput, status: 'completed' | 'error', jobId: number) =>
  context.write((tx) =>
    context.push.send(tx, { spaceId: context.spaceId }, 'import', { schedule_id: input.scheduleId, job_id: jobId, status }),
  );

async function readIntoVersions(context: Context, job: JobRun, input: StoredInput, files: Files): Promise<Record<string, unknown>> {
  const bytes = await files.size(input.file);
  if (bytes === null) fail('job.interrupted');
  let stopped: Error | null = null;
  const outcome = await importThread.run(
    { path: await files.localPath(input.file), bytes, codePage: input.codePage },
    {
      signal: job.signal,
      progress: (share) => void job.progress(READING * Number(share), 'import.reading').catch((error: Error) => (stopped = error)),
    },
  );
  if (stopped) throw stopped as Error;
  job.findings(outcome.findings.map(findingOut));
  if (!outcome.format) fail('import.not_a_schedule', { name: input.fileName, reason: outcome.findings[0]?.code ?? '' });
  if (!outcome.projects.length) fail('import.empty', { name: input.fileName });
  return context.write(async (tx) => {
    const made: { id: number; name: string; items: number; relations: number }[] = [];
    for (const [index, project] of outcome.projects.entries()) {
      const from = READING + ((1 - READING) * index) / outcome.projects.length;
      const key = await addVersion(context, tx, {
        scheduleId: input.scheduleId,
        name: nameOf(input, project, outcome.projects.length),
        dataDate: project.dataDate,
        source: {
          file: input.fileName,
          format: outcome.format,
          program: outcome.program,
          code_page: outcome.codePage,
          project: project.code,
        },
      });
      for (const [step, table] of VERSION_TABLE_NAMES.entries()) {
        await job.progress(from + ((1 - READING) / outcome.projects.length) * (step / VERSION_TABLE_NAMES.length), 'import.storing');
        await fillVersion(tx, key, table, project.rows[table]);
      }
      await finishFilling(context, tx, key, { name: 'version.import', lastId: project.lastId, itemCount: project.itemCount });
      made.push({ id: key.versionId, name: key.name, items: project.itemCount, relations: project.counts.relation });
    }
    const result = { version_id: made[0].id, versions: made, code_page: outcome.codePage, program: outcome.program };
    await job.complete(tx, result);
    return result;
  });
}

function nameOf(input: StoredInput, project: ReadProject, count: number): string {
  const base = input.versionName ?? (project.name || project.code || input.fileName);
  return (input.versionName && count > 1 ? `${base} ${project.code}` : base).slice(0, 200);
}

function findingOut(finding: Finding): JobFinding {
  const { severity, code, line, parameters, ...where } = finding;
  return {
    severity,
    code: `finding.${code}`,
    message: `finding.${code}`,
    line: line ?? null,
    parameters: { ...where, ...parameters },
  };
}
