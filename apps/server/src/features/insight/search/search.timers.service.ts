import type { Services } from '../../../platform/context.ts';
import { startEvery } from '../../../platform/jobs/every.ts';
import { dropStems, listSpacesWith } from './search.index.repository.ts';

const LOOK_EVERY_MS = 3_600_000;
/** Each space has its day of the month, and an hour of it at which few people search. */
const [DAYS, HOUR] = [28, 2];

type Needs = Pick<Services, 'database' | 'now'>;

/** Removes stems that texts no longer have, of the spaces whose day it is. */
export async function forgetStems({ database, now }: Needs): Promise<void> {
  const day = now().getUTCDate() - 1;
  if (day >= DAYS) return;
  const spaces = await database.read({ spaceId: null, userId: null, system: true }, (db) => listSpacesWith(db, { of: DAYS, rest: day }));
  for (const spaceId of spaces) await database.write({ spaceId, userId: null }, (tx) => dropStems(tx, spaceId));
}

/** Looks every hour; the returned function stops it. */
export const startStemClearing = (services: Needs & Pick<Services, 'log'>): (() => void) =>
  startEvery(services.log, 'search.stems', LOOK_EVERY_MS, async () => {
    if (services.now().getUTCHours() === HOUR) await forgetStems(services);
  });
