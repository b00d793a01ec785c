import { z } from 'zod';
import type { Context, ContextOfJob } from '../../../platform/context.ts';
import { fail, Refused } from '../../../platform/fail.ts';
import { leftOut } from '../../../platform/jobs/jobs.findings.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { calculateNow } from '../../planning/timetable/timetable.service.ts';
import { batchVersion, versionsOf } from './batch.versions.service.ts';

const BATCH_CALCULATE = 'batch_calculate';

/** Starts one job that calculates many versions; refused when none of them has rows. */
export async function startBatchCalculation(context: Context, asked: { schedule_ids: number[]; version_ids: number[] }): Promise<number> {
  const versions = await versionsOf(context, asked);
  if (!versions.length) fail('timetable.nothing_to_calculate');
  const title = versions.length === 1 ? versions[0].name : `${versions[0].name} + ${versions.length - 1}`;
  return context.write((tx) =>
    context.jobs.enqueue(tx, { spaceId: context.spaceId, userId: context.userId, kind: BATCH_CALCULATE, title, input: { versions } }),
  );
}

const stored = z.object({ versions: z.array(batchVersion) });

/** The job that calculates versions one after the other. Each is calculated whole or not at all; a refused one leaves the others. */
export function batchCalculateJob(contextOf: ContextOfJob): JobKind<typeof stored> {
  return {
    kind: BATCH_CALCULATE,
    input: stored,
    afterRestart: 'again',
    lane: 'long',
    needs: (input) => input.versions.map(({ id }) => ({ right: 'plan.calculate', at: { kind: 'version', id } })),
    async run(job) {
      const { versions } = job.input;
      const context = await contextOf(job);
      const calculated: number[] = [];
      const failed: string[] = [];
      for (const [done, { id, name }] of versions.entries()) {
        await job.progress(done / versions.length, 'timetable.calculating');
        try {
          await calculateNow(context, id, {}, job.signal);
          calculated.push(id);
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          failed.push(name);
          job.findings([leftOut(error, name)]);
        }
        const reported = { job_id: job.id, done: done + 1, total: versions.length };
        await context.write((tx) =>
          context.push.send(tx, { spaceId: context.spaceId, userId: context.userId }, 'batch_calculate', reported),
        );
      }
      return { version_ids: calculated, failed };
    },
  };
}
