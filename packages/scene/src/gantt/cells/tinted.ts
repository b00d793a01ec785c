import { drawRound } from '../../drawing/scene.ts';
import { COLOUR, LAYER } from '../colours.ts';
import type { CellLook } from '../columns.ts';
import { line } from './line.ts';

const SIZE = 10;
const ROOM = SIZE + 6;

/** A text with a square of its colour before it: statuses, resources, lists of values. */
export const tinted: CellLook = {
  draw(room, column) {
    const tint = column.tint?.(room.row) ?? 0;
    if (tint > 0 && room.text !== '') {
      drawRound(room.scene, LAYER.mark, COLOUR['tint-1'] + tint - 1, room.x, Math.round(room.y + (room.height - SIZE) / 2), SIZE, SIZE, 2);
      room.x += ROOM;
      room.width -= ROOM;
    }
    line.draw(room, column);
  },
  beside: ROOM,
  cuts: (room) => room.fitter.width(room.text, room.font) > room.width - ROOM,
};
