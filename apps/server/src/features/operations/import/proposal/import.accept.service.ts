import type { ChangePart } from '@gantry/contract';
import {
  type AnyChange,
  changesOf,
  type Diff,
  hasOwnIds,
  referencesOf,
  referencesTo,
  TABLES_IN_ORDER,
  type VersionTable,
} from '@gantry/domain';
import { type Draft, removeOwned } from '../../../planning/edits/edits.service.ts';

/** Carries the chosen parts of a proposal into a draft; what cannot stand without a part that was left is left as well. */
export async function applyParts(draft: Draft, diff: Diff, parts: readonly ChangePart[]): Promise<{ applied: number; leftOut: number }> {
  const chosen = new Set(parts);
  const counts = { applied: 0, leftOut: 0 };
  reserveIds(draft, diff);
  const missing = new Map<VersionTable, Set<number>>();
  for (const [table, { added }] of changesOf(diff)) if (!chosen.has(`${table}.add`)) missing.set(table, new Set(added.map(({ id }) => id)));
  const isMissing = (table: VersionTable, id: unknown) => typeof id === 'number' && (missing.get(table)?.has(id) ?? false);

  for (const [table, { added, updated }] of changesOf(diff)) {
    const references = referencesOf(table);
    if (chosen.has(`${table}.add`)) {
      for (const row of added) {
        const lost = references.filter(({ field, target }) => isMissing(target, row[field]));
        if (lost.some(({ ownership }) => ownership === 'owner')) counts.leftOut += 1;
        else {
          draft.insertAny(table, { ...row, ...Object.fromEntries(lost.map(({ field }) => [field, null])) });
          counts.applied += 1;
        }
      }
    }
    if (chosen.has(`${table}.update`)) {
      await draft.rows(
        table,
        updated.map(({ id }) => id),
      );
      for (const { id, after } of updated) {
        const kept = Object.entries(after).filter(
          ([field, value]) => !references.some((one) => one.field === field && isMissing(one.target, value)),
        );
        if (kept.length) {
          draft.updateAny(table, id, Object.fromEntries(kept));
          counts.applied += 1;
        } else counts.leftOut += 1;
      }
    }
  }
  // What depends on others goes before them, so that it is counted as what it is.
  for (const table of TABLES_IN_ORDER.toReversed()) if (chosen.has(`${table}.delete`)) await removeRows(draft, diff, table, counts);
  return counts;
}

/** New rows have got their ids with the proposal, from the revision that still stands; the draft counts on behind them. */
function reserveIds(draft: Draft, diff: Diff): void {
  let highest = 0;
  for (const [table, { added }] of changesOf(diff)) if (hasOwnIds(table)) for (const { id } of added) highest = Math.max(highest, id);
  if (highest > draft.head.last_id) for (let id = draft.newId(); id < highest; id = draft.newId());
}

async function removeRows(draft: Draft, diff: Diff, table: VersionTable, counts: { applied: number; leftOut: number }): Promise<void> {
  const change: AnyChange | undefined = diff[table];
  const wanted = new Set((change?.removed ?? []).map(({ id }) => id));
  const all = wanted.size;
  if (!all) return;
  // Of a tree, a row keeps what it stands below; else what it works by.
  const keepers = referencesTo(table).filter((one) => one.ownership === 'keeps' || (one.ownership === 'owner' && one.table === table));
  // A row that stays keeps what it stands on, which may keep more.
  for (let before = -1; before !== wanted.size;) {
    before = wanted.size;
    for (const reference of keepers)
      for (const row of await draft.pointingAt(reference, [...wanted]))
        if (reference.table !== table || !wanted.has(row.id)) wanted.delete(Number(row[reference.field]));
  }
  counts.leftOut += all - wanted.size;
  counts.applied += wanted.size;
  await removeOwned(draft, table, [...wanted]);
}
