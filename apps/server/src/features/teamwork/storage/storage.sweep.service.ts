import { removeFiles } from '../../../platform/files/files.ts';
import type { Services } from '../../../platform/context.ts';
import { startEvery } from '../../../platform/jobs/every.ts';
import { listSpacesToSweep, sweepItems } from './storage.repository.ts';
import { sweepUploads } from './storage.uploads.repository.ts';

const SWEEP_EVERY_MS = 3_600_000;

type Needs = Pick<Services, 'database' | 'files'>;

/** Frees what nothing shows any more, and the parts of uploads that nobody has gone on with for a day. */
export async function sweepSpace(services: Needs, spaceId: number): Promise<void> {
  const system = { spaceId, userId: null, system: true };
  const keys = await services.database.write(system, (tx) => sweepItems(tx, spaceId));
  await removeFiles(services.files, keys);
  await sweepParts(services, spaceId);
}

/** Frees the parts of uploads that nobody has gone on with for a day. */
export async function sweepParts({ database, files }: Needs, spaceId: number): Promise<void> {
  const keys = await database.write({ spaceId, userId: null, system: true }, (tx) => sweepUploads(tx, spaceId));
  await removeFiles(files, keys);
}

/** Frees this in every space where its time is over, whether anybody works there or not. */
export async function sweepSpaces(services: Needs): Promise<void> {
  const spaces = await services.database.read({ spaceId: null, userId: null, system: true }, (db) => listSpacesToSweep(db, SWEEP_EVERY_MS));
  for (const id of spaces) await sweepSpace(services, id);
}

/** Sweeps all spaces at intervals; the returned function stops the timer. */
export const startStorageSweep = (services: Needs & Pick<Services, 'log'>): (() => void) =>
  startEvery(services.log, 'storage.sweep', SWEEP_EVERY_MS, () => sweepSpaces(services));
