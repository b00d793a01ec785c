import { type AnyRow, type Reference, referencesTo, type VersionTable } from '@gantry/domain';
import type { Draft } from './edits.draft.service.ts';

/** Removes rows with all that lives and dies with them, whatever table it is in. */
export async function removeOwned(draft: Draft, table: VersionTable, ids: readonly number[]): Promise<void> {
  if (!ids.length) return;
  for (const reference of referencesTo(table)) {
    if (reference.ownership !== 'owner') continue;
    // Of a tree, most callers name the rows below as well: they are not read again.
    const targets = reference.table === table ? [...(await draft.referred(reference, ids, ids))] : ids;
    if (!targets.length) continue;
    const going = new Set(reference.table === table ? ids : []);
    const owned = (await draft.pointingAt(reference, targets)).flatMap(({ id }) => (going.has(id) ? [] : [id]));
    await removeOwned(draft, reference.table, owned);
  }
  for (const { id } of await draft.rows(table, ids)) draft.remove(table, id);
}

/** What keeps rows from being removed: other rows that work by them, by reference. */
export async function listKeepers(
  draft: Draft,
  table: VersionTable,
  ids: readonly number[],
): Promise<{ reference: Reference; rows: AnyRow[] }[]> {
  const found: { reference: Reference; rows: AnyRow[] }[] = [];
  for (const reference of referencesTo(table)) {
    if (reference.ownership !== 'keeps') continue;
    const rows = await draft.pointingAt(reference, ids);
    if (rows.length) found.push({ reference, rows });
  }
  return found;
}
