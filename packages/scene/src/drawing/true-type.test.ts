import { describe, expect, it } from 'vitest';
import { tinyFont } from '../testing/tiny-font.ts';
import { readTrueType } from './true-type.ts';

describe('a TrueType file', () => {
  it.each([4, 12] as const)('finds glyphs in a table of format %i', (format) => {
    const font = readTrueType(tinyFont('AЖяё', [1000, 1200, 2000, 1100, 1100], format));
    expect([...'AЖяё'].map((char) => font?.glyphOf(char.codePointAt(0) as number))).toEqual([1, 2, 3, 4]);
    expect(['B', 'З', '€', '\uffff'].map((char) => font?.glyphOf(char.codePointAt(0) as number))).toEqual([0, 0, 0, 0]);
  });
  it('finds characters beyond 65 535', () => {
    expect(readTrueType(tinyFont('A🏗', [1000, 1200, 2000], 12))?.glyphOf(0x1f3d7)).toBe(2);
  });
  it('measures in thousandths of the size; glyphs after the last measure are as wide as it', () => {
    const font = readTrueType(tinyFont('AЖ', [1000, 1200, 2000]));
    expect([0, 1, 2, 9].map((glyph) => font?.widthOf(glyph))).toEqual([500, 600, 1000, 1000]);
    expect([font?.ascent, font?.descent, font?.box]).toEqual([900, -200, [0, -200, 1000, 900]]);
  });
  it('is told from what is none', () => {
    expect(readTrueType(new Uint8Array(4))).toBeNull();
    expect(readTrueType(new TextEncoder().encode('wOF2 and more of it'))).toBeNull();
    expect(readTrueType(Uint8Array.from([0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]))).toBeNull();
  });
});
