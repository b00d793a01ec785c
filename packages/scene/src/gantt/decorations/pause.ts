import { NO_DATE } from '@gantry/domain';
import { LAYER } from '../colours.ts';
import { drawGround } from '../draw/ground.ts';
import type { Decoration } from '../frame.ts';
import { xOf } from '../frame.ts';

/** Where work is suspended the bar narrows to a thread. */
export const pause: Decoration = {
  draw(frame, row, top) {
    const { suspend, resume } = frame.model.rows;
    if (!suspend || !resume || suspend[row] === NO_DATE || resume[row] === NO_DATE) return;
    const { view } = frame;
    const x = xOf(view, suspend[row]);
    const end = xOf(view, resume[row]);
    if (end <= x || x > view.width || end < view.gridWidth) return;
    const y = top + frame.bar.top;
    const side = Math.floor((frame.bar.height - 2) / 2);
    // A pixel beyond the bar: on paper, where pixels are none, its edge would shine through.
    drawGround(frame, row, LAYER.mark, x, y - 1, end - x, side + 1);
    drawGround(frame, row, LAYER.mark, x, y + frame.bar.height - side, end - x, side + 1);
  },
};
