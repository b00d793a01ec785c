import type { Services } from '../../../platform/context.ts';
import { startEvery } from '../../../platform/jobs/every.ts';
import { deleteInBlocks } from '../../../platform/jobs/jobs.clearing.ts';
import type { Db, Reach } from '../../../platform/postgres/database.ts';
import { listDownwards, listUpwards, markOfHierarchy, oldHierarchyChanges } from './roles.repository.ts';
import { type Access, reachRoots } from './roles.rules.ts';

/** Ids of all reaches that are kept. */
const KEPT_IDS = 2_000_000;
/** Changes of hierarchies go after a day, and a mark from before one that committed late may come back then: no reach is kept until that. */
const KEPT_MS = 12 * 3_600_000;

/** Reaches by the mark of the hierarchy and the nodes that they begin with: from the same two the same one comes. */
const kept = new Map<string, Reach>();
let keptIds = 0;
let keptSince = performance.now();

const sizeOf = ({ nodes, paths }: Reach): number => nodes.length + paths.length;

function keep(key: string, reach: Reach): void {
  if (kept.has(key)) return;
  kept.set(key, reach);
  keptIds += sizeOf(reach);
  for (const [old, gone] of kept) {
    if (keptIds <= KEPT_IDS || old === key) return;
    kept.delete(old);
    keptIds -= sizeOf(gone);
  }
}

/** The part of the structure that somebody sees; null: all of it. It is read where the hierarchy is another one than the last time. */
export async function reachOf(db: Db, spaceId: number, access: Access): Promise<Reach | null> {
  const roots = reachRoots(access);
  if (roots === null) return null;
  if (!roots.length) return { nodes: [], paths: [] };
  const key = `${spaceId} ${await markOfHierarchy(db, spaceId)} ${roots.toSorted((a, b) => a - b).join()}`;
  if (performance.now() - keptSince > KEPT_MS) {
    kept.clear();
    keptIds = 0;
    keptSince = performance.now();
  }
  const known = kept.get(key);
  if (known) {
    // The one that was used last is the last to go.
    kept.delete(key);
    kept.set(key, known);
    return known;
  }
  const reach = { nodes: await listDownwards(db, spaceId, roots), paths: await listUpwards(db, spaceId, roots) };
  keep(key, reach);
  return reach;
}

const LOOK_EVERY_MS = 3_600_000;

/** Forgets old changes of hierarchies every hour; the returned function stops it. */
export const startHierarchyClearing = (services: Pick<Services, 'database' | 'log'>): (() => void) =>
  startEvery(services.log, 'hierarchy.clearing', LOOK_EVERY_MS, () => deleteInBlocks(services, oldHierarchyChanges));
