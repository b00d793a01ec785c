import { newRows } from '@gantry/scene';
import { ROWS_A_STEP, type Steps } from './arrange.ts';
import { type GroupLevel, type GroupOptions, groupRows } from './group-rows.ts';
import type { ScheduleDocument } from '../document/document.ts';
import { copyValues, places, type ScheduleRows, spanSummaries, withValueColumns } from '../rows/rows.ts';

export type GroupedRows = ScheduleRows & { groups: NonNullable<ScheduleRows['groups']> };

/** Rows of a version under rows of the groups that they fall into, with their dates and figures, and those of the groups. */
export function* groupPlan(
  base: ScheduleRows & { document: ScheduleDocument },
  levels: readonly GroupLevel[],
  options: Omit<GroupOptions, 'make'>,
): Steps<GroupedRows> {
  const laid = yield* groupRows(base, levels, { ...options, make: (count) => withValueColumns(newRows(count)) });
  const { count } = laid.rows;
  for (let start = 0; start < count; start += ROWS_A_STEP) {
    copyValues(base.document, laid, places(start, Math.min(count, start + ROWS_A_STEP)));
    yield;
  }
  spanSummaries(laid.rows, base.document, laid.slots);
  return laid;
}
