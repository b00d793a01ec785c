import { z } from 'zod';
import { EXPORT_FORMATS } from '@gantry/contract';
import type { Context, ContextOfJob } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { JobKind, JobRun } from '../../../platform/jobs/jobs.ts';
import { getVersion } from '../../planning/version-heads/version-heads.service.ts';
import { prepareFile } from '../../access/downloads/downloads.service.ts';
import { findingOut, writeVersion } from './export.version.service.ts';

export { fileName, writeEach } from './export.archive.service.ts';
export { exportThread } from './export.version.service.ts';

const EXPORT = 'export';
const READ = 0.4;

const stored = z.object({ versionId: z.number(), format: z.enum(EXPORT_FORMATS), ids: z.array(z.number()).nullable() });
type StoredInput = z.output<typeof stored>;

/** Starts the export of a version, or of some of its rows, as a job. */
export async function startExport(context: Context, input: StoredInput): Promise<number> {
  const version = await getVersion(context, input.versionId);
  if (!version.item_count) fail('export.nothing_to_export', { name: version.name });
  return context.write((tx) =>
    context.jobs.enqueue(tx, {
      spaceId: context.spaceId,
      userId: context.userId,
      kind: EXPORT,
      title: `${version.name} (${input.format})`,
      input,
    }),
  );
}

/** The job that writes a version as a file and keeps it for its owner to fetch. */
export function exportJob(contextOf: ContextOfJob): JobKind<typeof stored> {
  return {
    kind: EXPORT,
    input: stored,
    afterRestart: 'again',
    lane: 'long',
    needs: (input) => [{ right: 'plan.read', at: { kind: 'version', id: input.versionId } }],
    async run(job) {
      const { versionId, format, ids } = job.input;
      const context = await contextOf(job);
      try {
        const outcome = await writeVersion(context, { versionId, format, ids }, job.signal, () => job.progress(READ, 'export.writing'));
        job.findings(outcome.findings.map(findingOut));
        const about = { name: `${outcome.name}${outcome.extension}`, mediaType: outcome.mediaType, bytes: outcome.bytes };
        await prepareFile(context, about, async (tx, { key, name, size }) => {
          const reported = { job_id: job.id, version_id: versionId, status: 'completed' as const, key, name, size };
          await context.push.send(tx, { spaceId: context.spaceId, userId: context.userId }, 'export', reported);
          await job.complete(tx, { download_key: key, name, size, version_id: versionId });
        });
        return {};
      } catch (error) {
        await reportFailure(context, job, versionId);
        throw error;
      }
    },
  };
}

const reportFailure = (context: Context, job: JobRun, versionId: number) =>
  context.write((tx) =>
    context.push.send(tx, { spaceId: context.spaceId, userId: context.userId }, 'export', {
      job_id: job.id,
      version_id: versionId,
      status: 'error',
    }),
  );
