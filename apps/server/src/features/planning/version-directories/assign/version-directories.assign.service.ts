import { isEmpty } from '@gantry/domain';
import type { Context } from '../../../../platform/context.ts';
import { fail } from '../../../../platform/fail.ts';
import { edit, readVersion } from '../../edits/edits.service.ts';
import { getVersion } from '../../version-heads/version-heads.service.ts';
import { blankValue, catalogFor } from '../version-directories.resources.service.ts';
import { comesTo, storedNorm, usualRule, type Value } from '../version-directories.rules.ts';
import { getDirectoryFor, touched } from '../version-directories.service.ts';
import { settleWorks } from '../version-directories.settle.service.ts';
import { openWishes } from './version-directories.wishes.rules.ts';

const MINUTES_A_DAY = 480;

/** Works of a version by their codes: what a file may name. A code that several works have is nobody's. */
export async function listWorkCodes(context: Context, versionId: number): Promise<[code: string, id: number][]> {
  return readVersion(context, versionId, async ({ rows }) => {
    const codes = new Map<string, number | null>();
    for (const { id, code, type } of await rows('wbs')) {
      if (!code || type === 'sum' || type.startsWith('milestone')) continue;
      codes.set(code.toLowerCase(), codes.has(code.toLowerCase()) ? null : id);
    }
    return [...codes].flatMap(([code, id]) => (id === null ? [] : [[code, id] as [string, number]]));
  });
}

/** A version that takes rows of directories, or the refusal before anything is begun. */
export async function getUnlockedVersion(context: Context, versionId: number) {
  const version = await getVersion(context, versionId);
  if (version.locked) fail('version.locked', { name: version.name });
  return version;
}

/** Gives works rows of a directory with what follows from them, all in one edit; a work that has the row already gets the new volume. */
export async function assignRows(
  context: Context,
  versionId: number,
  directoryId: number,
  given: readonly { rowId: number; itemId: number; volume: number | null }[],
): Promise<number> {
  await getDirectoryFor(context, versionId, directoryId);
  const { diff } = await edit(context, versionId, 'directory.assign', async (draft) => {
    const items = [...new Set(given.map(({ itemId }) => itemId))];
    const works = new Set((await draft.rows('wbs', items)).map(({ id }) => id));
    const catalog = await catalogFor(
      draft.tx,
      draft.key,
      given.map(({ rowId }) => ({ directoryId, rowId })),
    );
    const wishFor = openWishes(catalog);
    const known = new Map<string, Value>();
    for (const value of await draft.rowsBy('directoryValue', 'itemId', items))
      if (value.broughtById === null && value.directoryId === directoryId) known.set(`${value.itemId} ${value.rowId}`, value);
    for (const { rowId, itemId, volume } of given) {
      const row = catalog.row(directoryId, rowId) ?? fail('version_directory.row_not_found', { id: rowId });
      if (!works.has(itemId)) fail('wbs.not_found', { id: itemId });
      const before = known.get(`${itemId} ${rowId}`);
      const fields = {
        volume: volume ?? before?.volume ?? null,
        norm: storedNorm({ norm: row.norm, part: null, quantity: 1, coefficients: [] }),
      };
      if (before) {
        draft.update('directoryValue', before.id, fields);
        continue;
      }
      const made = {
        ...blankValue(draft.newId(), { directoryId, rowId, relationId: null, relationRowId: null }),
        itemId,
        rule: usualRule(catalog, directoryId, rowId),
        ...fields,
      };
      const { wish } = wishFor(made, new Map());
      if (!comesTo(wish, made, MINUTES_A_DAY))
        fail('version_directory.unit_mismatch', { name: wish.name, unit: '', norm: wish.taken.norm.unit });
      known.set(`${itemId} ${rowId}`, made);
      draft.insert('directoryValue', made);
    }
    await settleWorks(draft, items);
  });
  return isEmpty(diff) ? 0 : touched(diff).works;
}
