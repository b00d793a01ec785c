import type { Services } from '../../../platform/context.ts';
import { startEvery } from '../../../platform/jobs/every.ts';
import { deleteInBlocks } from '../../../platform/jobs/jobs.clearing.ts';
import { deleteOldProposals } from './import.repository.ts';

const LOOK_EVERY_MS = 3_600_000;
/** Proposals that one transaction deletes; each may have hundreds of pieces. */
const BLOCK = 50;

type Needs = Pick<Services, 'database' | 'log'>;

/** Deletes proposals for versions that nobody has answered for long; returns how many. */
export const forgetProposals = (services: Pick<Needs, 'database'>): Promise<number> => deleteInBlocks(services, deleteOldProposals, BLOCK);

/** Looks every hour; the returned function stops it. */
export const startProposalTimers = (services: Needs): (() => void) =>
  startEvery(services.log, 'import.proposals', LOOK_EVERY_MS, () => forgetProposals(services));
