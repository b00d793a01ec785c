import type { DirectoryAssignment } from '@gantry/contract';
import type { Diff, DurationRule, WbsRow } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { listDirectoriesFor } from '../../catalog/directory-relations/directory-relations.service.ts';
import { type Draft, edit, type EditResult } from '../edits/edits.service.ts';
import { getVersion } from '../versions/versions.service.ts';
import { newRow } from '../wbs/wbs.service.ts';
import { place } from '../wbs/wbs.tree.service.ts';
import { comesTo, storedNorm, usualRule, type Value, wishOf } from './version-directories.rules.ts';
import { blankValue, catalogFor, openResources, settle, takeAway } from './version-directories.settle.service.ts';

export { settle } from './version-directories.settle.service.ts';

const MINUTES_A_DAY = 480;

/** What an edit of values answers: how many of them it touched, on how many works. */
export function counted({ revision, diff }: Pick<EditResult<unknown>, 'revision' | 'diff'>) {
  return { success: true as const, revision, diff, ...touched(diff) };
}

/** How many values and works a change touches. */
export function touched(diff: Diff): { values: number; works: number } {
  const { added = [], updated = [], removed = [] } = diff.directoryValue ?? {};
  const works = new Set([...added, ...removed].flatMap(({ itemId }) => itemId ?? []));
  for (const { id } of diff.wbs?.updated ?? []) works.add(id);
  return { values: added.length + updated.length + removed.length, works: works.size };
}

/** A directory that holds at the schedule of a version, or the refusal. */
export async function getDirectoryFor(context: Context, versionId: number, directoryId: number) {
  const { schedule_id } = await getVersion(context, versionId);
  const directory = (await listDirectoriesFor(context, schedule_id)).get(directoryId);
  if (!directory) fail('version_directory.not_found', { id: directoryId });
  return directory;
}

async function readWorks(draft: Draft, ids: readonly number[]): Promise<WbsRow[]> {
  const rows = new Map((await draft.rows('wbs', ids)).map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = rows.get(id) ?? fail('wbs.not_found', { id });
    if (row.type === 'sum' || row.type.startsWith('milestone')) fail('version_directory.not_a_work', { name: row.name });
    return row;
  });
}

/** The first volume that cannot be counted in the unit of its norm refuses the edit. */
async function refuseMismatch(draft: Draft, values: readonly Value[]): Promise<void> {
  const catalog = await catalogFor(draft, values);
  for (const value of values) {
    const wish = wishOf(catalog, value, new Map(), new Set());
    if (!comesTo(wish, value, MINUTES_A_DAY))
      fail('version_directory.unit_mismatch', { name: wish.name, unit: value.volumeUnit, norm: wish.taken.norm.unit });
  }
}

/** Gives works a row of a directory, with what follows by relations unless `alone`; a work that has it already gets the new volume. */
export async function assignRow(
  context: Context,
  versionId: number,
  given: Omit<DirectoryAssignment, 'with_relation_row_ids'> & { with_relation_row_ids?: number[] },
  alone = false,
) {
  await getDirectoryFor(context, versionId, given.directory_id);
  const place = { directoryId: given.directory_id, rowId: given.row_id };
  const done = await edit(context, versionId, 'directory.assign', async (draft) => {
    const ids = given.items.map(({ id }) => id);
    await readWorks(draft, ids);
    const catalog = await catalogFor(draft, [place]);
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
    await refuseMismatch(draft, values.slice(0, 1).concat(distinctUnits(values)));
    await settle(draft, ids, new Set(given.with_relation_row_ids ?? []));
  });
  return counted(done);
}

/** One value of each unit: the others are counted alike. */
const distinctUnits = (values: readonly Value[]): Value[] => [...new Map(values.map((value) => [value.volumeUnit, value])).values()];

/** Takes the rows of a directory from works: from some works, some values, or all. */
export async function removeDirectory(
  context: Context,
  versionId: number,
  directoryId: number,
  some: { item_ids?: number[] | undefined; value_ids?: number[] | undefined },
) {
  const done = await edit(context, versionId, 'directory.unassign', async (draft) => {
    const items = some.item_ids && new Set(some.item_ids);
    const wanted = some.value_ids && new Set(some.value_ids);
    const values = (await draft.rowsBy('directoryValue', 'directoryId', [directoryId])).filter(
      ({ id, itemId, broughtById }) =>
        broughtById === null && itemId !== null && (!items || items.has(itemId)) && (!wanted || wanted.has(id)),
    );
    if (!values.length) fail('version_directory.value_not_found', { id: some.value_ids?.[0] ?? directoryId });
    await takeAway(draft, values);
  });
  return counted(done);
}

type ValueChange = {
  id: number;
  volume?: number | null | undefined;
  volume_unit?: string | undefined;
  crew?: number | undefined;
  rule?: DurationRule | undefined;
  row_id?: number | undefined;
};

/** Changes values that people gave; those that others brought follow them. */
export async function changeValues(context: Context, versionId: number, changes: readonly ValueChange[]) {
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
    const catalog = await catalogFor(draft, changed);
    const strange = changed.find((value) => values.get(value.id)?.rowId !== value.rowId && !catalog.row(value.directoryId, value.rowId));
    if (strange) fail('version_directory.row_not_found', { id: strange.rowId });
    await refuseMismatch(draft, changed);
    await settle(draft, [...new Set(changed.flatMap(({ itemId }) => itemId ?? []))]);
  });
  return counted(done);
}

/** Copies the values that people gave a work to other works, which keep those that they have. */
export async function copyValues(
  context: Context,
  versionId: number,
  fromId: number,
  items: readonly { id: number; volume?: number | null | undefined }[],
) {
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
    await settle(draft, ids, new Set(all.flatMap(({ relationRowId }) => relationRowId ?? [])));
  });
  return counted(done);
}

/** Brings works up to what the directories say now: all, those of one directory, or some. */
export async function syncVersion(
  context: Context,
  versionId: number,
  some: { directory_id?: number | undefined; item_ids?: number[] | undefined } = {},
) {
  const done = await edit(context, versionId, 'directory.sync', async (draft) => {
    if (some.directory_id === undefined) return settle(draft, some.item_ids ?? null);
    const wanted = some.item_ids && new Set(some.item_ids);
    const values = await draft.rowsBy('directoryValue', 'directoryId', [some.directory_id]);
    return settle(draft, [
      ...new Set(values.flatMap(({ itemId }) => (itemId !== null && (!wanted || wanted.has(itemId)) ? [itemId] : []))),
    ]);
  });
  return counted(done);
}

/** Adds rows of a directory to a version: rows of resources as its resources, others as works that carry them. */
export async function addValues(
  context: Context,
  versionId: number,
  directoryId: number,
  { row_ids, parent_id }: { row_ids: readonly number[]; parent_id: number | null },
) {
  const directory = await getDirectoryFor(context, versionId, directoryId);
  const done = await edit(context, versionId, 'directory.add', async (draft) => {
    const catalog = await catalogFor(
      draft,
      row_ids.map((rowId) => ({ directoryId, rowId })),
    );
    const rows = row_ids.map((id) => catalog.row(directoryId, id) ?? fail('version_directory.row_not_found', { id }));
    if (directory.kind === 'resources') {
      const resources = await openResources(draft);
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
    await settle(draft, ids);
    return ids;
  });
  return { success: true as const, revision: done.revision, diff: done.diff, ids: done.result };
}
