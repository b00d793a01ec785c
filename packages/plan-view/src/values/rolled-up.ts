import { NO_DATE, TASK_STATUSES } from '@gantry/domain';
import { rollUp, type RolledColumns } from '@gantry/engine';
import type { ScheduleDocument } from '../document/document.ts';
import { treeOfDocument } from '../rows/row-tree.ts';
import { sumsBySlot, type SumColumn } from './sums.ts';

/** The columns of rows that phases have from the rows below them. */
const ROLLED = { start: 'start', finish: 'finish', progress: 'progress', totalFloatMinutes: 'float' } as const;
type RolledColumn = keyof typeof ROLLED;

export const isRolled = (column: string): column is RolledColumn => column in ROLLED;

/** What phases show of the rows below them, by the slots of a document; gathered when asked for and kept until forgotten. */
export type RolledUp = { values(column: RolledColumn | SumColumn): ArrayLike<number>; forget(): void };

/** Rolls up the rows of a document, whose tree must stay as it is. */
export function rolledUp(document: ScheduleDocument): RolledUp {
  let tree: ReturnType<typeof treeOfDocument> | null = null;
  let columns: RolledColumns | null = null;
  const sums = new Map<SumColumn, Float64Array>();
  const isOfRow = (column: RolledColumn | SumColumn): column is RolledColumn => isRolled(column);
  return {
    values(column) {
      tree ??= treeOfDocument(document);
      if (isOfRow(column)) return (columns ??= columnsOf(document, tree))[ROLLED[column]];
      let own = sums.get(column);
      if (!own) sums.set(column, (own = sumsBySlot(document, tree, column)));
      return own;
    },
    forget() {
      columns = null;
      sums.clear();
    },
  };
}

const COMPLETED = TASK_STATUSES.indexOf('completed');

function columnsOf({ tables: { wbs } }: ScheduleDocument, tree: ReturnType<typeof treeOfDocument>): RolledColumns {
  const count = tree.parent.length;
  const dates = (name: string) => (wbs.numbers.get(name) as Int32Array).slice(0, count);
  const [float, late, status] = [dates('totalFloatMinutes'), dates('lateFinish'), wbs.numbers.get('status') as Uint8Array];
  for (let slot = 0; slot < count; slot += 1) if (late[slot] === NO_DATE || status[slot] === COMPLETED) float[slot] = NO_DATE;
  const columns = {
    float,
    start: dates('start'),
    finish: dates('finish'),
    progress: (wbs.numbers.get('progress') as Float64Array).slice(0, count),
    weight: Float64Array.from(dates('durationMinutes')),
  };
  rollUp(tree, columns);
  const own = wbs.numbers.get('totalFloatMinutes') as Int32Array;
  for (let slot = 0; slot < count; slot += 1) if (!tree.isSummary[slot]) float[slot] = own[slot];
  return columns;
}
