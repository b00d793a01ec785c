import { LRUCache } from 'lru-cache';
import type { Context } from '../../../platform/context.ts';
import { perDatabase } from '../../../platform/postgres/database.ts';
import type { CountedVersion } from '../../planning/version-heads/version-heads.service.ts';
import { type KeptFacts, listFacts, listRewritten } from './analytics.repository.ts';

/** Facts of a version, and where it counts. */
export type CountedFactsOf = Omit<KeptFacts, 'written'> & { version: CountedVersion };
type Wanted = { tier: 'week' | 'month' | null; dimension: string };
/** What was read last for a list of versions, and what was made of it. */
type Recent = { versions: readonly CountedVersion[]; facts: ReadonlyMap<number, KeptFacts>; counted: CountedFactsOf[] };

/** Bytes of facts that a server keeps in memory, and what the sums of one version take of them beside its lines. */
const [MOST_BYTES, BYTES_OF_SUMS] = [64 * 2 ** 20, 1200];

const recentOf = perDatabase(
  () =>
    new LRUCache<string, Recent>({
      maxSize: MOST_BYTES,
      sizeCalculation: ({ counted }) => counted.reduce((sum, { lines }) => sum + BYTES_OF_SUMS + (lines?.length ?? 0), 1),
    }),
);

/** The cache of what is wanted; lines by a dimension have none. */
const cacheOf = (context: Context, { dimension }: Wanted) => (dimension === '' ? recentOf(context) : undefined);

/** The cache key of a list of versions. Two lists with the same key replace each other's entry; their answers stay correct. */
function nameOf({ spaceId }: Context, versions: readonly CountedVersion[], { tier }: Wanted): string {
  let sum = 0;
  for (const { version_id: id } of versions) sum = (Math.imul(sum, 31) + id) | 0;
  return `${spaceId} ${tier} ${versions.length} ${sum}`;
}

/**
 * Returns the stored facts of some versions by version id. It reads only the facts that have been rewritten since the last call, and returns
 * the same object when none have.
 */
export async function readRecent(
  context: Context,
  versions: readonly CountedVersion[],
  wanted: Wanted,
): Promise<ReadonlyMap<number, KeptFacts>> {
  const before = cacheOf(context, wanted)?.get(nameOf(context, versions, wanted))?.facts;
  const ids = versions.map(({ version_id }) => version_id);
  return context.read(async (db) => {
    const changed = before ? await listRewritten(db, context.spaceId, ids, before) : ids;
    if (before && !changed.length) return before;
    const all = new Map(before);
    for (const id of changed) all.delete(id);
    for (const one of await listFacts(db, context.spaceId, changed, wanted)) all.set(one.version_id, one);
    return all;
  });
}

/** Returns the facts of the versions that have some. The list is the same object until facts or places change, so that callers can cache what they derive from it. */
export function countedOf(
  context: Context,
  versions: readonly CountedVersion[],
  facts: ReadonlyMap<number, KeptFacts>,
  wanted: Wanted,
): CountedFactsOf[] {
  const name = nameOf(context, versions, wanted);
  const cache = cacheOf(context, wanted);
  const recent = cache?.get(name);
  if (recent?.facts === facts && areSame(recent.versions, versions)) return recent.counted;
  const counted = versions.flatMap((version) => {
    const kept = facts.get(version.version_id);
    return kept ? [{ ...kept, version }] : [];
  });
  cache?.set(name, { versions, facts, counted });
  return counted;
}

const areSame = (one: readonly CountedVersion[], other: readonly CountedVersion[]): boolean =>
  one.length === other.length &&
  one.every((version, at) => {
    const { version_id, part_id, revision, schedule_id } = other[at];
    return (
      version.version_id === version_id &&
      version.part_id === part_id &&
      version.revision === revision &&
      version.schedule_id === schedule_id
    );
  });
