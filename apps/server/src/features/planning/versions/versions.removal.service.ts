import { z } from 'zod';
import type { Context, ContextOfJob } from '../../../platform/context.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { eraseVersion, findRemovable } from '../version-heads/version-heads.service.ts';

/** A version of up to so many rows and revisions is deleted while the caller waits: a call has thirty seconds for a statement. */
const AT_ONCE = 5000;
const DELETE = 'delete_version';

const removalInput = z.object({ versionId: z.number(), scheduleId: z.number() });

/** Deletes a version with its content; a large one as a job. A locked one is refused. */
export async function removeVersion(context: Context, versionId: number): Promise<{ job_id: number | null }> {
  return context.write(async (tx) => {
    const version = await findRemovable(context, tx, versionId);
    if (Math.max(version.item_count, version.revision) <= AT_ONCE) {
      await eraseVersion(context, tx, versionId);
      return { job_id: null };
    }
    const input: z.output<typeof removalInput> = { versionId, scheduleId: version.schedule_id };
    const { spaceId, userId } = context;
    return { job_id: await context.jobs.enqueue(tx, { spaceId, userId, kind: DELETE, title: version.name, input }) };
  });
}

/** The job that deletes a large version: all of it in one transaction. */
export function deleteVersionJob(contextOf: ContextOfJob): JobKind<typeof removalInput> {
  return {
    kind: DELETE,
    input: removalInput,
    afterRestart: 'again',
    lane: 'long',
    // At the schedule: the version itself is gone when the job ends.
    needs: ({ scheduleId }) => [{ right: 'plan.edit', at: { kind: 'node', id: scheduleId } }],
    async run(job) {
      const context = await contextOf(job);
      await job.progress(0, 'version.deleting');
      return context.write(async (tx) => {
        await eraseVersion(context, tx, job.input.versionId);
        await job.complete(tx, {});
        return {};
      });
    },
  };
}
