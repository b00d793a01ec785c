import { NO_DATE } from '@gantry/domain';
import { drawRect } from '../../drawing/scene.ts';
import { COLOUR, LAYER } from '../colours.ts';
import type { Decoration } from '../frame.ts';
import { xOf } from '../frame.ts';
import { TYPE_SUM } from '../rows.ts';

/** Total float: a hairline from the finish to the late finish, with a stop; to the left, in the critical colour, where it is negative. */
export const float: Decoration = {
  draw(frame, row, top) {
    const { rows } = frame.model;
    const { lateFinish, freeFinish } = rows;
    if (!lateFinish || rows.type[row] === TYPE_SUM || lateFinish[row] === NO_DATE || rows.finish[row] === NO_DATE) return;
    const { scene, view } = frame;
    const from = xOf(view, rows.finish[row]);
    const to = xOf(view, lateFinish[row]);
    const left = Math.min(from, to);
    const right = Math.max(from, to);
    if (right - left < 2 || left > view.width || right < view.gridWidth) return;
    const middle = top + frame.bar.top + Math.floor(frame.bar.height / 2);
    const negative = to < from;
    const y = negative ? top + frame.bar.top - 2 : middle;
    const colour = negative ? COLOUR['critical-text'] : COLOUR.float;
    drawRect(scene, LAYER.under, colour, left, y, right - left, 1);
    drawRect(scene, LAYER.under, colour, negative ? left : right - 1, y - 2, 1, 5);
    if (!negative && freeFinish && freeFinish[row] !== NO_DATE) {
      const free = Math.min(right, xOf(view, freeFinish[row]));
      drawRect(scene, LAYER.under, colour, left, y - 1, free - left, 3);
    }
  },
};
