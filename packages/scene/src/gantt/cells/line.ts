import { drawText } from '../../drawing/scene.ts';
import { LAYER } from '../colours.ts';
import type { CellLook, CellRoom, GanttColumn } from '../columns.ts';

/** Draws one line of text at the column's side; `y` is its middle. */
export function drawLine({ scene, x, width, colour, font }: CellRoom, column: GanttColumn, y: number, text: string): void {
  const align = column.align ?? 'left';
  const at = align === 'right' ? x + width : align === 'center' ? x + width / 2 : x;
  drawText(scene, LAYER.text, colour, font, align, at, y, text);
}

const SIGN = '#';
const SIGNS = 3;

/** What stands for a number or a date that has no room. */
function signs({ fitter, width, font }: CellRoom): string {
  return SIGN.repeat(Math.max(1, Math.min(SIGNS, Math.floor(width / fitter.width(SIGN, font)))));
}

/** One line, cut with an ellipsis where it has no room; what is exact is never cut. */
export const line: CellLook = {
  draw(room, column) {
    const fitted = room.fitter.fit(room.text, room.width, room.font);
    drawLine(room, column, room.y + room.height / 2 + 0.5, column.exact && fitted !== room.text ? signs(room) : fitted);
  },
  cuts: ({ fitter, text, width, font }) => fitter.width(text, font) > width,
};
