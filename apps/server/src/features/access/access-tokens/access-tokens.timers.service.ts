import type { Services } from '../../../platform/context.ts';
import { startEvery } from '../../../platform/jobs/every.ts';
import { deleteInBlocks } from '../../../platform/jobs/jobs.clearing.ts';
import { endedTokens } from './access-tokens.repository.ts';

const LOOK_EVERY_MS = 3_600_000;

/** Deletes access tokens that ended a year ago, at most `most` in one transaction. */
export const forgetTokens = (services: Pick<Services, 'database'>, most?: number): Promise<number> =>
  deleteInBlocks(services, endedTokens, most);

/** Looks every hour; the returned function stops it. */
export const startTokenClearing = (services: Pick<Services, 'database' | 'log'>): (() => void) =>
  startEvery(services.log, 'tokens.clearing', LOOK_EVERY_MS, () => forgetTokens(services));
