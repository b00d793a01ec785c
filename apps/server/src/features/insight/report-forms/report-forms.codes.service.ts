import type { TemplatePicture } from '@gantry/interchange';
import { codeSquares } from '@gantry/scene';
import newCode from 'qrcode-generator';
import { writePng } from '../../../platform/pictures/pictures.png.ts';

/** Light squares that stand around a code, as its standard wants. */
const QUIET = 4;
/** Pixels of a square: a code of a link is about 300 pixels wide. */
const SCALE = 8;
const WHITE = 255;

/** Draws codes of texts; one text is one picture. */
export function openCodes(): (text: string) => TemplatePicture | null {
  const drawn = new Map<string, TemplatePicture | null>();
  return (text) => {
    const known = drawn.get(text);
    if (known !== undefined) return known;
    const squares = codeSquares(text, newCode);
    const picture = squares && pictureOf(squares);
    drawn.set(text, picture);
    return picture;
  };
}

function pictureOf(squares: readonly (readonly boolean[])[]): TemplatePicture {
  const side = (squares.length + 2 * QUIET) * SCALE;
  const data = new Uint8ClampedArray(side * side * 4).fill(WHITE);
  const at = (pixel: number): number => Math.floor(pixel / SCALE) - QUIET;
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const isDark = squares[at(y)]?.[at(x)] ?? false;
      if (isDark) data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
    }
  return { bytes: writePng({ width: side, height: side, data }), mediaType: 'image/png', width: side, height: side };
}
