import { NO_DATE } from '@gantry/domain';
import { drawRect, drawTriangle } from '../../drawing/scene.ts';
import { COLOUR, LAYER } from '../colours.ts';
import type { Decoration } from '../frame.ts';
import { xOf } from '../frame.ts';

/** A flag down at the deadline; in the critical colour where the finish has passed it. */
export const deadline: Decoration = {
  draw(frame, row, top) {
    const { rows } = frame.model;
    if (!rows.deadline || rows.deadline[row] === NO_DATE) return;
    const { scene, view } = frame;
    const x = xOf(view, rows.deadline[row]);
    if (x > view.width + 6 || x < view.gridWidth - 6) return;
    const missed = rows.finish[row] !== NO_DATE && rows.finish[row] > rows.deadline[row];
    const colour = missed ? COLOUR['critical-text'] : COLOUR.mark;
    const y = top + 3;
    drawTriangle(scene, LAYER.mark, colour, x - 5, y, x + 5, y, x, y + 6);
    drawRect(scene, LAYER.mark, colour, x, y + 4, 1, view.rowHeight - 8);
  },
};
