/** Tables that an embedded font needs; the rest serves programs that lay texts out. */
const NEEDED = ['cvt ', 'fpgm', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'prep'];

/** Bits of a part of a composite glyph. */
const PART = { words: 0x1, scale: 0x8, more: 0x20, twoScales: 0x40, matrix: 0x80 } as const;

/**
 * A TrueType file with the outlines of these glyphs alone, under the numbers that they had: others are empty. A file without outlines comes
 * back as it is. `more` are tables that stay beside those that an embedded font needs. Tables: https://learn.microsoft.com/typography/opentype/spec.
 */
export function subsetOf(file: Uint8Array, used: Iterable<number>, more: readonly string[] = []): Uint8Array {
  const data = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const tables = new Map<string, Uint8Array>();
  for (let table = 0; table < data.getUint16(4); table++) {
    const at = 12 + table * 16;
    const from = data.getUint32(at + 8);
    tables.set(String.fromCharCode(...file.subarray(at, at + 4)), file.subarray(from, from + data.getUint32(at + 12)));
  }
  const [glyf, loca, head, maxp, hmtx, hhea] = ['glyf', 'loca', 'head', 'maxp', 'hmtx', 'hhea'].map((name) => tables.get(name));
  if (!glyf || !loca || !head || !maxp || !hmtx || !hhea) return file;
  const count = viewOf(maxp).getUint16(4);
  const long = viewOf(head).getUint16(50) === 1;
  const places = viewOf(loca);
  const placeOf = (glyph: number): number => (long ? places.getUint32(glyph * 4) : places.getUint16(glyph * 2) * 2);
  const outline = (glyph: number): Uint8Array => glyf.subarray(placeOf(glyph), placeOf(glyph + 1));

  const kept = new Set<number>();
  const waiting = [0, ...used];
  for (let glyph = waiting.pop(); glyph !== undefined; glyph = waiting.pop()) {
    if (glyph >= count || kept.has(glyph)) continue;
    kept.add(glyph);
    waiting.push(...partsOf(outline(glyph)));
  }
  const ordered = [...kept].sort((a, b) => a - b);
  const padded = (bytes: number): number => (bytes + 3) & ~3;
  const outlines = new Uint8Array(ordered.reduce((sum, glyph) => sum + padded(outline(glyph).length), 0));
  const newPlaces = new DataView(new ArrayBuffer((count + 1) * 4));
  let at = 0;
  for (let glyph = 0; glyph < count; glyph++) {
    newPlaces.setUint32(glyph * 4, at);
    if (!kept.has(glyph)) continue;
    outlines.set(outline(glyph), at);
    at += padded(outline(glyph).length);
  }
  newPlaces.setUint32(count * 4, at);
  // A copy whatever kind of bytes it is: slices of a Buffer would be the font itself.
  const newHead = Uint8Array.from(head);
  viewOf(newHead).setUint16(50, 1);
  // Widths of glyphs that are not used are zeros; those after the last one are as wide as it.
  const measures = viewOf(hhea).getUint16(34);
  const newWidths = Uint8Array.from(hmtx);
  for (let glyph = 0; glyph < measures - 1; glyph++) if (!kept.has(glyph)) newWidths.fill(0, glyph * 4, glyph * 4 + 4);
  tables.set('glyf', outlines);
  tables.set('loca', new Uint8Array(newPlaces.buffer));
  tables.set('head', newHead);
  tables.set('hmtx', newWidths);
  const wanted = [...NEEDED, ...more].sort();
  return fileOf(wanted.flatMap((name) => (tables.has(name) ? [[name, tables.get(name) as Uint8Array] as const] : [])));
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The glyphs that a composite one is put together from. */
function partsOf(outline: Uint8Array): number[] {
  const parts: number[] = [];
  if (outline.length < 10) return parts;
  const data = viewOf(outline);
  if (data.getInt16(0) >= 0) return parts;
  let at = 10;
  for (let flags: number = PART.more; flags & PART.more;) {
    flags = data.getUint16(at);
    parts.push(data.getUint16(at + 2));
    at += 4 + (flags & PART.words ? 4 : 2);
    at += flags & PART.scale ? 2 : flags & PART.twoScales ? 4 : flags & PART.matrix ? 8 : 0;
  }
  return parts;
}

/** A file of these tables, which stand in the order of their names. */
function fileOf(tables: readonly (readonly [string, Uint8Array])[]): Uint8Array {
  const start = 12 + tables.length * 16;
  const file = new Uint8Array(tables.reduce((sum, [, bytes]) => sum + ((bytes.length + 3) & ~3), start));
  const data = viewOf(file);
  const power = 31 - Math.clz32(tables.length);
  data.setUint32(0, 0x00010000);
  data.setUint16(4, tables.length);
  data.setUint16(6, 16 << power);
  data.setUint16(8, power);
  data.setUint16(10, (tables.length - (1 << power)) * 16);
  let offset = start;
  tables.forEach(([name, bytes], index) => {
    file.set(bytes, offset);
    const at = 12 + index * 16;
    const end = offset + ((bytes.length + 3) & ~3);
    let sum = 0;
    for (let word = offset; word < end; word += 4) sum = (sum + data.getUint32(word)) >>> 0;
    for (let letter = 0; letter < 4; letter++) data.setUint8(at + letter, name.charCodeAt(letter));
    data.setUint32(at + 4, sum);
    data.setUint32(at + 8, offset);
    data.setUint32(at + 12, bytes.length);
    offset = end;
  });
  return file;
}
