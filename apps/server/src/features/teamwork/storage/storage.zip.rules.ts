/** A file of an archive: its name and, because nothing is compressed, its size and checksum known before. */
export type ZipEntry = { name: string; bytes: number; crc32: number; modified: Date };

/** A piece of an archive: bytes that are written here, or the content of an entry. */
export type ZipPiece = { bytes: Uint8Array } | { entry: number; length: number };

const U32 = 0xffff_ffff;
const UTF8_NAMES = 0x0800;
const [PLAIN, WITH_ZIP64] = [20, 45];

/** A name that every system can unpack: Windows knows signs that no name has, and names that are devices. */
export function portableName(name: string): string {
  const plain = name.replaceAll(/[\\/:*?"<>|]/g, '_').replace(/[. ]+$/, '') || '_';
  return /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(plain) ? `_${plain}` : plain;
}

/** Names that occur twice get a number before their ending: "a.pdf", "a (2).pdf". */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const dot = name.lastIndexOf('.');
    const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    let free = name;
    for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${stem} (${number})${ending}`;
    taken.add(free.toLowerCase());
    return free;
  });
}

/** Lays out a zip without compression (APPNOTE 6.3, ZIP64 where a size or a place needs it): its pieces in order, and its length. */
export function layOutZip(entries: readonly ZipEntry[]): { pieces: ZipPiece[]; length: number } {
  const pieces: ZipPiece[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  const put = (bytes: Uint8Array): void => {
    pieces.push({ bytes });
    at += bytes.length;
  };
  for (const [index, entry] of entries.entries()) {
    const offset = at;
    put(localHead(entry));
    if (entry.bytes) pieces.push({ entry: index, length: entry.bytes });
    at += entry.bytes;
    directory.push(centralHead(entry, offset));
  }
  const start = at;
  for (const bytes of directory) put(bytes);
  put(ending(entries.length, start, at - start));
  return { pieces, length: at };
}

const encoder = new TextEncoder();

/** Little-endian fields: [width in bytes, value]. */
function record(fields: readonly [2 | 4 | 8, number][], ...tail: Uint8Array[]): Uint8Array {
  const head = fields.reduce((sum, [width]) => sum + width, 0);
  const bytes = new Uint8Array(head + tail.reduce((sum, part) => sum + part.length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [width, value] of fields) {
    if (width === 2) view.setUint16(at, value, true);
    else if (width === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
    at += width;
  }
  for (const part of tail) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Seconds in steps of two, years from 1980 to 2107. */
function dosTime(at: Date): { time: number; date: number } {
  const year = Math.min(Math.max(at.getUTCFullYear(), 1980), 2107);
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  };
}

const isLarge = (value: number): boolean => value >= U32;
const none = new Uint8Array();

function localHead({ name, bytes, crc32, modified }: ZipEntry): Uint8Array {
  const large = isLarge(bytes);
  const { time, date } = dosTime(modified);
  const size = large ? U32 : bytes;
  const text = encoder.encode(name);
  const extra = large
    ? record([
        [2, 1],
        [2, 16],
        [8, bytes],
        [8, bytes],
      ])
    : none;
  return record(
    [
      [4, 0x0403_4b50],
      [2, large ? WITH_ZIP64 : PLAIN],
      [2, UTF8_NAMES],
      [2, 0],
      [2, time],
      [2, date],
      [4, crc32],
      [4, size],
      [4, size],
      [2, text.length],
      [2, extra.length],
    ],
    text,
    extra,
  );
}

function centralHead({ name, bytes, crc32, modified }: ZipEntry, offset: number): Uint8Array {
  const [large, far] = [isLarge(bytes), isLarge(offset)];
  const { time, date } = dosTime(modified);
  const size = large ? U32 : bytes;
  const text = encoder.encode(name);
  const wide: [8, number][] = [];
  if (large) wide.push([8, bytes], [8, bytes]);
  if (far) wide.push([8, offset]);
  const extra = wide.length ? record([[2, 1], [2, wide.length * 8], ...wide]) : none;
  return record(
    [
      [4, 0x0201_4b50],
      [2, extra.length ? WITH_ZIP64 : PLAIN],
      [2, extra.length ? WITH_ZIP64 : PLAIN],
      [2, UTF8_NAMES],
      [2, 0],
      [2, time],
      [2, date],
      [4, crc32],
      [4, size],
      [4, size],
      [2, text.length],
      [2, extra.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, far ? U32 : offset],
    ],
    text,
    extra,
  );
}

function ending(count: number, start: number, length: number): Uint8Array {
  const end = record([
    [4, 0x0605_4b50],
    [2, 0],
    [2, 0],
    [2, Math.min(count, 0xffff)],
    [2, Math.min(count, 0xffff)],
    [4, Math.min(length, U32)],
    [4, Math.min(start, U32)],
    [2, 0],
  ]);
  if (count < 0xffff && !isLarge(start) && !isLarge(length)) return end;
  const record64 = record([
    [4, 0x0606_4b50],
    [8, 44],
    [2, WITH_ZIP64],
    [2, WITH_ZIP64],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, length],
    [8, start],
  ]);
  const locator = record([
    [4, 0x0706_4b50],
    [4, 0],
    [8, start + length],
    [4, 1],
  ]);
  return record([], record64, locator, end);
}
