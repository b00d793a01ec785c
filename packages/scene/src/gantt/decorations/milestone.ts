import { NO_DATE } from '@gantry/domain';
import { drawDiamond } from '../../drawing/scene.ts';
import { COLOUR, LAYER } from '../colours.ts';
import type { Decoration } from '../frame.ts';
import { xOf } from '../frame.ts';
import { ROW_FLAGS, TYPE_MILESTONE_FINISH, TYPE_MILESTONE_START } from '../rows.ts';

/** Half of a milestone's width in pixels. */
export const MILESTONE_HALF = 7;

/** Diamonds: full for a finish milestone, hollow for a start milestone. */
export const milestone: Decoration = {
  draw(frame, row, top) {
    const { rows } = frame.model;
    const type = rows.type[row];
    if (type !== TYPE_MILESTONE_START && type !== TYPE_MILESTONE_FINISH) return;
    const minute = type === TYPE_MILESTONE_START || rows.finish[row] === NO_DATE ? rows.start[row] : rows.finish[row];
    if (minute === NO_DATE) return;
    const { scene, view } = frame;
    const x = xOf(view, minute) + 0.5;
    if (x > view.width + MILESTONE_HALF || x < view.gridWidth - MILESTONE_HALF) return;
    const y = top + frame.bar.top + frame.bar.height / 2;
    const flags = rows.flags[row];
    const colour = flags & ROW_FLAGS.critical ? COLOUR['critical-done'] : flags & ROW_FLAGS.near ? COLOUR['near-done'] : COLOUR.milestone;
    drawDiamond(scene, LAYER.bar, colour, x, y, MILESTONE_HALF);
    if (type === TYPE_MILESTONE_START) drawDiamond(scene, LAYER.overBar, COLOUR.surface, x, y, MILESTONE_HALF - 3);
    else if (rows.progress[row] < 1 && flags & ROW_FLAGS.critical)
      drawDiamond(scene, LAYER.overBar, COLOUR.critical, x, y, MILESTONE_HALF - 2);
  },
};
