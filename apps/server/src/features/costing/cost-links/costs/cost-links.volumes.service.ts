import type { MissingVolumes } from '@gantry/contract';
import { amountText } from '@gantry/domain';
import type { Context } from '../../../../platform/context.ts';
import type { Db } from '../../../../platform/postgres/database.ts';
import { holdsAt } from '../../../access/roles/roles.access.service.ts';
import { readVersion } from '../../../planning/edits/edits.service.ts';
import { estimatesForCosts, openVolumes, rowsOfVolumes } from '../../estimates/estimates.doors.service.ts';
import { listCodesOfWorks, type VersionKey } from '../cost-links.repository.ts';
import { type CostLink, inOrderOfCodes } from '../cost-links.rules.ts';

/** Rows that a list of missing volume codes has at most. */
const MOST_ROWS = 1000;

const byEstimate = (links: readonly CostLink[]): Map<number, number[]> =>
  new Map([...Map.groupBy(links, ({ estimateId }) => estimateId)].map(([id, own]) => [id, own.map((link) => link.estimateRowId)]));

/** Volume codes of rows with money that neither a link nor the code of a work carries. */
export async function missingCodes(db: Db, key: VersionKey, links: readonly CostLink[]): Promise<Set<string>> {
  const open = new Set<string>();
  for (const [estimateId, linked] of byEstimate(links))
    for (const code of await openVolumes(db, key.spaceId, estimateId, linked)) open.add(code);
  if (open.size) for (const code of await listCodesOfWorks(db, key, [...open])) open.delete(code);
  return open;
}

/** Volume codes that no work of a version carries, with the rows of its estimates that do. */
export async function listMissingVolumes(context: Context, versionId: number): Promise<MissingVolumes> {
  return readVersion(context, versionId, async (reader) => {
    const { db, key } = reader;
    const all = await reader.whole().rows('costLink');
    const estimates = await estimatesForCosts(context, db, [...new Set(all.map(({ estimateId }) => estimateId))]);
    for (const { id, project_id } of estimates.values())
      if (!(await holdsAt(context, db, project_id, 'estimate.read'))) estimates.delete(id);
    const links = all.filter(({ estimateId }) => estimates.has(estimateId));
    const codes = inOrderOfCodes(await missingCodes(db, key, links));
    const found: [code: string, row: MissingVolumes['codes'][number]['rows'][number]][] = [];
    for (const [estimate_id, linked] of byEstimate(links)) {
      const estimate = estimates.get(estimate_id);
      if (!estimate || found.length >= MOST_ROWS) continue;
      const wanted = { linked, codes: codes.slice(0, MOST_ROWS), most: MOST_ROWS - found.length };
      const { project_id, digits, currency } = estimate;
      for (const { code, id: row_id, number, name, amount } of await rowsOfVolumes(db, context.spaceId, estimate_id, wanted))
        found.push([code, { project_id, estimate_id, row_id, number, name, amount: amountText(BigInt(amount), digits), currency }]);
    }
    const rows = Map.groupBy(found, ([code]) => code);
    const listed = codes.flatMap((code) => (rows.has(code) ? [{ code, rows: (rows.get(code) ?? []).map(([, row]) => row) }] : []));
    return { codes: listed, count: codes.length };
  });
}
