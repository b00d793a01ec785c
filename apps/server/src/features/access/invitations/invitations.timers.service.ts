import type { Services } from '../../../platform/context.ts';
import { startEvery } from '../../../platform/jobs/every.ts';
import { deleteInBlocks } from '../../../platform/jobs/jobs.clearing.ts';
import { endedInvitations } from './invitations.repository.ts';

const LOOK_EVERY_MS = 3_600_000;

/** Deletes invitations that ended a year ago, at most `most` in one transaction. */
export const forgetInvitations = (services: Pick<Services, 'database'>, most?: number): Promise<number> =>
  deleteInBlocks(services, endedInvitations, most);

/** Looks every hour; the returned function stops it. */
export const startInvitationClearing = (services: Pick<Services, 'database' | 'log'>): (() => void) =>
  startEvery(services.log, 'invitations.clearing', LOOK_EVERY_MS, () => forgetInvitations(services));
