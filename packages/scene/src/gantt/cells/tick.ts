import { drawFrame, drawRect, drawTriangle } from '../../drawing/scene.ts';
import { COLOUR, LAYER } from '../colours.ts';
import type { CellLook } from '../columns.ts';

const SIZE = 14;

/** A box with a tick where the value is true; the text stays for those who read instead of looking. */
export const tick: CellLook = {
  draw({ scene, row, x, y, width, height }, column) {
    const value = column.value?.(row);
    if (value === null || value === undefined) return;
    const left = Math.round(x + (width - SIZE) / 2);
    const top = Math.round(y + (height - SIZE) / 2);
    if (value !== true) {
      drawFrame(scene, LAYER.mark, COLOUR['text-muted'], left, top, SIZE, SIZE);
      return;
    }
    drawRect(scene, LAYER.mark, COLOUR.accent, left, top, SIZE, SIZE);
    drawTriangle(scene, LAYER.text, COLOUR.surface, left + 2.5, top + 7.5, left + 4, top + 6, left + 6.2, top + 10.8);
    drawTriangle(scene, LAYER.text, COLOUR.surface, left + 5, top + 10.8, left + 10.6, top + 3.4, left + 12, top + 4.8);
  },
  cuts: () => false,
};
