/** A TrueType file of a few glyphs without outlines, `chars` in the order of Unicode: enough for what a painter reads. `widths[0]` is the glyph of what is missing. */
export function tinyFont(chars: string, widths: number[], format: 4 | 12 = 4): Uint8Array {
  const codes = [...chars].map((char) => char.codePointAt(0) as number);
  const head = new DataView(new ArrayBuffer(54));
  head.setUint16(18, 2000);
  head.setInt16(38, -400);
  head.setInt16(40, 2000);
  head.setInt16(42, 1800);
  const hhea = new DataView(new ArrayBuffer(36));
  hhea.setInt16(4, 1800);
  hhea.setInt16(6, -400);
  hhea.setUint16(34, widths.length);
  const hmtx = new DataView(new ArrayBuffer(widths.length * 4));
  widths.forEach((width, glyph) => hmtx.setUint16(glyph * 4, width));
  const tables: [string, DataView][] = [
    ['cmap', format === 4 ? segments(codes) : groups(codes)],
    ['head', head],
    ['hhea', hhea],
    ['hmtx', hmtx],
  ];
  const size = tables.reduce((sum, [, table]) => sum + table.byteLength, 12 + tables.length * 16);
  const file = new DataView(new ArrayBuffer(size));
  file.setUint32(0, 0x00010000);
  file.setUint16(4, tables.length);
  let offset = 12 + tables.length * 16;
  tables.forEach(([name, table], index) => {
    const at = 12 + index * 16;
    [...name].forEach((char, letter) => file.setUint8(at + letter, char.charCodeAt(0)));
    file.setUint32(at + 8, offset);
    file.setUint32(at + 12, table.byteLength);
    new Uint8Array(file.buffer).set(new Uint8Array(table.buffer), offset);
    offset += table.byteLength;
  });
  return new Uint8Array(file.buffer);
}

/** A table of one encoding: Windows, Unicode. */
function encoding(size: number): DataView {
  const table = new DataView(new ArrayBuffer(12 + size));
  table.setUint16(2, 1);
  table.setUint16(4, 3);
  table.setUint16(6, 1);
  table.setUint32(8, 12);
  return table;
}

/** A segment a character and the last one of 0xffff; every second one by a list of glyphs instead of a difference, as real fonts mix them. */
function segments(codes: number[]): DataView {
  const count = codes.length + 1;
  const table = encoding(16 + count * 8 + codes.length * 2);
  table.setUint16(12, 4);
  table.setUint16(18, count * 2);
  [...codes, 0xffff].forEach((code, index) => {
    const glyph = index < codes.length ? index + 1 : 0;
    const range = 28 + count * 6 + index * 2;
    const list = 28 + count * 8 + index * 2;
    const listed = index % 2 === 1 && index < codes.length;
    table.setUint16(26 + index * 2, code);
    table.setUint16(28 + count * 2 + index * 2, code);
    table.setUint16(28 + count * 4 + index * 2, listed ? 0 : (glyph - code) & 0xffff);
    table.setUint16(range, listed ? list - range : 0);
    if (listed) table.setUint16(list, glyph);
  });
  return table;
}

function groups(codes: number[]): DataView {
  const table = encoding(16 + codes.length * 12);
  table.setUint16(12, 12);
  table.setUint32(24, codes.length);
  codes.forEach((code, index) => {
    table.setUint32(28 + index * 12, code);
    table.setUint32(32 + index * 12, code);
    table.setUint32(36 + index * 12, index + 1);
  });
  return table;
}
