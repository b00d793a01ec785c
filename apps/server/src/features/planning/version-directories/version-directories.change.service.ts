import type { DurationRule, VersionRow } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { type Draft, edit } from '../edits/edits.service.ts';
import { catalogFor } from './version-directories.resources.service.ts';
import type { Value } from './version-directories.rules.ts';
import { counted, refuseMismatch } from './version-directories.service.ts';
import { settleWorks, removeValues, type Told } from './version-directories.settle.service.ts';

export type Removed = { directory_id: number; item_ids?: number[] | undefined; value_ids?: number[] | undefined };

/** The values of a directory in a version by id: all, or no more than those of some values or works. */
async function valuesAmong(
  draft: Draft,
  directoryId: number,
  some: Omit<Removed, 'directory_id'>,
): Promise<VersionRow<'directoryValue'>[]> {
  const { item_ids: items, value_ids: ids } = some;
  if (!ids && !items) return draft.rowsBy('directoryValue', 'directoryId', [directoryId]);
  const values = ids ? await draft.rows('directoryValue', ids) : await draft.rowsBy('directoryValue', 'itemId', items ?? []);
  return values.filter((value) => value.directoryId === directoryId).sort((a, b) => a.id - b.id);
}

/** Takes the rows of a directory from works: from some works, some values, or all. */
export async function removeDirectory(
  context: Context,
  versionId: number,
  { directory_id: directoryId, ...some }: Removed,
  reported?: Told,
) {
  const done = await edit(context, versionId, 'directory.unassign', async (draft) => {
    const items = some.item_ids && new Set(some.item_ids);
    const wanted = some.value_ids && new Set(some.value_ids);
    const values = (await valuesAmong(draft, directoryId, some)).filter(
      ({ id, itemId, broughtById }) =>
        broughtById === null && itemId !== null && (!items || items.has(itemId)) && (!wanted || wanted.has(id)),
    );
    if (!values.length) fail('version_directory.value_not_found', { id: some.value_ids?.[0] ?? directoryId });
    return removeValues(draft, values, reported);
  });
  return counted(done);
}

export type ValueChange = {
  id: number;
  volume?: number | null | undefined;
  volume_unit?: string | undefined;
  crew?: number | undefined;
  rule?: DurationRule | undefined;
  row_id?: number | undefined;
};

/** Changes values that people gave; those that others brought follow them. */
export async function changeValues(context: Context, versionId: number, changes: readonly ValueChange[], reported?: Told) {
  const done = await edit(context, versionId, 'directory.update', async (draft) => {
    const ids = changes.map(({ id }) => id);
    const values = new Map((await draft.rows('directoryValue', ids)).map((value) => [value.id, value]));
    const changed = changes.map(({ id, volume, volume_unit, crew, rule, row_id }): Value => {
      const value = values.get(id);
      if (!value || value.itemId === null) fail('version_directory.value_not_found', { id });
      if (value.broughtById !== null) fail('version_directory.follows', { name: value.name });
      const patch = {
        ...(volume === undefined ? {} : { volume }),
        ...(volume_unit === undefined ? {} : { volumeUnit: volume_unit }),
        ...(crew === undefined ? {} : { crew }),
        ...(rule === undefined ? {} : { rule }),
        ...(row_id === undefined ? {} : { rowId: row_id }),
      };
      draft.update('directoryValue', id, patch);
      return { ...value, ...patch };
    });
    const catalog = await catalogFor(draft.tx, draft.key, changed);
    const strange = changed.find((value) => values.get(value.id)?.rowId !== value.rowId && !catalog.row(value.directoryId, value.rowId));
    if (strange) fail('version_directory.row_not_found', { id: strange.rowId });
    await refuseMismatch(draft, changed);
    return settleWorks(draft, [...new Set(changed.flatMap(({ itemId }) => itemId ?? []))], { reported });
  });
  return counted(done);
}

export type Synced = { directory_id?: number | undefined; item_ids?: number[] | undefined };

/** Updates works to the directories: all, those of one directory, or some. */
export async function syncVersion(context: Context, versionId: number, some: Synced = {}, reported?: Told) {
  const done = await edit(context, versionId, 'directory.sync', async (draft) => {
    if (some.directory_id === undefined) return settleWorks(draft, some.item_ids ?? null, { reported });
    const values = await valuesAmong(draft, some.directory_id, { item_ids: some.item_ids });
    const items = values.flatMap(({ itemId }) => itemId ?? []);
    return settleWorks(draft, [...new Set(items)], { reported });
  });
  return counted(done);
}
