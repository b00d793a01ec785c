/** What a painter needs of a TrueType font: the file as it is embedded, glyphs by character, and how wide each is, in thousandths of the size. */
export type TrueType = {
  file: Uint8Array;
  glyphOf(codePoint: number): number;
  widthOf(glyph: number): number;
  ascent: number;
  descent: number;
  box: readonly [number, number, number, number];
};

/** Reads a TrueType file (not WOFF, not CFF outlines); null where it is none. Tables: https://learn.microsoft.com/typography/opentype/spec. */
export function readTrueType(file: Uint8Array): TrueType | null {
  if (file.byteLength < 12) return null;
  const data = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const kind = data.getUint32(0);
  if (kind !== 0x00010000 && kind !== 0x74727565) return null;
  const tables = new Map<string, number>();
  for (let table = 0; table < data.getUint16(4); table++) {
    const at = 12 + table * 16;
    tables.set(String.fromCharCode(...file.subarray(at, at + 4)), data.getUint32(at + 8));
  }
  const [head, hhea, hmtx, cmap] = ['head', 'hhea', 'hmtx', 'cmap'].map((name) => tables.get(name));
  if (head === undefined || hhea === undefined || hmtx === undefined || cmap === undefined) return null;
  const scale = 1000 / data.getUint16(head + 18);
  const measures = data.getUint16(hhea + 34);
  const thousandths = (at: number): number => Math.round(data.getInt16(at) * scale);
  return {
    file,
    glyphOf: glyphs(data, cmap),
    // Glyphs after the last measure are as wide as it.
    widthOf: (glyph) => Math.round(data.getUint16(hmtx + 4 * Math.min(glyph, measures - 1)) * scale),
    ascent: thousandths(hhea + 4),
    descent: thousandths(hhea + 6),
    box: [thousandths(head + 36), thousandths(head + 38), thousandths(head + 40), thousandths(head + 42)],
  };
}

/** Glyphs by character from the widest Unicode table there is; 0 is the glyph of what is missing. */
function glyphs(data: DataView, cmap: number): TrueType['glyphOf'] {
  let four = -1;
  let twelve = -1;
  for (let table = 0; table < data.getUint16(cmap + 2); table++) {
    const at = cmap + data.getUint32(cmap + 4 + table * 8 + 4);
    const format = data.getUint16(at);
    if (format === 4) four = at;
    if (format === 12) twelve = at;
  }
  if (twelve >= 0) return (code) => inGroups(data, twelve, code);
  return four >= 0 ? (code) => inSegments(data, four, code) : () => 0;
}

function inGroups(data: DataView, at: number, code: number): number {
  let low = 0;
  let high = data.getUint32(at + 12) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const group = at + 16 + middle * 12;
    if (code > data.getUint32(group + 4)) low = middle + 1;
    else if (code < data.getUint32(group)) high = middle - 1;
    else return data.getUint32(group + 8) + code - data.getUint32(group);
  }
  return 0;
}

function inSegments(data: DataView, at: number, code: number): number {
  const double = data.getUint16(at + 6);
  const ends = at + 14;
  const starts = ends + double + 2;
  for (let segment = 0; segment < double; segment += 2) {
    if (code > data.getUint16(ends + segment)) continue;
    const start = data.getUint16(starts + segment);
    if (code < start) return 0;
    const delta = data.getUint16(starts + double + segment);
    const range = starts + 2 * double + segment;
    const offset = data.getUint16(range);
    if (offset === 0) return (code + delta) & 0xffff;
    // The offset counts from the place where it is written.
    const glyph = data.getUint16(range + offset + 2 * (code - start));
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
}
