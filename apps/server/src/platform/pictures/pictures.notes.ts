/** Where a box of a file of boxes begins, where its content does, and where it ends. */
type Box = { name: string; from: number; body: number; end: number };

/** What a camera or a program writes beside a picture: Exif, XMP and links. */
const NOTES = ['Exif', 'mime', 'uri '];
/** Boxes that hold nothing that a picture is painted of. */
const USER_BOXES = ['udta', 'uuid', 'meta'];
const LISTS = ['moov', 'trak'];
const EXIF_FLAG = 0x08;
const XMP_FLAG = 0x04;

/**
 * A picture that is kept as it came (HEIC, AVIF, a moving WebP) without what was written beside it: when, where and by which device it was
 * taken. Null where the file is none of these, or is not understood to its end.
 */
export function withoutNotes(bytes: Buffer): Buffer | null {
  try {
    if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return webpWithoutNotes(bytes);
    return bytes.toString('latin1', 4, 8) === 'ftyp' ? boxesWithoutNotes(Buffer.from(bytes)) : null;
  } catch (error) {
    // Read past the end: a file that is cut.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function webpWithoutNotes(bytes: Buffer): Buffer | null {
  const end = 8 + bytes.readUInt32LE(4);
  const kept: Buffer[] = [];
  let at = 12;
  while (at + 8 <= end) {
    const name = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const next = at + 8 + length + (length % 2);
    if (at + 8 + length > bytes.length) return null;
    const chunk = Buffer.from(bytes.subarray(at, next));
    if (name === 'VP8X') chunk.writeUInt8(chunk.readUInt8(8) & ~(EXIF_FLAG | XMP_FLAG), 8);
    if (['VP8X', 'ANIM', 'ANMF', 'VP8 ', 'VP8L', 'ALPH'].includes(name)) kept.push(chunk);
    at = next;
  }
  if (!kept.length) return null;
  const head = Buffer.from('RIFF0000WEBP', 'latin1');
  const body = Buffer.concat(kept);
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}

/** Notes become zeros where they stand: nothing else moves, so that all places in the file stay right. */
function boxesWithoutNotes(file: Buffer): Buffer | null {
  const top = boxesIn(file, 0, file.length);
  const meta = top?.find(({ name }) => name === 'meta');
  if (!top || !meta) return null;
  const inner = boxesIn(file, meta.body + 4, meta.end);
  const items = inner && findNotes(file, inner);
  if (!inner || !items || !blankItems(file, inner, items)) return null;
  return blankBoxes(
    file,
    top.filter((box) => box !== meta),
  )
    ? file
    : null;
}

function boxesIn(file: Buffer, from: number, to: number): Box[] | null {
  const boxes: Box[] = [];
  for (let at = from; at < to;) {
    const short = file.readUInt32BE(at);
    const length = short === 1 ? Number(file.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short;
    const body = at + (short === 1 ? 16 : 8);
    if (at + length < body || at + length > to) return null;
    boxes.push({ name: file.toString('latin1', at + 4, at + 8), from: at, body, end: at + length });
    at += length;
  }
  return boxes;
}

/** The ids of items that are notes. */
function findNotes(file: Buffer, inner: readonly Box[]): Set<number> | null {
  const list = inner.find(({ name }) => name === 'iinf');
  if (!list) return null;
  const entries = boxesIn(file, list.body + (file.readUInt8(list.body) === 0 ? 6 : 8), list.end);
  const notes = new Set<number>();
  for (const { name, body } of entries ?? []) {
    const version = file.readUInt8(body);
    if (name !== 'infe' || version < 2) return null;
    const wide = version === 2 ? 2 : 4;
    if (NOTES.includes(file.toString('latin1', body + 6 + wide, body + 10 + wide))) notes.add(file.readUIntBE(body + 4, wide));
  }
  return entries && notes;
}

/** Writes zeros over items, whose places another list of the file says. */
function blankItems(file: Buffer, inner: readonly Box[], items: ReadonlySet<number>): boolean {
  if (!items.size) return true;
  const places = inner.find(({ name }) => name === 'iloc');
  const data = inner.find(({ name }) => name === 'idat');
  if (!places) return false;
  let at = places.body;
  const read = (size: number): number => {
    if (size === 0) return 0;
    const value = size === 8 ? Number(file.readBigUInt64BE(at)) : file.readUIntBE(at, size);
    at += size;
    return value;
  };
  const version = read(1);
  read(3);
  const sizes = read(2);
  const [offset, length, base, index] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15, version === 0 ? 0 : sizes & 15];
  const blanked = new Set<number>();
  for (let left = read(version < 2 ? 2 : 4); left > 0; left -= 1) {
    const id = read(version < 2 ? 2 : 4);
    const way = version === 0 ? 0 : read(2) & 15;
    const elsewhere = read(2);
    const first = read(base);
    for (let parts = read(2); parts > 0; parts -= 1) {
      read(index);
      const start = first + read(offset) + (way === 1 && data ? data.body : 0);
      const end = start + read(length);
      if (!items.has(id)) continue;
      const most = way === 1 ? (data?.end ?? 0) : file.length;
      if (elsewhere !== 0 || way > 1 || end <= start || end > most) return false;
      file.fill(0, start, end);
      blanked.add(id);
    }
  }
  return blanked.size === items.size;
}

/** Empties boxes of words, also those of a moving picture. */
function blankBoxes(file: Buffer, boxes: readonly Box[]): boolean {
  for (const { name, from, body, end } of boxes) {
    if (USER_BOXES.includes(name)) {
      file.write('free', from + 4, 'latin1');
      file.fill(0, body, end);
    } else if (LISTS.includes(name)) {
      const inner = boxesIn(file, body, end);
      if (!inner || !blankBoxes(file, inner)) return false;
    }
  }
  return true;
}
