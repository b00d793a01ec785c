import type { Services } from '../../../platform/context.ts';
import { startEvery } from '../../../platform/jobs/every.ts';
import { deleteReplaced } from '../../access/spaces/spaces.replacement.service.ts';
import { listDueJobs, takeRun } from './backups.repository.ts';
import { enqueueBackup, followingRun } from './backups.service.ts';

const LOOK_EVERY_MS = 60_000;
const SYSTEM = { spaceId: null, userId: null, system: true };

type Needs = Pick<Services, 'database' | 'backups' | 'jobs' | 'log' | 'now'>;

/** Starts backups whose time has come: one for all runs that were missed, by one server alone; and lets go of replaced spaces. */
export async function startDueBackups(services: Needs): Promise<number> {
  const now = services.now();
  let begun = 0;
  for (const job of await services.database.read(SYSTEM, (db) => listDueJobs(db, now))) {
    const next = followingRun(job, now);
    await services.database.write({ spaceId: job.space_id, userId: null, system: true }, async (tx) => {
      if (!(await takeRun(tx, job, next ?? new Date(8.64e15 / 1000), now))) return;
      const of = { spaceId: job.space_id, userId: job.created_by };
      await enqueueBackup(services, tx, of, { name: now.toISOString().slice(0, 10), with_files: job.with_files, jobId: job.id });
      begun++;
    });
  }
  await deleteReplaced(services);
  return begun;
}

/** Looks every minute; the returned function stops it. */
export const startBackupTimers = (services: Needs): (() => void) =>
  startEvery(services.log, 'backups.timer', LOOK_EVERY_MS, () => startDueBackups(services));
