import { fail } from '../../../../platform/fail.ts';
import type { Draft } from '../../edits/edits.service.ts';
import { blankValue, catalogFor } from '../version-directories.resources.service.ts';
import { storedNorm, type Value } from '../version-directories.rules.ts';
import { refuseMismatch } from '../version-directories.service.ts';
import { settleWorks } from '../version-directories.settle.service.ts';

/** A row of a directory for a work that carries none yet. */
export type GivenNorm = Parameters<typeof catalogFor>[2][number] &
  Pick<Value, 'volume' | 'volumeUnit' | 'crew' | 'rule'> & { itemId: number };

/** Gives new works of an edit of another feature rows of directories each, with all that follows by relations. */
export async function giveNorms(draft: Draft, given: readonly GivenNorm[]): Promise<void> {
  if (!given.length) return;
  const catalog = await catalogFor(draft.tx, draft.key, given);
  const values = given.map((one): Value => {
    const { rowId: id } = one;
    const row = catalog.row(one.directoryId, id) ?? fail('version_directory.row_not_found', { id });
    const norm = storedNorm({ norm: row.norm, part: null, quantity: 1, coefficients: [] });
    return { ...blankValue(draft.newId(), { ...one, relationId: null, relationRowId: null }), ...one, norm };
  });
  await refuseMismatch(draft, values);
  for (const value of values) draft.insert('directoryValue', value);
  await settleWorks(
    draft,
    given.map(({ itemId }) => itemId),
  );
}
