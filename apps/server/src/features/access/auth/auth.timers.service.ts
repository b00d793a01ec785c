import type { Services } from '../../../platform/context.ts';
import { startEvery } from '../../../platform/jobs/every.ts';
import { deleteInBlocks } from '../../../platform/jobs/jobs.clearing.ts';
import { endedSessions, oldTries } from './auth.repository.ts';
import { LONGEST_WINDOW_SECONDS } from './auth.rules.ts';

const LOOK_EVERY_MS = 3_600_000;

type Needs = Pick<Services, 'database' | 'log'>;

/** Deletes ended sessions and expired counts of sign-in tries, at most `most` in one transaction. */
export async function forgetEnded(services: Pick<Needs, 'database'>, most?: number): Promise<void> {
  await deleteInBlocks(services, endedSessions, most);
  await deleteInBlocks(services, (limit) => oldTries(limit, LONGEST_WINDOW_SECONDS), most);
}

/** Looks every hour; the returned function stops it. */
export const startSessionClearing = (services: Needs): (() => void) =>
  startEvery(services.log, 'auth.clearing', LOOK_EVERY_MS, () => forgetEnded(services));
