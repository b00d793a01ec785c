/**
 * Cuts the font files that printing embeds to the characters that plans are written with. The argument is the unpacked folder of the npm
 * package `@expo-google-fonts/noto-sans`, version 0.4.2.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTrueType, subsetOf } from '@gantry/scene';

const [from] = process.argv.slice(2);
if (!from) throw new Error('Name the folder of the unpacked package @expo-google-fonts/noto-sans.');

/** Latin with its accents, Greek letters of formulas, Cyrillic, punctuation, currencies, arrows and signs. */
const BLOCKS = [
  [0x20, 0x24f],
  [0x2b0, 0x2dd],
  [0x370, 0x3ff],
  [0x400, 0x52f],
  [0x1e00, 0x1eff],
  [0x2000, 0x206f],
  [0x2070, 0x209f],
  [0x20a0, 0x20bf],
  [0x2100, 0x215f],
  [0x2190, 0x22ff],
  [0x25a0, 0x25ff],
  [0xfffd, 0xfffd],
];
/** By which programs find glyphs of characters, and measures beside those of a document. */
const TABLES = ['cmap', 'OS/2', 'name'];

for (const weight of ['400Regular', '600SemiBold']) {
  const file = new Uint8Array(readFileSync(join(from, weight, `NotoSans_${weight}.ttf`)));
  const font = readTrueType(file);
  if (!font) throw new Error(`${weight} is no TrueType file.`);
  const glyphs = BLOCKS.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => font.glyphOf(first + index)));
  const name = `noto-sans-${weight === '400Regular' ? 'regular' : 'semi-bold'}.ttf`;
  writeFileSync(join(import.meta.dirname, '../../packages/scene/fonts', name), subsetOf(file, glyphs, TABLES));
}
