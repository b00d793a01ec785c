import { NO_DATE } from '@gantry/domain';
import { drawRect, drawTriangle } from '../../drawing/scene.ts';
import { COLOUR, LAYER } from '../colours.ts';
import type { Decoration, Frame } from '../frame.ts';
import { barEnd, xOf } from '../frame.ts';
import { EXTERNAL_ENDS, isMilestone } from '../rows.ts';
import { MILESTONE_HALF } from './milestone.ts';

/** How far a stub reaches from the bar, in pixels. */
export const STUB = 16;
const HEAD = 5;

/** Relations to items of other schedules: a short arrow into or out of the bar's end, with a stop where this schedule ends. */
export const external: Decoration = {
  draw(frame, row, top) {
    const { rows, showLinks } = frame.model;
    const ends = rows.external?.[row] ?? 0;
    if (ends === 0 || !showLinks) return;
    const from = rows.start[row] === NO_DATE ? rows.finish[row] : rows.start[row];
    if (from === NO_DATE) return;
    const { view, bar } = frame;
    const to = rows.finish[row] === NO_DATE ? from : rows.finish[row];
    const point = isMilestone(rows, row);
    const left = xOf(view, from) - (point ? MILESTONE_HALF : 0);
    const right = point ? left + 2 * MILESTONE_HALF : barEnd(view, from, to);
    if (left - STUB > view.width || right + STUB < view.gridWidth) return;
    const upper = top + bar.top + Math.floor(bar.height / 3) - 1;
    const lower = top + bar.top + Math.ceil((2 * bar.height) / 3);
    if (ends & EXTERNAL_ENDS.intoStart) drawStub(frame, left - STUB, upper, 1, true);
    if (ends & EXTERNAL_ENDS.outOfStart) drawStub(frame, left, lower, -1, false);
    if (ends & EXTERNAL_ENDS.intoFinish) drawStub(frame, right + STUB, upper, -1, true);
    if (ends & EXTERNAL_ENDS.outOfFinish) drawStub(frame, right, lower, 1, false);
  },
};

/** An arrow of the length of a stub from `x` towards the right (1) or the left (-1); the stop is where it comes from, or where it goes. */
function drawStub({ scene }: Frame, x: number, y: number, towards: 1 | -1, stopBehind: boolean): void {
  const colour = COLOUR['link-driving'];
  const tip = x + towards * STUB;
  const neck = tip - towards * HEAD;
  drawRect(scene, LAYER.mark, colour, Math.min(x, neck), y, STUB - HEAD, 1);
  drawTriangle(scene, LAYER.mark, colour, neck, y - 2.5, tip, y + 0.5, neck, y + 3.5);
  drawRect(scene, LAYER.mark, colour, stopBehind ? x : tip - (towards > 0 ? 0 : 1), y - 3, 1, 7);
}
