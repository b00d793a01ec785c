import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { edit } from '../edits/edits.service.ts';
import { newRow } from '../wbs/wbs.service.ts';
import { place } from '../wbs/wbs.tree.service.ts';
import { blankValue, catalogFor, openResources } from './version-directories.resources.service.ts';
import { storedNorm, usualRule } from './version-directories.rules.ts';
import { getDirectoryFor } from './version-directories.service.ts';
import { settleWorks, type Told } from './version-directories.settle.service.ts';

export type Added = { directory_id: number; row_ids: readonly number[]; parent_id: number | null };

/** Adds rows of a directory to a version: rows of resources as its resources, others as works that carry them. */
export async function addValues(
  context: Context,
  versionId: number,
  { directory_id: directoryId, row_ids, parent_id }: Added,
  reported?: Told,
) {
  const directory = await getDirectoryFor(context, versionId, directoryId);
  const done = await edit(context, versionId, 'directory.add', async (draft) => {
    const catalog = await catalogFor(
      draft.tx,
      draft.key,
      row_ids.map((rowId) => ({ directoryId, rowId })),
    );
    const rows = row_ids.map((id) => catalog.row(directoryId, id) ?? fail('version_directory.row_not_found', { id }));
    if (directory.kind === 'resources') {
      const resources = await openResources(draft, catalog, { places: catalog.places(), resourceIds: [] });
      return rows.map(({ id: rowId, code, name, norm, part }) =>
        resources.of(
          {
            directoryId,
            rowId,
            relationId: null,
            relationRowId: null,
            code,
            name,
            taken: { norm, part, quantity: 1, coefficients: [] },
            asTaken: false,
            children: [],
          },
          true,
        ),
      );
    }
    const ids = rows.map(({ id: rowId, code, name, norm }) => {
      const id = draft.newId();
      draft.insert('wbs', { ...newRow(id, 'task'), code, name });
      const value = blankValue(draft.newId(), { directoryId, rowId, relationId: null, relationRowId: null });
      const taken = storedNorm({ norm, part: null, quantity: 1, coefficients: [] });
      draft.insert('directoryValue', { ...value, itemId: id, rule: usualRule(catalog, directoryId, rowId), norm: taken });
      return id;
    });
    await place(draft, ids, parent_id, 'last');
    await settleWorks(draft, ids, { reported });
    return ids;
  });
  return { revision: done.revision, diff: done.diff, ids: done.result, job_id: null as number | null };
}
