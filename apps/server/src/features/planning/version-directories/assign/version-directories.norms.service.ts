import type { DurationRule } from '@gantry/domain';
import { fail } from '../../../../platform/fail.ts';
import type { Draft } from '../../edits/edits.service.ts';
import { blankValue, catalogFor } from '../version-directories.resources.service.ts';
import { storedNorm, type Value } from '../version-directories.rules.ts';
import { refuseMismatch } from '../version-directories.service.ts';
import { settleWorks } from '../version-directories.settle.service.ts';

/** A row of a directory for a work that carries none yet. */
export type GivenNorm = Pick<Value, 'directoryId' | 'rowId' | 'volume' | 'volumeUnit' | 'crew'> & { itemId: number; rule: DurationRule };

/** Gives new works of an edit of another feature rows of directories each, with all that follows by relations. */
export async function giveNorms(draft: Draft, given: readonly GivenNorm[]): Promise<void> {
  if (!given.length) return;
  const catalog = await catalogFor(draft.tx, draft.key, given);
  const values = given.map((one): Value => {
    const row = catalog.row(one.directoryId, one.rowId) ?? fail('version_directory.row_not_found', { id: one.rowId });
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
