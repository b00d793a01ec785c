import { readAs } from '../../drawing/scene.ts';
import type { CellLook, CellRoom } from '../columns.ts';
import { drawLine } from './line.ts';

const LINE_HEIGHT = 16;
/** Room above and below the lines together. */
const ROOM = 6;

/** How high a row is that holds so many lines. */
export const heightOfLines = (lines: number): number => lines * LINE_HEIGHT + ROOM;

/** How many lines a row of a height holds. */
export const linesIn = (height: number): number => Math.max(1, Math.floor((height - ROOM + 2) / LINE_HEIGHT));

function linesOf({ fitter, text, width, font, height }: CellRoom): readonly string[] {
  return fitter.wrap(text, width, font, linesIn(height));
}

/** Whether lines show all of a text, spaces apart. */
export const isWhole = (lines: readonly string[], text: string): boolean => lines.join('').replace(/\s/g, '') === text.replace(/\s/g, '');

/** As many lines as the row is high enough for; the last one is cut. */
export const wrapped: CellLook = {
  draw(room, column) {
    const lines = linesOf(room);
    const first = room.y + (room.height - (lines.length - 1) * LINE_HEIGHT) / 2 + 0.5;
    let rest = room.text;
    for (let i = 0; i < lines.length; i++) {
      // Each line is read as what it shows, the last one as all that is left.
      const isLast = i === lines.length - 1;
      readAs(room.scene, isLast ? rest : lines[i]);
      drawLine(room, column, first + i * LINE_HEIGHT, lines[i]);
      rest = rest.slice(lines[i].length).trimStart();
    }
  },
  cuts: (room) => !isWhole(linesOf(room), room.text),
};
