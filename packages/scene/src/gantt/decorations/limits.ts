import type { LimitType } from '@gantry/domain';
import { LIMIT_TYPES, NO_DATE } from '@gantry/domain';
import { drawRect, drawTriangle } from '../../drawing/scene.ts';
import { COLOUR, LAYER } from '../colours.ts';
import type { Decoration, Frame } from '../frame.ts';
import { xOf } from '../frame.ts';
import { ROW_FLAGS } from '../rows.ts';

/** Limits of start and finish: a bracket open to the allowed side, closed on both sides where the date is fixed. */
export const limits: Decoration = {
  draw(frame, row, top) {
    const { rows } = frame.model;
    if (rows.startLimit && rows.startLimit[row] > 0 && rows.startLimitDate) {
      drawLimit(frame, LIMIT_TYPES[rows.startLimit[row] - 1], rows.startLimitDate[row], top);
    }
    if (rows.finishLimit && rows.finishLimit[row] > 0 && rows.finishLimitDate) {
      drawLimit(frame, LIMIT_TYPES[rows.finishLimit[row] - 1], rows.finishLimitDate[row], top);
    }
    if (rows.flags[row] & ROW_FLAGS.late && rows.finish[row] !== NO_DATE) {
      const x = xOf(frame.view, rows.finish[row]) + 3;
      const y = top + frame.bar.top + frame.bar.height / 2;
      drawTriangle(frame.scene, LAYER.mark, COLOUR.mark, x, y - 4, x + 5, y, x, y + 4);
    }
  },
};

function drawLimit(frame: Frame, type: LimitType, minute: number, top: number): void {
  const { scene, view } = frame;
  if (minute === NO_DATE) return;
  const x = xOf(view, minute);
  if (x > view.width + 5 || x < view.gridWidth - 5) return;
  const y = top + frame.bar.top - 2;
  const height = frame.bar.height + 4;
  drawRect(scene, LAYER.mark, COLOUR.mark, x, y, 2, height);
  const before = type === 'not_later' || type === 'in_date';
  const after = type === 'not_earlier' || type === 'in_date';
  for (const edge of [y, y + height - 2]) {
    if (after) drawRect(scene, LAYER.mark, COLOUR.mark, x, edge, 5, 2);
    if (before) drawRect(scene, LAYER.mark, COLOUR.mark, x - 3, edge, 5, 2);
  }
}
