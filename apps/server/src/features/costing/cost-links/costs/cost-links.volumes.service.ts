import type { MissingVolumes } from '@gantry/contract';
import { amountText } from '@gantry/domain';
import type { Context } from '../../../../platform/context.ts';
import type { Db } from '../../../../platform/postgres/database.ts';
import { readVersion } from '../../../planning/edits/edits.service.ts';
import {
  estimatesForCosts,
  listLinkedIds,
  listOpenVolumes,
  listRowsOfVolumes,
  unreadable,
} from '../../estimates/estimates.doors.service.ts';
import { listCodesOfWorks, type VersionKey } from '../cost-links.repository.ts';
import { inOrderOfCodes } from '../cost-links.rules.ts';

/** Rows that a list of missing volume codes has at most. */
const MOST_ROWS = 1000;

/** Volume codes of rows of some estimates with money that neither a link of a version nor the code of a work carries. */
export async function missingCodes(db: Db, key: VersionKey, estimateIds: readonly number[]): Promise<Set<string>> {
  const open = new Set(await listOpenVolumes(db, { ...key, estimateIds }));
  if (open.size) for (const code of await listCodesOfWorks(db, key, [...open])) open.delete(code);
  return open;
}

/** Volume codes that no work of a version carries, with the rows of its estimates that do. */
export async function listMissingVolumes(context: Context, versionId: number): Promise<MissingVolumes> {
  return readVersion(context, versionId, async ({ db, key }) => {
    const estimates = await estimatesForCosts(context, db, await listLinkedIds(db, key));
    for (const { id } of await unreadable(context, db, estimates.values())) estimates.delete(id);
    const estimateIds = [...estimates.keys()];
    const codes = inOrderOfCodes(await missingCodes(db, key, estimateIds));
    const rows = new Map<string, MissingVolumes['codes'][number]['rows']>();
    for (const row of await listRowsOfVolumes(db, { ...key, estimateIds }, codes.slice(0, MOST_ROWS), MOST_ROWS)) {
      const { estimate_id, code, id: row_id, number, name, amount } = row;
      const estimate = estimates.get(estimate_id);
      if (!estimate) continue;
      const { project_id, digits, currency } = estimate;
      const own = rows.get(code) ?? [];
      rows.set(code, own);
      own.push({ project_id, estimate_id, row_id, number, name, amount: amountText(BigInt(amount), digits), currency });
    }
    return { codes: codes.flatMap((code) => (rows.has(code) ? [{ code, rows: rows.get(code) ?? [] }] : [])), count: codes.length };
  });
}
