import { amountsToParents, type RowTree } from '@gantry/engine';
import { numberAt, type ScheduleDocument } from '../document/document.ts';

/** The columns that add up the assignments of a row and of all rows below it. */
export const SUM_COLUMNS = ['plannedUnits', 'actualUnits', 'plannedCost', 'actualCost'] as const;
export type SumColumn = (typeof SUM_COLUMNS)[number];

/** Whether a column adds up assignments. */
export const isSum = (column: string): column is SumColumn => (SUM_COLUMNS as readonly string[]).includes(column);

/** The amounts of assignments by the item that they are of. */
export function* amountsOf(
  { tables: { assignment } }: ScheduleDocument,
  column: SumColumn,
): Generator<readonly [item: number, amount: number]> {
  for (const slot of assignment.slotOf.values()) yield [numberAt(assignment, 'itemId', slot), numberAt(assignment, column, slot)];
}

/** The sums of a document by the slots of its rows. */
export function sumsBySlot(document: ScheduleDocument, tree: RowTree, column: SumColumn): Float64Array {
  const { slotOf } = document.tables.wbs;
  const amounts = new Float64Array(tree.parent.length).fill(Number.NaN);
  for (const [item, amount] of amountsOf(document, column)) {
    const slot = slotOf.get(item);
    if (slot !== undefined) amounts[slot] = (Number.isNaN(amounts[slot]) ? 0 : amounts[slot]) + amount;
  }
  return amountsToParents(tree, amounts);
}
