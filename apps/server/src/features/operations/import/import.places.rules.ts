import { type AnyChange, entryOf, type WbsRow } from '@gantry/domain';
import type { Pairs } from './proposal/import.matching.rules.ts';

/**
 * Assigns positions among siblings to new and moved rows in the order of the file; rows already in order keep theirs, to keep the diff
 * small.
 */
export function placeRows(
  current: readonly WbsRow[],
  incoming: readonly WbsRow[],
  ids: Pairs,
  change: AnyChange = { added: [], updated: [], removed: [] },
): AnyChange {
  const old = new Map(current.map((row) => [row.id, row]));
  const added = new Map(change.added.map((row) => [row.id, row]));
  const updated = new Map(change.updated.map((update) => [update.id, update]));
  const lastOf = new Map<number | null, number>();
  for (const { parentId, position } of current) lastOf.set(parentId, Math.max(lastOf.get(parentId) ?? 0, position));
  const families = new Map<number | null, number[]>();
  for (const { id, parentId } of incoming) {
    const row = entryOf(ids, id);
    const family = families.get(parentId);
    if (family) family.push(row);
    else families.set(parentId, [row]);
  }
  for (const [parentId, family] of families) {
    const stays = inOrder(
      family.filter((id) => old.get(id)?.parentId === parentId).map((id) => ({ id, position: entryOf(old, id).position })),
    );
    // Without kept rows the new ones follow the existing siblings.
    let last = stays.size ? 0 : (lastOf.get(parentId) ?? 0);
    let from = 0;
    for (let at = 0; at <= family.length; at += 1) {
      const kept = at < family.length ? stays.get(family[at]) : undefined;
      if (at < family.length && kept === undefined) continue;
      const next = kept ?? last + (at - from) + 1;
      const step = (next - last) / (at - from + 1);
      for (let between = from; between < at; between += 1) place(family[between], last + step * (between - from + 1));
      last = next;
      from = at + 1;
    }
  }
  return { ...change, updated: [...updated.values()] };

  function place(id: number, position: number): void {
    const row = added.get(id);
    if (row) {
      row['position'] = position;
      return;
    }
    const before = entryOf(old, id);
    const update = updated.get(id) ?? { id, before: {}, after: {} };
    updated.set(id, { id, before: { ...update.before, position: before.position }, after: { ...update.after, position } });
  }
}

/** The longest increasing subsequence of positions: id → position. */
function inOrder(rows: readonly { id: number; position: number }[]): Map<number, number> {
  const tails: number[] = [];
  const previous: number[] = [];
  rows.forEach(({ position }, at) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rows[tails[middle]].position < position) low = middle + 1;
      else high = middle;
    }
    previous[at] = low > 0 ? tails[low - 1] : -1;
    tails[low] = at;
  });
  const run = new Map<number, number>();
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at]) run.set(rows[at].id, rows[at].position);
  return run;
}
