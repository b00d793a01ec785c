import { type api, ESTIMATE_CHANGES, type EstimateChange, type Output, pageOf, type PageOfRows } from '@gantry/contract';
import { amountText, recordOf } from '@gantry/domain';
import type { Context } from '../../../../platform/context.ts';
import { fail } from '../../../../platform/fail.ts';
import type { Db } from '../../../../platform/postgres/database.ts';
import { allRows, type EstimateKey, type StoredRow } from '../estimates.repository.ts';
import { estimateAt } from '../estimates.service.ts';
import { unpackContent } from '../estimates.storing.service.ts';
import { amountOfRow, byDifference, pairOut, pairRows } from './estimates.compare.rules.ts';
import { findEdition, findProposal, listLinkedMoney } from './estimates.editions.repository.ts';

type State = 'now' | 'proposal' | number;
type Rows = { rows: readonly StoredRow[]; doubtful?: readonly number[] | undefined };

async function rowsIn(db: Db, key: EstimateKey, state: State): Promise<Rows> {
  if (state === 'now') return { rows: await allRows(db, key) };
  const content = state === 'proposal' ? (await findProposal(db, key))?.content : await findEdition(db, key, state);
  if (!content) return state === 'proposal' ? fail('estimate.no_proposal') : fail('estimate.no_edition', { edition: state });
  return unpackContent(content);
}

/** Two states of an estimate row by row, with the money of rows that versions have linked. */
export async function compareEstimate(
  context: Context,
  id: number,
  { from, to, change, ...page }: PageOfRows & { from: State; to: State; change?: EstimateChange | undefined },
): Promise<Output<typeof api.estimates.compare>> {
  return context.read(async (db) => {
    const estimate = await estimateAt(context, db, id);
    const { digits, currency } = estimate;
    const key = { spaceId: context.spaceId, estimateId: id, projectId: estimate.project_id };
    const [before, after] = [await rowsIn(db, key, from), await rowsIn(db, key, to)];
    const pairs = pairRows(before.rows, after.rows, new Set(after.doubtful ?? []));
    const counts = recordOf(ESTIMATE_CHANGES, () => 0);
    for (const pair of pairs) counts[pair.change] += 1;
    const shown = change === undefined ? pairs.filter((pair) => pair.change !== 'kept') : pairs.filter((pair) => pair.change === change);
    const { rows, next } = pageOf(byDifference(shown), page);
    const text = (amount: bigint): string => amountText(amount, digits);
    const total = (of: readonly StoredRow[]): string => text(of.reduce((sum, row) => sum + amountOfRow(row), 0n));
    const linked = await listLinkedMoney(
      db,
      key,
      pairs.map((pair) => ({
        id: (pair.after ?? pair.before)?.id ?? 0,
        before: Number(amountOfRow(pair.before)),
        after: Number(amountOfRow(pair.after)),
        gone: pair.after === null,
      })),
    );
    return {
      currency,
      digits,
      counts,
      total: { before: total(before.rows), after: total(after.rows) },
      rows: rows.map((pair) => pairOut(pair, digits)),
      next,
      versions: linked.map(({ before: was, after: is, ...version }) => ({
        ...version,
        amount: { before: text(BigInt(was)), after: text(BigInt(is)) },
      })),
    };
  });
}
