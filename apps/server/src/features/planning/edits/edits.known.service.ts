import type { AnyRow, Diff, VersionTable } from '@gantry/domain';
import { type Database, type Db, perDatabase } from '../../../platform/postgres/database.ts';
import { findVersionHead, type VersionHead, type VersionKey } from '../version-heads/version-heads.service.ts';
import { fail } from '../../../platform/fail.ts';

/** Tables with few rows that most edits read whole and few change. */
const SMALL = ['calendar', 'settings'] as const satisfies VersionTable[];
const isSmall = (table: VersionTable): boolean => (SMALL as readonly VersionTable[]).includes(table);

/** Most versions that are remembered, and most rows of a table of one. */
const MOST_VERSIONS = 500;
const MOST_ROWS = 100;

/** Rows of small tables as they stood at a revision. The chain names the revision and all before it, so nothing stale is ever taken. */
type Known = { chain: string; tables: Map<VersionTable, readonly AnyRow[]> };

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

/** Reads of small tables of a version at a revision, remembered from one edit to the next. */
export type SmallTables = {
  find(table: VersionTable): readonly AnyRow[] | undefined;
  keep(table: VersionTable, rows: readonly AnyRow[]): void;
};

export function smallTablesOf(services: { database: Database }, key: VersionKey, { chain }: Pick<VersionHead, 'chain'>): SmallTables {
  const all = knownOf(services);
  const at = chain.toString('hex');
  const found = all.get(nameOf(key));
  const known: Known = found?.chain === at ? found : { chain: at, tables: new Map() };
  return {
    find: (table) => known.tables.get(table),
    keep(table, rows) {
      if (!isSmall(table) || rows.length > MOST_ROWS) return;
      known.tables.set(table, rows);
      keep(all, nameOf(key), known);
    },
  };
}

/** After an edit that may yet be rolled back: what it left alone stands at the next revision too. */
export function carryOn(services: { database: Database }, key: VersionKey, before: Buffer, after: Buffer, diff: Diff): void {
  const all = knownOf(services);
  const known = all.get(nameOf(key));
  if (known?.chain !== before.toString('hex')) return;
  const tables = new Map([...known.tables].filter(([table]) => !diff[table]));
  keep(all, nameOf(key), { chain: after.toString('hex'), tables });
}
