import type { Services } from '../../../platform/context.ts';
import { startEvery } from '../../../platform/jobs/every.ts';
import { deleteInBlocks } from '../../../platform/jobs/jobs.clearing.ts';
import { deleteEndedSessions, deleteOldTries } from './auth.repository.ts';
import { LONGEST_WINDOW_SECONDS } from './auth.rules.ts';

const LOOK_EVERY_MS = 3_600_000;

type Needs = Pick<Services, 'database' | 'log'>;

/** Clears away sessions and counts of tries whose time is over, `most` a transaction. */
export async function forgetEnded(services: Pick<Needs, 'database'>, most?: number): Promise<void> {
  await deleteInBlocks(services, deleteEndedSessions, most);
  await deleteInBlocks(services, (tx, limit) => deleteOldTries(tx, limit, LONGEST_WINDOW_SECONDS), most);
}

/** Looks every hour; the returned function stops it. */
export const startSessionClearing = (services: Needs): (() => void) =>
  startEvery(services.log, 'auth.clearing', LOOK_EVERY_MS, () => forgetEnded(services));
