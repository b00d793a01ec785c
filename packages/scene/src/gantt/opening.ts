import type { Minute } from '@gantry/domain';
import { MINUTES_PER_DAY, NO_DATE } from '@gantry/domain';
import { pixelsOf, type TimeScale } from '../time-scale/scale.ts';
import type { GanttRows } from './rows.ts';
import type { VisibleRows } from './visible.ts';

/** Room left of what the chart opens at. */
const MARGIN = 48;

/**
 * Pixel of the scale at which a chart `room` pixels wide opens: the data date a quarter in where some of the first `shown` rows have a
 * bar in sight there, else the first of their bars; null where they have none.
 */
export function openingPlace(
  rows: GanttRows,
  visible: VisibleRows,
  shown: number,
  scale: TimeScale,
  room: number,
  dataDate: Minute | null,
): number | null {
  const at = dataDate === null ? null : pixelsOf(scale, dataDate) - room / 4;
  const from = at === null ? NO_DATE : scale.origin + (at * MINUTES_PER_DAY) / scale.pixelsPerDay;
  const to = from + (room * MINUTES_PER_DAY) / scale.pixelsPerDay;
  let first: Minute | null = null;
  for (let place = 0; place < Math.min(shown, visible.count); place++) {
    const row = visible.rowAt[place];
    const start = rows.start[row];
    // A summary reaches over all that is under it, also where nothing of that is in sight.
    if (start === NO_DATE) continue;
    if (first === null || start < first) first = start;
    if (at !== null && rows.end[row] === row + 1 && start < to && rows.finish[row] > from) return Math.max(0, at);
  }
  return first === null ? null : Math.max(0, pixelsOf(scale, first) - MARGIN);
}
