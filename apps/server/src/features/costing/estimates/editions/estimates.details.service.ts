import type { EstimateRowDetails } from '@gantry/contract';
import { unpackResources } from '@gantry/interchange';
import type { Context } from '../../../../platform/context.ts';
import { fail } from '../../../../platform/fail.ts';
import { findRow } from '../estimates.repository.ts';
import { estimateAt } from '../estimates.service.ts';
import { findDetails } from './estimates.details.repository.ts';

/** What the file of an estimate says of a row beside its amounts. */
export async function readRowDetails(context: Context, id: number, estimateRowId: number): Promise<EstimateRowDetails> {
  return context.read(async (db) => {
    const row = await estimateAt(context, db, id);
    const key = { spaceId: context.spaceId, estimateId: id };
    if (!(await findRow(db, key, estimateRowId))) fail('estimate.row_not_found', { id: estimateRowId });
    const found = await findDetails(db, key, row.details, estimateRowId);
    const text = (value: string | undefined): string | null => value || null;
    const resources = found?.resources ? unpackResources(found.resources) : [];
    return {
      hours: text(found?.hours),
      formula: text(found?.formula),
      resources: resources.map(({ part, code, name, unit, quantity, price, amount, basePrice, baseAmount }) => ({
        part,
        code,
        name,
        unit,
        quantity,
        price: { base: text(basePrice), current: text(price) },
        amount: { base: text(baseAmount), current: text(amount) },
      })),
    };
  });
}
