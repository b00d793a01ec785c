import type { Db } from '../../../../platform/postgres/database.ts';
import { stemOfName } from '../ai.names.rules.ts';
import { listRevisions, listRowNames } from './ai.norms.repository.ts';

/** A row of a directory whose name has a stem. */
export type NamedRow = { stem: string; directory_id: number; row_id: number };

/** The first row of each stem in directories that were asked for last, by what they held then. */
const kept = new Map<string, ReadonlyMap<string, number>>();
const [MOST_KEPT, NAMES_AT_ONCE] = [300_000, 10_000];

/** The first row of some directories for each of the stems. Works in a thread: the first look at a directory reads all of its names. */
export async function findNamed(
  db: Db,
  spaceId: number,
  directoryIds: readonly number[],
  stems: ReadonlySet<string>,
  most: number = MOST_KEPT,
): Promise<NamedRow[]> {
  const found = new Map<string, NamedRow>();
  for (const { id, revision } of await listRevisions(db, spaceId, directoryIds)) {
    const name = `${spaceId} ${id} ${revision}`;
    const known = kept.get(name) ?? (await readStems(db, spaceId, id));
    keep(name, known, most);
    for (const stem of stems) {
      const row = known.get(stem);
      if (row !== undefined && !found.has(stem)) found.set(stem, { stem, directory_id: id, row_id: row });
    }
  }
  return [...found.values()];
}

async function readStems(db: Db, spaceId: number, directoryId: number): Promise<Map<string, number>> {
  const known = new Map<string, number>();
  for (let after = 0; ;) {
    const rows = await listRowNames(db, spaceId, directoryId, after, NAMES_AT_ONCE);
    for (const { id, name } of rows) {
      const stem = stemOfName(name);
      if (stem && !known.has(stem)) known.set(stem, id);
    }
    if (rows.length < NAMES_AT_ONCE) return known;
    after = rows[rows.length - 1].id;
  }
}

function keep(name: string, stems: ReadonlyMap<string, number>, most: number): void {
  kept.delete(name);
  kept.set(name, stems);
  let count = 0;
  for (const [other, { size }] of [...kept].reverse()) {
    count += size;
    if (count > most && other !== name) kept.delete(other);
  }
}
