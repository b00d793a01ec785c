import type { EstimateProfile } from '@gantry/domain';
import { PROFILE_RULES } from '@gantry/engine';
import type { Row } from '../../../../database/schema.generated.ts';
import type { Context } from '../../../../platform/context.ts';
import { fail } from '../../../../platform/fail.ts';
import type { Tx } from '../../../../platform/postgres/database.ts';
import { allRows, type EstimateKey, findEstimate, sumRows, updateEstimate, updateRows } from '../estimates.repository.ts';
import { recountedRows } from '../estimates.rules.ts';
import { keepForUndo } from './estimates.edits.service.ts';

/** Refuses a standard that cannot count an estimate. */
function checkProfile({ name, currency, digits, counted_base }: Row<'estimate'>, profile: EstimateProfile): void {
  const rule = PROFILE_RULES[profile];
  if (rule.currency !== null && currency !== '' && currency !== rule.currency)
    fail('estimate.profile_currency', { name, own: currency, currency: rule.currency });
  if (rule.fromBase && counted_base === null) fail('estimate.profile_base', { name });
  if (rule.digits !== null && rule.digits !== digits) fail('estimate.profile_digits', { name, own: digits, digits: rule.digits });
}

/** Counts an estimate by another standard: rows, total and standard change as one act. Whether there is a change. */
export async function countBy(
  context: Context,
  tx: Tx,
  key: EstimateKey,
  profile: EstimateProfile,
  { act, revision }: { act: string; revision: number },
): Promise<boolean> {
  const row = (await findEstimate(tx, key.spaceId, key.estimateId)) ?? fail('estimate.not_found', { id: key.estimateId });
  if (row.profile === profile) return false;
  checkProfile(row, profile);
  const after = recountedRows(await allRows(tx, key), { profile, digits: row.digits });
  const ids = after.map(({ id }) => id);
  if (ids.length) await keepForUndo(context, tx, key, 'rows', act, ids);
  await keepForUndo(context, tx, key, 'head', act);
  await updateRows(tx, key, after);
  const { base, current } = await sumRows(tx, key);
  const counted = { counted_base: base, counted_current: current, ...(ids.length ? { counted_revision: revision } : {}) };
  await updateEstimate(tx, key.spaceId, key.estimateId, { profile, revision, ...counted });
  context.note({ name: row.name, profile, rows: ids.length });
  return true;
}
