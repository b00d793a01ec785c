import type { Diff } from '@gantry/domain';
import { type Database, type Db, perDatabase } from '../../../platform/postgres/database.ts';
import { findVersionHead, type VersionHead, type VersionKey } from '../version-heads/version-heads.service.ts';
import { fail } from '../../../platform/fail.ts';

/** Most versions that are remembered. */
const MOST_VERSIONS = 500;

/** What follows from a value after an edit; undefined where it must be read again. */
type Follow<V> = (value: V, diff: Diff) => V | undefined;
type Value = { value: unknown; follow: Follow<unknown> };

/** Values read from a version as it stood at a revision. The chain names the revision and all before it, so nothing stale is ever taken. */
type Known = { chain: string; values: Map<string, Value> };

const knownOf = perDatabase(() => new Map<string, Known>());
const schedulesOf = perDatabase(() => new Map<string, number>());
const nameOf = ({ spaceId, versionId }: VersionKey): string => `${spaceId} ${versionId}`;

/** Forgets what was used longest ago. */
function keep<V>(map: Map<string, V>, name: string, value: V): void {
  map.delete(name);
  map.set(name, value);
  for (const oldest of map.keys()) {
    if (map.size <= MOST_VERSIONS) return;
    map.delete(oldest);
  }
}

/** The schedule of a version, which never changes; asked of the database once. */
export async function scheduleOf(services: { database: Database }, db: Db, key: VersionKey): Promise<number> {
  const schedules = schedulesOf(services);
  const known = schedules.get(nameOf(key));
  if (known !== undefined) return known;
  const head = await findVersionHead(db, key);
  if (!head) fail('version.not_found', { id: key.versionId });
  keep(schedules, nameOf(key), head.schedule_id);
  return head.schedule_id;
}

/** What edits of a version read often, remembered from one edit to the next. */
export type Remembered = {
  find<V>(name: string): V | undefined;
  keep<V>(name: string, value: V, follow: Follow<V>): void;
};

export function rememberedOf(services: { database: Database }, key: VersionKey, { chain }: Pick<VersionHead, 'chain'>): Remembered {
  const all = knownOf(services);
  const at = chain.toString('hex');
  const found = all.get(nameOf(key));
  const known: Known = found?.chain === at ? found : { chain: at, values: new Map() };
  return {
    find: <V>(name: string) => known.values.get(name)?.value as V | undefined,
    keep(name, value, follow) {
      known.values.set(name, { value, follow: follow as Follow<unknown> });
      keep(all, nameOf(key), known);
    },
  };
}

/** After an edit that may yet be rolled back: what follows from it stands at the next revision. */
export function carryOn(services: { database: Database }, key: VersionKey, before: Buffer, after: Buffer, diff: Diff): void {
  const all = knownOf(services);
  const known = all.get(nameOf(key));
  if (known?.chain !== before.toString('hex')) return;
  const values = new Map<string, Value>();
  for (const [name, { value, follow }] of known.values) {
    const next = follow(value, diff);
    if (next !== undefined) values.set(name, { value: next, follow });
  }
  keep(all, nameOf(key), { chain: after.toString('hex'), values });
}
