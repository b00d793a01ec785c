import type { WbsRow } from '@gantry/domain';
import { type ScheduleView, valueOf } from '@gantry/plan-view';

/** Who carries out and who answers for a row and the summaries above it; read for every cell that is drawn, so no row is made of them. */
export function rowAndAbove(document: ScheduleView['document'], id: number | null): Pick<WbsRow, 'executorId' | 'curatorId'>[] {
  const people: Pick<WbsRow, 'executorId' | 'curatorId'>[] = [];
  for (let at = id; at !== null && valueOf(document, 'wbs', at, 'id') !== undefined; at = valueOf(document, 'wbs', at, 'parentId') ?? null)
    people.push({
      executorId: valueOf(document, 'wbs', at, 'executorId') ?? null,
      curatorId: valueOf(document, 'wbs', at, 'curatorId') ?? null,
    });
  return people;
}
