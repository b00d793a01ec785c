import type { Services } from '../../../platform/context.ts';
import type { Sizes } from '../../../platform/http/heavy.ts';
import { perDatabase } from '../../../platform/postgres/database.ts';
import { findVersionHead } from './version-heads.repository.ts';
import { isSpaceLarge } from './version-heads.sizes.repository.ts';

/** A version of more works is large: reading it holds up a thread for longer than others should wait. */
const LARGE_VERSION = 2_000;
/** A space is large where it has more nodes, versions or members, more rows of directories or estimates, or a version of more works. */
const LARGE_SPACE = { nodes: 2_000, rows: 5_000, works: 20_000 };
const KNOWN_MS = 60_000;
const MOST_KNOWN = 10_000;

const knownSpaces = perDatabase(() => new Map<number, { isLarge: boolean; until: number }>());

/** How large versions and spaces are; a space is looked at once a minute. */
export function sizesOf(services: Pick<Services, 'database'>): Sizes {
  const known = knownSpaces(services);
  return {
    async isLargeVersion(spaceId, versionId) {
      const key = { spaceId, versionId };
      const head = await services.database.read({ spaceId, userId: null }, (db) => findVersionHead(db, key));
      return (head?.item_count ?? 0) > LARGE_VERSION;
    },
    async isLargeSpace(spaceId) {
      const now = performance.now();
      const found = known.get(spaceId);
      if (found && found.until > now) return found.isLarge;
      const isLarge = await services.database.read({ spaceId, userId: null }, (db) => isSpaceLarge(db, spaceId, LARGE_SPACE));
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(spaceId, { isLarge, until: now + KNOWN_MS });
      return isLarge;
    },
  };
}
