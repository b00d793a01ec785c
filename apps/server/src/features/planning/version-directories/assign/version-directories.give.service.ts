import type { DirectoryAssignment } from '@gantry/contract';
import type { WbsRow } from '@gantry/domain';
import type { Context } from '../../../../platform/context.ts';
import { fail } from '../../../../platform/fail.ts';
import { type Draft, edit } from '../../edits/edits.service.ts';
import { blankValue, catalogFor } from '../version-directories.resources.service.ts';
import { storedNorm, usualRule, type Value } from '../version-directories.rules.ts';
import { counted, getDirectoryFor, refuseMismatch } from '../version-directories.service.ts';
import { settleWorks, type Told } from '../version-directories.settle.service.ts';

async function readWorks(draft: Draft, ids: readonly number[]): Promise<WbsRow[]> {
  const rows = new Map((await draft.rows('wbs', ids)).map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = rows.get(id) ?? fail('wbs.not_found', { id });
    if (row.type === 'sum' || row.type.startsWith('milestone')) fail('version_directory.not_a_work', { name: row.name });
    return row;
  });
}

/** A row of a directory for works, with what follows by relations unless `alone`. */
export type Assigned = Omit<DirectoryAssignment, 'with_relation_row_ids'> & { with_relation_row_ids?: number[]; alone?: boolean };

/** Gives works a row of a directory, with what follows by relations unless `alone`; a work that has it already gets the new volume. */
export async function assignRow(context: Context, versionId: number, { alone = false, ...given }: Assigned, reported?: Told) {
  await getDirectoryFor(context, versionId, given.directory_id);
  const place = { directoryId: given.directory_id, rowId: given.row_id };
  const done = await edit(context, versionId, 'directory.assign', async (draft) => {
    const ids = given.items.map(({ id }) => id);
    await readWorks(draft, ids);
    const catalog = await catalogFor(draft.tx, draft.key, [place]);
    const row = catalog.row(place.directoryId, place.rowId);
    if (!row) fail('version_directory.row_not_found', { id: place.rowId });
    const tops = new Map(
      (await draft.rowsBy('directoryValue', 'itemId', ids))
        .filter((value) => value.broughtById === null && value.directoryId === place.directoryId && value.rowId === place.rowId)
        .map((value) => [value.itemId, value]),
    );
    const values = given.items.map(({ id: itemId, volume, volume_unit }): Value => {
      const known = tops.get(itemId);
      const fields = {
        volume,
        volumeUnit: volume_unit,
        crew: given.crew,
        rule: given.rule ?? known?.rule ?? usualRule(catalog, place.directoryId, place.rowId),
        norm: storedNorm({ norm: row.norm, part: null, quantity: 1, coefficients: [], ...(alone ? { alone: true } : {}) }),
      };
      if (known) {
        draft.update('directoryValue', known.id, fields);
        return { ...known, ...fields };
      }
      const made = { ...blankValue(draft.newId(), { ...place, relationId: null, relationRowId: null }), itemId, ...fields };
      draft.insert('directoryValue', made);
      return made;
    });
    await refuseMismatch(draft, values);
    return settleWorks(draft, ids, { chosen: new Set(given.with_relation_row_ids ?? []), reported });
  });
  return counted(done);
}

export type Copied = { from_item_id: number; items: readonly { id: number; volume?: number | null | undefined }[] };

/** Copies the values that people gave a work to other works, which keep those that they have. */
export async function copyValues(context: Context, versionId: number, { from_item_id: fromId, items }: Copied, reported?: Told) {
  const done = await edit(context, versionId, 'directory.copy', async (draft) => {
    await readWorks(draft, [fromId, ...items.map(({ id }) => id)]);
    const all = await draft.rowsBy('directoryValue', 'itemId', [fromId]);
    const tops = all.filter(({ broughtById }) => broughtById === null);
    if (!tops.length) fail('version_directory.value_not_found', { id: fromId });
    const ids = items.map(({ id }) => id).filter((id) => id !== fromId);
    const there = new Set(
      (await draft.rowsBy('directoryValue', 'itemId', ids)).map(({ itemId, directoryId, rowId }) => `${itemId} ${directoryId} ${rowId}`),
    );
    for (const { id: itemId, volume } of items) {
      for (const top of tops) {
        if (itemId === fromId || there.has(`${itemId} ${top.directoryId} ${top.rowId}`)) continue;
        const { directoryId, rowId, volumeUnit, crew, rule, norm } = top;
        const blank = blankValue(draft.newId(), { directoryId, rowId, relationId: null, relationRowId: null });
        draft.insert('directoryValue', {
          ...blank,
          itemId,
          volume: volume === undefined ? top.volume : volume,
          volumeUnit,
          crew,
          rule,
          norm,
        });
      }
    }
    // Optional rows that the work has chosen go along.
    return settleWorks(draft, ids, { chosen: new Set(all.flatMap(({ relationRowId }) => relationRowId ?? [])), reported });
  });
  return counted(done);
}
