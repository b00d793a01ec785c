import { findOpenJob } from '../../../platform/jobs/jobs.list.ts';
import { z } from 'zod';
import type { Context, ContextOfJob } from '../../../platform/context.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { nodesWith, ownAccess } from '../../access/roles/roles.access.service.ts';
import { listCountedVersions } from '../../planning/version-heads/version-heads.service.ts';
import { askThread } from './ai.reading.service.ts';
import { listUnread, putExamples } from './ai.repository.ts';

const LEARN = 'ai_learn';
/** Rows that are read before an answer; what is more is read in the background. */
const ROWS_AT_ONCE = 50_000;

/** Has the thread read a version for rows that others can be divided by. */
async function learnFrom(context: Context, versionId: number): Promise<void> {
  const { spaceId } = context;
  const learnt = await askThread(context, { do: 'learn', spaceId, versionId });
  if (learnt) await context.write((tx) => putExamples(tx, { spaceId, versionId }, learnt.revision, learnt.examples));
}

/** The versions that the caller may learn from, this one and one of each schedule, read as far as that lets nobody wait. */
export async function versionsToLearnFrom(context: Context, { id: versionId, name }: { id: number; name: string }) {
  const { ids, unread } = await context.read(async (db) => {
    const nodes = await nodesWith(db, context.spaceId, await ownAccess(context, db), 'plan.read');
    const readable = nodes && new Set(nodes);
    const counted = await listCountedVersions(db, context.spaceId, null);
    const others = counted.filter(({ schedule_id }) => readable?.has(schedule_id) ?? true).map(({ version_id }) => version_id);
    const all = [...new Set([versionId, ...others])];
    return { ids: all, unread: await listUnread(db, context.spaceId, all) };
  });
  let rows = 0;
  const now = unread.filter((one) => (rows += one.rows) <= ROWS_AT_ONCE);
  for (const { version_id } of now) await learnFrom(context, version_id);
  const later = unread.slice(now.length).map(({ version_id }) => version_id);
  const job_id = later.length ? await startLearning(context, name, later) : null;
  return { ids, state: { schedules: ids.length, unread: later.length, job_id } };
}

/** Starts a job where none of the space waits or runs; null where another person's does, which the caller cannot see. */
async function startLearning(context: Context, title: string, versionIds: number[]): Promise<number | null> {
  const { spaceId, userId } = context;
  return context.write(async (tx) => {
    const there = await findOpenJob(tx, { spaceId, userId }, LEARN);
    if (there) return there.own ? there.id : null;
    return context.jobs.enqueue(tx, { spaceId, userId, kind: LEARN, title, input: { versionIds } });
  });
}

const stored = z.object({ versionIds: z.array(z.number()) });

/** The job that reads versions for rows that others can be divided by. */
export function aiLearnJob(contextOf: ContextOfJob): JobKind<typeof stored> {
  return {
    kind: LEARN,
    input: stored,
    afterRestart: 'again',
    lane: 'long',
    needs: ({ versionIds }) => versionIds.map((id) => ({ right: 'plan.read', at: { kind: 'version', id } })),
    async run(job) {
      const context = await contextOf(job);
      for (const [index, versionId] of job.input.versionIds.entries()) {
        await job.progress(index / job.input.versionIds.length, 'ai.learning');
        // A call may have read this version while the job waited.
        const [unread] = await context.read((db) => listUnread(db, context.spaceId, [versionId]));
        if (unread) await learnFrom(context, versionId);
      }
      return { version_ids: job.input.versionIds };
    },
  };
}
