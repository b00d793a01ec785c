import { MINUTES_PER_DAY } from '@gantry/domain';
import { expect, test } from 'vitest';
import { drawnRows, ORIGIN } from '../testing/drawn-plan.ts';
import { openingPlace } from './opening.ts';
import { listVisible, newVisible } from './visible.ts';

/** Where a chart of 200 px at 10 px a day opens that shows the first two rows; a date as a day of the plan. */
function opened(drawing: string, dataDay: number | null): number | null {
  const { rows } = drawnRows(drawing);
  const visible = newVisible(rows.count);
  listVisible(rows, visible);
  const scale = { origin: ORIGIN - 100 * MINUTES_PER_DAY, finish: ORIGIN + 500 * MINUTES_PER_DAY, pixelsPerDay: 10 };
  return openingPlace(rows, visible, 2, scale, 200, dataDay === null ? null : ORIGIN + dataDay * MINUTES_PER_DAY);
}

test.each([
  ['at the data date where bars are in sight there', 't Walls 30-50\nt Roof 60-80\nt Door 0-1', 40, 1350],
  ['at the first bars where none is', 't Walls 30-50\nt Roof 60-80\nt Door 0-1', 300, 1252],
  ['at the first bars where only a summary reaches there', 's House 30-300\n  t Roof 30-40\n  t Door 299-300', 200, 1252],
  ['at the first bars without a data date', 't Walls 30-50\nt Roof 20-80\nt Door 0-1', null, 1152],
  ['anywhere where the rows have no dates', 't Walls\nt Roof\nt Door 0-1', 3, null],
])('a chart opens %s', (_where, drawing, dataDay, wanted) => expect(opened(drawing, dataDay)).toBe(wanted));
