import type { NormCoefficient } from '@gantry/domain';
import { costByNorm } from '@gantry/engine';
import type { Draft } from '../../edits/edits.service.ts';
import { type Value } from '../version-directories.rules.ts';

/** What units of an assignment cost at a price. */
export type CostOf = (units: number, price: number) => number;

/** Money is rounded to hundredths and quantities to millionths: costs that differ by less were counted from the same. */
const HALF_CENT = 0.005;
const HALF_MILLIONTH = 0.000_000_5;

/** By assignment, how those that follow directories are paid: the coefficients of what brought them hold. */
export async function costsByNorms(draft: Draft, itemIds: readonly number[] | null): Promise<Map<number, CostOf>> {
  const values = itemIds ? await draft.rowsBy('directoryValue', 'itemId', itemIds) : await draft.all('directoryValue');
  const byId = new Map(values.map((value) => [value.id, value]));
  return new Map(values.flatMap((value) => (value.assignmentId === null ? [] : [[value.assignmentId, costOf(value, byId)] as const])));
}

function costOf(value: Value, byId: ReadonlyMap<number, Value>): CostOf {
  const chain: NormCoefficient[] = [];
  for (let at: Value | undefined = value; at; at = at.broughtById === null ? undefined : byId.get(at.broughtById))
    chain.unshift(...at.norm.coefficients);
  const { part } = value.norm;
  return (units, price) => {
    const cost = costByNorm(units, price, chain, part);
    const dust = HALF_CENT + HALF_MILLIONTH * costByNorm(1, price, chain, part);
    // The value was counted from quantities before they were rounded.
    return Math.abs(cost - value.cost) <= dust ? value.cost : cost;
  };
}
