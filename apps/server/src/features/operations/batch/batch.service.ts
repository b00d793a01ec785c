import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { findJob, requestCancel } from '../../../platform/jobs/jobs.list.ts';

export { batchCalculateJob } from './batch.calculate.service.ts';
export { batchExportJob } from './batch.export.service.ts';
export { batchImportJob } from './batch.import.service.ts';

/** Asks one of the caller's batches to stop and notifies their pages. */
export async function stopBatch(context: Context, jobId: number): Promise<void> {
  const job = await findJob(context.database, context, jobId);
  if (!job?.kind.startsWith('batch_')) fail('job.not_found');
  if (!(await requestCancel(context.database, context, jobId))) fail('job.not_found');
  await context.write((tx) => context.push.send(tx, { spaceId: context.spaceId, userId: context.userId }, 'batch_stop', { job_id: jobId }));
}
