import type { Services } from '../../../platform/context.ts';
import { startEvery } from '../../../platform/jobs/every.ts';
import { deleteInBlocks } from '../../../platform/jobs/jobs.clearing.ts';
import { oldEdits } from './directories.history.repository.ts';

const LOOK_EVERY_MS = 3_600_000;
/** Changes that one transaction deletes; one may be some megabytes. */
const BLOCK = 200;

/** Deletes old changes of directories, at most `most` in one transaction; returns how many. */
export const forgetEdits = (services: Pick<Services, 'database'>, most = BLOCK): Promise<number> =>
  deleteInBlocks(services, oldEdits, most);

/** Looks every hour; the returned function stops it. */
export const startDirectoryClearing = (services: Pick<Services, 'database' | 'log'>): (() => void) =>
  startEvery(services.log, 'directories.clearing', LOOK_EVERY_MS, () => forgetEdits(services));
