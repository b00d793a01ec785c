import type { Services } from '../../../platform/context.ts';
import { startEvery } from '../../../platform/jobs/every.ts';
import { deleteInBlocks } from '../../../platform/jobs/jobs.clearing.ts';
import { unaskedFacts } from './analytics.repository.ts';

const LOOK_EVERY_MS = 24 * 3_600_000;
/** Facts that one transaction deletes; each has some kilobytes of lines. */
const BLOCK = 500;

/** Deletes facts by dimensions that nobody has asked for for long; returns how many. */
export const forgetUnasked = (services: Pick<Services, 'database'>, most = BLOCK): Promise<number> =>
  deleteInBlocks(services, unaskedFacts, most);

/** Looks every day; the returned function stops it. */
export const startFactClearing = (services: Pick<Services, 'database' | 'log'>): (() => void) =>
  startEvery(services.log, 'analytics.clearing', LOOK_EVERY_MS, () => forgetUnasked(services));
