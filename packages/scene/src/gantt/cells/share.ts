import { drawRect } from '../../drawing/scene.ts';
import { COLOUR, LAYER } from '../colours.ts';
import type { CellLook } from '../columns.ts';
import { line } from './line.ts';

const THICK = 3;
const BELOW = 8;

/** A text over a hairline that is thick as far as the value goes, 0…1: the shape tells it where themes leave few colours. */
export const share: CellLook = {
  draw(room, column) {
    const value = column.value?.(room.row);
    if (typeof value === 'number' && room.text !== '') {
      // Under the text: near the lower edge of a row of one line, and no farther from it in a higher row.
      const y = room.y + Math.round(room.height / 2) + Math.min(Math.floor(room.height / 2) - THICK - 3, BELOW);
      const full = Math.round(room.width * Math.max(0, Math.min(1, value)));
      drawRect(room.scene, LAYER.shade, COLOUR['line-strong'], room.x, y + THICK - 1, room.width, 1);
      drawRect(room.scene, LAYER.under, COLOUR['task-done'], room.x, y, full, THICK);
    }
    line.draw(room, column);
  },
  cuts: line.cuts,
};
