import type { Services } from '../../../platform/context.ts';
import { startEvery } from '../../../platform/jobs/every.ts';
import { listRevisions } from './version-heads.repository.ts';

const EVERY_MS = 1000;
const INSTALLATION = { spaceId: null, userId: null, system: true };

/**
 * Looks every second at the revisions of the versions that pages of this node have open. A version that is ahead of what was heard of it
 * for two looks has been told of by a hint that was lost: the pages are told now, so that none is stale for more than three seconds
 * while its channel stands. The returned function stops it.
 */
export function startBeacon({ database, push, log }: Pick<Services, 'database' | 'push' | 'log'>): () => void {
  /** What the last look found of each version, and what its pages knew. */
  let former = new Map<number, { revision: number; known: number }>();
  const look = async (): Promise<void> => {
    const open = push.openVersions();
    if (!open.size) return void (former = new Map());
    const spaces = [...new Set([...open.values()].map(({ spaceId }) => spaceId))];
    const rows = await database.read(INSTALLATION, (db) => listRevisions(db, spaces, [...open.keys()]));
    const seen: typeof former = new Map();
    for (const { id, revision } of rows) {
      const { spaceId, heard } = open.get(id) ?? {};
      if (spaceId === undefined) continue;
      const before = former.get(id);
      // A page that has just come loads the version as it stands.
      const known = heard ?? before?.known ?? revision;
      if (before && known < before.revision)
        push.repeat({ spaceId, versionId: id }, 'version_edit', { version_id: id, revision: before.revision });
      seen.set(id, { revision, known });
    }
    former = seen;
  };
  return startEvery(log, 'push.beacon', EVERY_MS, look);
}
