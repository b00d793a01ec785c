import type { DirectoryAttribute, DirectoryCell, DirectoryRow } from '@gantry/contract';
import { type Definition, indexLists, writeCell } from './rows/directories.values.rules.ts';

/** A directory that gives values to columns of another. */
export type Giver = Definition & { id: number };

/** Cells that differ from their donors, list values compared by text. Rows whose donor is deleted keep their values. */
export function donatedUpdates(
  columns: readonly DirectoryAttribute[],
  giver: Giver,
  rows: readonly { id: number; cells: DirectoryRow['cells']; given: DirectoryRow['cells'] | null }[],
): { id: number; before: Record<string, DirectoryCell>; after: Record<string, DirectoryCell> }[] {
  const lists = indexLists(giver.lists);
  const bound = columns.flatMap((column) => {
    const from = giver.columns.find(({ id }) => id === column.donor?.attribute_id);
    return from ? [{ id: column.id, from }] : [];
  });
  return rows.flatMap(({ id, cells, given }) => {
    if (!given) return [];
    const before: Record<string, DirectoryCell> = {};
    const after: Record<string, DirectoryCell> = {};
    for (const { id: column, from } of bound) {
      const value = given[from.id] ?? null;
      const next = from.type === 'list' ? writeCell(from, value, lists) : value;
      const now = cells[column] ?? null;
      if (now === next) continue;
      before[column] = now;
      after[column] = next;
    }
    return Object.keys(after).length ? [{ id, before, after }] : [];
  });
}

/** The type that a donor column has for the column that it takes from. */
export const donatedType = (type: DirectoryAttribute['type']): DirectoryAttribute['type'] => (type === 'list' ? 'string' : type);

/** Whether the giver receives, over any number of steps, from the taker, which would close a cycle. */
export const closesCycle = (pairs: readonly DonorPair[], giver: number, taker: number): boolean => takersBelow(pairs, taker).has(giver);

type DonorPair = { giver: number; taker: number };

/** A directory and all that receive from it over any number of steps. */
export function takersBelow(pairs: readonly DonorPair[], directoryId: number): ReadonlySet<number> {
  const takers = Map.groupBy(pairs, ({ giver }) => giver);
  const seen = new Set<number>();
  const stack = [directoryId];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    for (const { taker } of takers.get(at) ?? []) stack.push(taker);
  }
  return seen;
}
