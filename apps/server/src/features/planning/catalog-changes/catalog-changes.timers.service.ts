import type { Services } from '../../../platform/context.ts';
import { startEvery } from '../../../platform/jobs/every.ts';
import { deleteInBlocks } from '../../../platform/jobs/jobs.clearing.ts';
import { deleteOldActs, deleteOldProposals } from './catalog-changes.acts.repository.ts';

const LOOK_EVERY_MS = 3_600_000;
/** Rows that one transaction deletes; an act may have thousands of proposals. */
const BLOCK = { acts: 5, proposals: 50 };

type Needs = Pick<Services, 'database' | 'log'>;

/** Deletes changes of the catalog and proposals that nobody has answered for long; returns how many. */
export async function forgetUnanswered(services: Pick<Needs, 'database'>): Promise<number> {
  const acts = await deleteInBlocks(services, deleteOldActs, BLOCK.acts);
  return acts + (await deleteInBlocks(services, deleteOldProposals, BLOCK.proposals));
}

/** Looks every hour; the returned function stops it. */
export const startCatalogTimers = (services: Needs): (() => void) =>
  startEvery(services.log, 'catalog_changes.unanswered', LOOK_EVERY_MS, () => forgetUnanswered(services));
