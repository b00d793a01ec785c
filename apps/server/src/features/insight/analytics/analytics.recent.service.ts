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

/** Lists of versions that come to one name by chance only read each other's facts anew. */
function nameOf({ spaceId }: Context, versions: readonly CountedVersion[], { tier }: Wanted): string {
  let sum = 0;
  for (const { version_id: id } of versions) sum = (Math.imul(sum, 31) + id) | 0;
  return `${spaceId} ${tier} ${versions.length} ${sum}`;
}

/**
 * What is kept of some versions, by their ids. The database says what was counted anew since the last time; the rest is not read again, and
 * where nothing was, the answer is the same object.
 */
export async function readRecent(
  context: Context,
  versions: readonly CountedVersion[],
  wanted: Wanted,
): Promise<ReadonlyMap<number, KeptFacts>> {
  const before = wanted.dimension === '' ? recentOf(context).get(nameOf(context, versions, wanted))?.facts : undefined;
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

/** The facts of those versions that have some; the same list as long as neither they nor their places have changed, so that what is made of it can be kept with it. */
export function countedOf(
  context: Context,
  versions: readonly CountedVersion[],
  facts: ReadonlyMap<number, KeptFacts>,
  wanted: Wanted,
): CountedFactsOf[] {
  const name = nameOf(context, versions, wanted);
  const recent = wanted.dimension === '' ? recentOf(context).get(name) : undefined;
  if (recent?.facts === facts && areSame(recent.versions, versions)) return recent.counted;
  const counted = versions.flatMap((version) => {
    const kept = facts.get(version.version_id);
    return kept ? [{ ...kept, version }] : [];
  });
  if (wanted.dimension === '') recentOf(context).set(name, { versions, facts, counted });
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
