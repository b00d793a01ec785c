import { removeFiles } from '../../../platform/files/files.ts';
import type { Services } from '../../../platform/context.ts';
import { startEvery } from '../../../platform/jobs/every.ts';
import { FORMER_VERSIONS } from './models.linked.service.ts';
import {
  clearContent,
  deleteModelsOfSpace,
  forgetDiscarded,
  listDiscarded,
  listOldContent,
  listSpacesWithDiscarded,
} from './models.repository.ts';

const SWEEP_EVERY_MS = 3_600_000;

type Needs = Pick<Services, 'database' | 'files'>;

/** Frees files of models that nothing names any more. */
export async function sweepModels({ database, files }: Needs, spaceId: number): Promise<void> {
  const system = { spaceId, userId: null, system: true };
  const keys = await database.read(system, (db) => listDiscarded(db, spaceId));
  if (!keys.length) return;
  await removeFiles(files, keys);
  await database.write(system, (tx) => forgetDiscarded(tx, spaceId, keys));
}

/** Removes what was read of versions of a model that no link looks for elements in any more; their files stay. */
export async function forgetOldVersions({ database }: Pick<Needs, 'database'>, spaceId: number, modelId: number): Promise<void> {
  const system = { spaceId, userId: null, system: true };
  const old = await database.read(system, (db) => listOldContent(db, spaceId, modelId, FORMER_VERSIONS));
  for (const id of old) await database.write(system, (tx) => clearContent(tx, spaceId, id));
}

/** Removes models and their files of a space that is being deleted. */
export async function eraseModels(services: Needs, spaceId: number): Promise<void> {
  await services.database.write({ spaceId, userId: null, system: true }, (tx) => deleteModelsOfSpace(tx, spaceId));
  await sweepModels(services, spaceId);
}

/** Sweeps all spaces at intervals: files of projects that were deleted; the returned function stops the timer. */
export const startModelSweep = (services: Needs & Pick<Services, 'log'>): (() => void) =>
  startEvery(services.log, 'models.sweep', SWEEP_EVERY_MS, async () => {
    const spaces = await services.database.read({ spaceId: null, userId: null, system: true }, listSpacesWithDiscarded);
    for (const id of spaces) await sweepModels(services, id);
  });
