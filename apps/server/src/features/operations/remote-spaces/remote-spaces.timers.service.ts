import type { Services } from '../../../platform/context.ts';
import { startEvery } from '../../../platform/jobs/every.ts';
import { COPY_REMOTE } from './remote-spaces.jobs.ts';
import { takeUnfinished } from './remote-spaces.repository.ts';

const SWEEP_EVERY_MS = 3_600_000;
const KEPT_MS = 24 * 3_600_000;

type Needs = Pick<Services, 'database' | 'backups' | 'log' | 'now'>;

/** Removes what arrived of copies that were not finished and were not begun again for a day. */
export async function sweepUnfinished({ database, backups, now }: Needs): Promise<void> {
  const before = new Date(now().getTime() - KEPT_MS);
  const folders = await database.write({ spaceId: null, userId: null, system: true }, (tx) => takeUnfinished(tx, COPY_REMOTE, before));
  for (const folder of folders) {
    const left = backups.open(folder);
    for await (const { key } of left.list()) await left.remove(key);
  }
}

/** Looks every hour; the returned function stops it. */
export const startRemoteTimers = (services: Needs): (() => void) =>
  startEvery(services.log, 'remote.timer', SWEEP_EVERY_MS, () => sweepUnfinished(services));
