import { type DirectoryValue, nextOffset, type PageOfRows } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { listDirectoriesFor } from '../../catalog/directory-relations/directory-relations.service.ts';
import { readVersion } from '../edits/edits.service.ts';
import { getVersion } from '../version-heads/version-heads.service.ts';
import { countWorksByResource, listValueIds } from './version-directories.repository.ts';
import type { Value } from './version-directories.rules.ts';
import { getDirectoryFor } from './version-directories.service.ts';

const out = (value: Value): DirectoryValue => ({
  id: value.id,
  item_id: value.itemId ?? 0,
  directory_id: value.directoryId,
  row_id: value.rowId,
  parent_id: value.broughtById,
  relation_id: value.relationId,
  code: value.code,
  name: value.name,
  unit: value.unit,
  volume: value.volume,
  volume_unit: value.volumeUnit,
  crew: value.crew,
  rule: value.rule,
  labour_hours: value.labourHours,
  machine_hours: value.machineHours,
  cost: value.cost,
  resource_id: value.resourceId,
  assignment_id: value.assignmentId,
});

/** Rows of one directory on the works of a version, a page of them. */
export async function listByDirectory(context: Context, versionId: number, directoryId: number, page: PageOfRows) {
  await getDirectoryFor(context, versionId, directoryId);
  return readVersion(context, versionId, async ({ db, key, rows, head }) => {
    const { ids, total } = await listValueIds(db, key, directoryId, page);
    const values = (await rows('directoryValue', ids)).sort((a, b) => a.id - b.id);
    return { revision: head.revision, total, next: nextOffset(page, total), values: values.map(out) };
  });
}

/** Rows of directories on a work, with what each brought. */
export async function listOfItem(context: Context, versionId: number, itemId: number) {
  const { schedule_id } = await getVersion(context, versionId);
  const directories = await listDirectoriesFor(context, schedule_id);
  return readVersion(context, versionId, async ({ rows, rowsBy, head }) => {
    if (!(await rows('wbs', [itemId])).length) fail('wbs.not_found', { id: itemId });
    const values = await rowsBy('directoryValue', 'itemId', [itemId]);
    const named = [...new Set(values.map(({ directoryId }) => directoryId))].flatMap((id) => directories.get(id) ?? []);
    return { revision: head.revision, directories: named.map(({ id, name, kind }) => ({ id, name, kind })), values: values.map(out) };
  });
}

/** Resources of a version that stand for rows of directories. */
export async function listResources(context: Context, versionId: number) {
  return readVersion(context, versionId, async ({ db, key, rows, rowsBy, head }) => {
    const taken = await rowsBy('directoryValue', 'crew', [0]);
    const ids = taken.flatMap(({ resourceId }) => resourceId ?? []);
    const resources = new Map((await rows('resource', ids)).map((row) => [row.id, row]));
    const works = await countWorksByResource(db, key, ids);
    const listed = taken.flatMap(({ resourceId, directoryId, rowId }) => {
      const row = resources.get(resourceId ?? 0);
      if (!row) return [];
      const { id, code, name, kind, unit, pricePerUnit } = row;
      return [{ id, code, name, kind, unit, price: pricePerUnit, directory_id: directoryId, row_id: rowId, works: works.get(id) ?? 0 }];
    });
    return { revision: head.revision, resources: listed };
  });
}

/** Directories of resources that a version can take from. */
export async function listResourceLists(context: Context, versionId: number) {
  const { schedule_id } = await getVersion(context, versionId);
  const directories = [...(await listDirectoriesFor(context, schedule_id)).values()].filter(({ kind }) => kind === 'resources');
  const taken = await readVersion(context, versionId, ({ rowsBy }) => rowsBy('directoryValue', 'crew', [0]));
  return directories.map(({ id, name, node_name, rows }) => ({
    id,
    name,
    node_name,
    rows,
    taken: taken.filter(({ directoryId }) => directoryId === id).length,
  }));
}
