import { NO_DATE } from '@gantry/domain';
import { drawRect, drawTriangle } from '../../drawing/scene.ts';
import { COLOUR, LAYER } from '../colours.ts';
import type { Decoration } from '../frame.ts';
import { xOf } from '../frame.ts';
import { ROW_FLAGS, TYPE_SUM } from '../rows.ts';

/** The bracket of summaries, with the done part along its lower edge. */
export const summary: Decoration = {
  draw(frame, row, top) {
    const { rows } = frame.model;
    if (rows.type[row] !== TYPE_SUM || rows.start[row] === NO_DATE || rows.finish[row] === NO_DATE) return;
    const { scene, view } = frame;
    const x = xOf(view, rows.start[row]);
    const end = Math.max(x + 8, xOf(view, rows.finish[row]));
    if (x > view.width || end < view.gridWidth) return;
    const y = top + frame.bar.top + 1;
    const colour = rows.flags[row] & ROW_FLAGS.critical ? COLOUR['critical-done'] : COLOUR.summary;
    drawRect(scene, LAYER.bar, colour, x, y, end - x, 5);
    const tooth = Math.min(5, (end - x) / 2);
    drawTriangle(scene, LAYER.bar, colour, x, y + 5, x + tooth, y + 5, x, y + 10);
    drawTriangle(scene, LAYER.bar, colour, end - tooth, y + 5, end, y + 5, end, y + 10);
    const part = Math.round((end - x) * Math.min(1, rows.progress[row]));
    if (part > 0) drawRect(scene, LAYER.overBar, COLOUR['summary-done'], x + 1, y + 2, Math.max(0, part - 2), 1);
  },
};
