import { z } from 'zod';
import { EXPORT_FORMATS } from '@gantry/contract';
import type { Context, ContextOfJob } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { inZip, prepareFile } from '../../access/downloads/downloads.service.ts';
import { writeEach } from '../export/export.service.ts';
import { batchVersion, versionsOf } from './batch.versions.service.ts';

const BATCH_EXPORT = 'batch_export';

const stored = z.object({ versions: z.array(batchVersion), format: z.enum(EXPORT_FORMATS).exclude(['zip']) });
type StoredInput = z.output<typeof stored>;

/** Starts a batch: the versions named, and of the schedules named the actual or newest one; refused where one of them is not there. */
export async function startBatchExport(
  context: Context,
  asked: { schedule_ids: number[]; version_ids: number[]; format: StoredInput['format'] },
): Promise<number> {
  const versions = await versionsOf(context, asked);
  if (!versions.length) fail('export.nothing_to_export', { name: '' });
  const input: StoredInput = { versions, format: asked.format };
  const title = versions.length === 1 ? versions[0].name : `${versions[0].name} + ${versions.length - 1}`;
  return context.write((tx) =>
    context.jobs.enqueue(tx, { spaceId: context.spaceId, userId: context.userId, kind: BATCH_EXPORT, title, input }),
  );
}

/** The job that writes many versions into one zip. */
export function batchExportJob(contextOf: ContextOfJob): JobKind<typeof stored> {
  return {
    kind: BATCH_EXPORT,
    input: stored,
    afterRestart: 'again',
    lane: 'long',
    needs: (input) => input.versions.map(({ id }) => ({ right: 'plan.read', at: { kind: 'version', id } })),
    async run(job) {
      const { versions, format } = job.input;
      const context = await contextOf(job);
      const total = versions.length;
      const audience = { spaceId: context.spaceId, userId: context.userId };
      const entries = writeEach(context, job, versions, format, (done) =>
        context.write((tx) => context.push.send(tx, audience, 'batch_export', { job_id: job.id, done, total })),
      );
      await inZip(entries, (path) =>
        prepareFile(context, { name: 'schedules.zip', mediaType: 'application/zip', path }, async (tx, { key, name, size }) => {
          await context.push.send(tx, audience, 'batch_export', { job_id: job.id, done: total, total, key, name, size });
          await job.complete(tx, { download_key: key, name, size });
        }),
      );
      return {};
    },
  };
}
