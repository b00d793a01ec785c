import type { CellLook, CellRoom } from '../columns.ts';
import { drawLine } from './line.ts';

const LINE_HEIGHT = 16;

function linesOf({ fitter, text, width, font, height }: CellRoom): readonly string[] {
  return fitter.wrap(text, width, font, Math.max(1, Math.floor((height - 4) / LINE_HEIGHT)));
}

/** As many lines as the row is high enough for; the last one is cut. */
export const wrapped: CellLook = {
  draw(room, column) {
    const lines = linesOf(room);
    const first = room.y + (room.height - (lines.length - 1) * LINE_HEIGHT) / 2 + 0.5;
    for (let i = 0; i < lines.length; i++) drawLine(room, column, first + i * LINE_HEIGHT, lines[i]);
  },
  cuts: (room) => linesOf(room).join('').replace(/\s/g, '') !== room.text.replace(/\s/g, ''),
};
