import type { WbsRow } from '@gantry/domain';
import { rowOf, type ScheduleView } from '@gantry/plan-view';

/** A row and the summaries above it. */
export function rowAndAbove(document: ScheduleView['document'], id: number | null): WbsRow[] {
  const row = id === null ? null : rowOf(document, 'wbs', id);
  return row ? [row, ...rowAndAbove(document, row.parentId)] : [];
}
