import { NO_DATE } from '@gantry/domain';
import { drawDiamond, drawRect } from '../../drawing/scene.ts';
import { COLOUR, LAYER } from '../colours.ts';
import type { Decoration } from '../frame.ts';
import { barEnd, xOf } from '../frame.ts';
import { isMilestone } from '../rows.ts';

/** The planned dates of the compared version: a thin bar under the row's own. */
export const baseline: Decoration = {
  takesRoomBelow: (rows) => rows.baselineStart !== null,
  draw(frame, row, top) {
    const { baselineStart, baselineFinish } = frame.model.rows;
    if (!baselineStart || !baselineFinish || baselineStart[row] === NO_DATE || baselineFinish[row] === NO_DATE) return;
    const { scene, view } = frame;
    const x = xOf(view, baselineStart[row]);
    const end = barEnd(view, baselineStart[row], baselineFinish[row]);
    if (x > view.width || end < view.gridWidth) return;
    const y = top + frame.bar.baselineTop;
    if (isMilestone(frame.model.rows, row)) drawDiamond(scene, LAYER.under, COLOUR.baseline, x + 0.5, y + 2, 4);
    else drawRect(scene, LAYER.under, COLOUR.baseline, x, y, end - x, 3);
  },
};
