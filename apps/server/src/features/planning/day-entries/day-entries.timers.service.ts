import type { Services } from '../../../platform/context.ts';
import { startEvery } from '../../../platform/jobs/every.ts';
import { deleteInBlocks } from '../../../platform/jobs/jobs.clearing.ts';
import { oldEntries } from './day-entries.repository.ts';

const LOOK_EVERY_MS = 3_600_000;

/** Deletes old reports that make no facts, at most `most` in one transaction; returns how many. */
export const forgetEntries = (services: Pick<Services, 'database'>, most?: number): Promise<number> =>
  deleteInBlocks(services, oldEntries, most);

/** Looks every hour; the returned function stops it. */
export const startEntryClearing = (services: Pick<Services, 'database' | 'log'>): (() => void) =>
  startEvery(services.log, 'day_entries.clearing', LOOK_EVERY_MS, () => forgetEntries(services));
