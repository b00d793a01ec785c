/**
 * Cuts the font files that printing embeds to the characters that plans are written with. The arguments are the unpacked folders of the npm
 * packages `@expo-google-fonts/noto-sans` and `@expo-google-fonts/noto-sans-math`, both of version 0.4.2.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTrueType, subsetOf } from '@gantry/scene';

const [from, signsFrom] = process.argv.slice(2);
if (!from || !signsFrom) throw new Error('Name the folders of the unpacked packages noto-sans and noto-sans-math.');

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
const TABLES = ['cmap', 'OS/2', 'name', 'post'];

/** Signs that only the font of formulas has: arrows, comparisons, ticks, shapes, the empty box for what no font has. */
const SIGN_BLOCKS = [
  [0x2190, 0x21ff],
  [0x2200, 0x22ff],
  [0x2300, 0x23ff],
  [0x25a0, 0x25ff],
  [0x2600, 0x266f],
  [0x2700, 0x27bf],
  [0x2b00, 0x2bff],
];

function cut(path: string, blocks: readonly (readonly number[])[], name: string): void {
  const file = new Uint8Array(readFileSync(path));
  const font = readTrueType(file);
  if (!font) throw new Error(`${path} is no TrueType file.`);
  const glyphs = blocks.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => font.glyphOf(first + index)));
  writeFileSync(join(import.meta.dirname, '../../packages/scene/fonts', name), subsetOf(file, glyphs, TABLES));
}

for (const [weight, name] of [
  ['400Regular', 'regular'],
  ['600SemiBold', 'semi-bold'],
] as const)
  cut(join(from, weight, `NotoSans_${weight}.ttf`), BLOCKS, `noto-sans-${name}.ttf`);
cut(join(signsFrom, '400Regular/NotoSansMath_400Regular.ttf'), SIGN_BLOCKS, 'noto-sans-signs.ttf');
