import type { JobFinding } from '@gantry/contract';
import type { EstimateRead } from '@gantry/interchange';
import type { Context, ContextOfJob } from '../../../platform/context.ts';
import type { Files } from '../../../platform/files/files.ts';
import { fail } from '../../../platform/fail.ts';
import type { JobKind, JobRun } from '../../../platform/jobs/jobs.ts';
import { besideTransaction } from '../../../platform/postgres/database.ts';
import { openThread } from '../../../platform/jobs/workers.ts';
import { deleteEstimate, findEstimate, updateEstimate } from './estimates.repository.ts';
import { type StoredFile, storedFile, storeFile } from './estimates.storing.service.ts';
import type { EstimateFileInput, EstimateFileRead } from './estimates.thread.ts';

export const estimatesThread = openThread<EstimateFileInput, EstimateFileRead>(new URL('./estimates.thread.ts', import.meta.url));

export const ESTIMATE_IMPORT = 'estimate_import';
/** Share of the progress that reading takes; the rest is comparing and storing. */
const READING = 0.6;

/** The job that reads the file of an estimate. */
export function estimateImportJob(contextOf: ContextOfJob, files: Files): JobKind<typeof storedFile> {
  return {
    kind: ESTIMATE_IMPORT,
    input: storedFile,
    afterRestart: 'again',
    lane: 'long',
    needs: ({ projectId }) => [{ right: 'estimate.edit', at: { kind: 'node', id: projectId } }],
    async run(job) {
      const context = await contextOf(job);
      return importEstimate(context, job, job.input);
    },
    ended: ({ input }) => files.remove(input.file),
  };
}

async function importEstimate(context: Context, job: JobRun, input: StoredFile): Promise<Record<string, unknown>> {
  const about = { estimate_id: input.estimateId, project_id: input.projectId };
  const publish = (stage: string) =>
    context.write((tx) => context.push.send(tx, { spaceId: context.spaceId }, 'estimate_processing', { ...about, stage }));
  const report = async (share: number, stage: string): Promise<void> => {
    await job.progress(share, `estimate.stage_${stage}`);
    const percent = Math.round(share * 100);
    const send = () =>
      context.write((tx) => context.push.send(tx, { spaceId: context.spaceId }, 'estimate_progress', { ...about, percent }));
    await besideTransaction(send);
  };
  let found: JobFinding[] = [];
  try {
    const read = await readFile(context, job, input, report, publish);
    found = read.findings.map(findingOut);
    job.findings(found);
    const { estimate } = read;
    if (!estimate) return refuse(read);
    await publish('matched');
    const target = await storeFile(context, job, input, { estimate, findings: found }, (share) =>
      report(READING + (1 - READING) * share, 'storing'),
    );
    return target;
  } catch (error) {
    await leave(context, input, job.signal.aborted, found);
    await context.write((tx) => context.push.send(tx, { spaceId: context.spaceId }, 'estimate_upload', { ...about, status: 'error' }));
    throw error;
  }
}

async function readFile(
  context: Context,
  job: JobRun,
  { file, fileName, codePage, mapping }: StoredFile,
  report: (share: number, stage: string) => Promise<void>,
  publish: (stage: string) => Promise<void>,
): Promise<EstimateRead> {
  const bytes = await context.files.size(file);
  if (bytes === null) fail('job.interrupted');
  await publish('reading');
  let stopped: unknown;
  let next = 0;
  const read = await estimatesThread.run(
    { path: await context.files.localPath(file), bytes, name: fileName, codePage, mapping },
    {
      signal: job.signal,
      progress: (share) => {
        if (Number(share) < next) return;
        next = Number(share) + 0.05;
        void report(READING * Math.min(1, Number(share)), 'reading').catch((error: unknown) => (stopped = error));
      },
    },
  );
  if (stopped) throw stopped as Error;
  await publish('checked');
  return read;
}

function refuse({ findings }: EstimateRead): never {
  const worst = findings.find(({ severity }) => severity === 'error') ?? findings[0];
  if (worst?.code === 'file.too_large') fail('import.too_large');
  if (worst?.code === 'estimate.is_invoice') fail('estimate.is_invoice');
  if (worst?.code === 'estimate.kind_not_read') fail('estimate.kind_not_read', { kind: worst.value ?? '' });
  if (worst?.code === 'estimate.empty') fail('estimate.empty');
  if (worst?.code === 'estimate.no_headings') fail('estimate.no_headings', { headings: worst.value ?? '' });
  fail('estimate.unknown_format', { reason: worst?.code ?? '' });
}

/** Cleans up after a failed import: deletes a cancelled estimate, and keeps the name of a failed one so that people see the failure. */
async function leave(context: Context, { estimateId, made }: StoredFile, stopped: boolean, findings: JobFinding[]): Promise<void> {
  if (!made) return;
  await context.write(async (tx) => {
    const row = await findEstimate(tx, context.spaceId, estimateId);
    if (row?.status !== 'processing') return;
    if (stopped) await deleteEstimate(tx, context.spaceId, estimateId);
    else await updateEstimate(tx, context.spaceId, estimateId, { status: 'failed', findings });
  });
}

/** A finding of a reader as it is stored and shown. */
export function findingOut({ severity, code, line, parameters, ...where }: EstimateRead['findings'][number]): JobFinding {
  const key = code.startsWith('finding.') ? code : `finding.${code}`;
  return { severity, code: key, message: key, line: line ?? null, parameters: { ...where, ...parameters } };
}
