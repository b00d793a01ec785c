import { expect, it } from 'vitest';
import { subsetOf } from './true-type-subset.ts';

const bytes = (...words: number[]): Uint8Array => Uint8Array.from(words.flatMap((word) => [(word >> 8) & 0xff, word & 0xff]));

/** An outline of one contour and 12 bytes that tell whose it is; one of parts names another glyph. */
const simple = (mark: number): Uint8Array => bytes(1, 0, 0, 100, 100, mark);
const composite = (part: number): Uint8Array => bytes(0xffff, 0, 0, 100, 100, 0x0000, part, 0x0000);

/** A font of glyphs with 16-bit places, each 10 × its number wide, and a table that no document needs. */
function fontOf(glyphs: readonly Uint8Array[]): Uint8Array {
  const places = glyphs.reduce<number[]>((ends, glyph) => [...ends, (ends.at(-1) ?? 0) + glyph.length / 2], [0]);
  const head = new Uint8Array(54);
  const hhea = new Uint8Array(36);
  hhea.set(bytes(glyphs.length), 34);
  const tables = {
    glyf: Uint8Array.from(glyphs.flatMap((glyph) => [...glyph])),
    head,
    hhea,
    hmtx: bytes(...glyphs.flatMap((_, glyph) => [glyph * 10, 0])),
    kern: bytes(1, 2),
    loca: bytes(...places),
    maxp: bytes(1, 0, glyphs.length),
  };
  return Buffer.concat(written(Object.entries(tables)));
}

function written(tables: [string, Uint8Array][]): Uint8Array[] {
  let from = 12 + tables.length * 16;
  const heads = tables.map(([name, table]) => {
    const entry = Buffer.alloc(16);
    entry.write(name, 'latin1');
    entry.writeUInt32BE(from, 8);
    entry.writeUInt32BE(table.length, 12);
    from += table.length;
    return entry;
  });
  return [bytes(1, 0, tables.length, 0, 0, 0), ...heads, ...tables.map(([, table]) => table)];
}

/** The tables of a font, and the outlines of its glyphs by 32-bit places. */
function read(font: Uint8Array) {
  const file = Buffer.from(font);
  const tables = new Map<string, Buffer>();
  for (let at = 12; at < 12 + file.readUInt16BE(4) * 16; at += 16) {
    const from = file.readUInt32BE(at + 8);
    tables.set(file.toString('latin1', at, at + 4), file.subarray(from, from + file.readUInt32BE(at + 12)));
  }
  const [loca, glyf] = [tables.get('loca') as Buffer, tables.get('glyf') as Buffer];
  const place = (glyph: number) => loca.readUInt32BE(glyph * 4);
  const outlines = Array.from({ length: loca.length / 4 - 1 }, (_, glyph) => glyf.subarray(place(glyph), place(glyph + 1)));
  return { tables, outlines };
}

it('keeps the outlines in use, those that they are made of, and the first, under the numbers that they had', () => {
  const font = fontOf([simple(0), simple(1), composite(4), simple(3), simple(4), simple(5)]);
  const { tables, outlines } = read(subsetOf(font, [2]));
  expect([...tables.keys()].sort()).toEqual(['glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp']);
  expect(outlines.map(({ length }) => length)).toEqual([12, 0, 16, 0, 12, 0]);
  expect([outlines[0], outlines[2], outlines[4]].map((outline) => [...outline])).toEqual(
    [simple(0), composite(4), simple(4)].map((outline) => [...outline]),
  );
  const widths = tables.get('hmtx') as Buffer;
  expect([0, 1, 2, 3, 4, 5].map((glyph) => widths.readUInt16BE(glyph * 4))).toEqual([0, 0, 20, 0, 40, 50]);
  expect(tables.get('head')?.readUInt16BE(50)).toBe(1);
});

it('leaves a font without outlines as it is', () => {
  const font = Buffer.concat(written([['maxp', bytes(1, 0, 3)]]));
  expect(subsetOf(font, [1])).toBe(font);
});

it('leaves the font as it was, so that it can be cut again', () => {
  const font = Buffer.from(fontOf([simple(0), simple(1), simple(2), simple(3)]));
  const before = Buffer.from(font);
  const first = subsetOf(font, [1]);
  expect(font.equals(before)).toBe(true);
  subsetOf(font, [2]);
  expect(Buffer.from(subsetOf(font, [1])).equals(Buffer.from(first))).toBe(true);
});
