import { promisify } from 'node:util';
import { crc32, deflate, deflateSync, inflate } from 'node:zlib';
import type { Picture } from './picture.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Samples a pixel by colour type, and the depths that the type may have. */
const COLOURS: Record<number, { samples: number; depths: number[] }> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};
/** Adam7: where each pass begins and how far its pixels are apart; across, down. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
];
const HIGHEST_FILTER = 4;
/** Beside the thread that asks: a logo unpacks to tens of megabytes. */
const [packing, unpacking] = [promisify(deflate), promisify(inflate)];

/** A PNG with its pixels packed anew and no chunk beside what draws them. */
export async function cleanPng(bytes: Buffer, side: number): Promise<Picture | null> {
  if (!bytes.subarray(0, 8).equals(SIGNATURE)) return null;
  const chunks = chunksOf(bytes);
  const [head] = chunks;
  if (head?.name !== 'IHDR' || head.data.length !== 13 || chunks.at(-1)?.name !== 'IEND') return null;
  const [width, height] = [head.data.readUInt32BE(0), head.data.readUInt32BE(4)];
  const [depth, colour, compression, filter, interlace] = head.data.subarray(8);
  const kind = COLOURS[colour];
  if (!kind?.depths.includes(depth) || compression || filter || interlace > 1) return null;
  if (!width || !height || width > side || height > side) return null;
  const lines = linesOf(width, height, interlace === 1).map(([pixels, count]) => [
    Math.ceil((pixels * kind.samples * depth) / 8) + 1,
    count,
  ]);
  const packed = Buffer.concat(chunks.filter(({ name }) => name === 'IDAT').map(({ data }) => data));
  const pixels = await unpack(packed, lines);
  const [palette, clear] = ['PLTE', 'tRNS'].map((name) => chunks.filter((chunk) => chunk.name === name));
  if (!pixels || palette.length > 1 || clear.length > 1) return null;
  if (palette.some(({ data }) => data.length % 3 || data.length > 768 || !data.length) || clear.some(({ data }) => data.length > 256))
    return null;
  if (colour === 3 && !palette.length) return null;
  const kept = [head, ...palette, ...clear, { name: 'IDAT', data: await packing(pixels) }, { name: 'IEND', data: Buffer.alloc(0) }];
  return { type: 'image/png', bytes: Buffer.concat([SIGNATURE, ...kept.map(asChunk)]), width, height };
}

/** Drawings have long runs of one colour: packing them harder takes longer and makes them hardly smaller. */
const DRAWING_LEVEL = 3;

/** Writes an opaque drawing, red, green, blue and alpha a pixel, as a PNG; a tenth of the time that an encoder for photographs takes. */
export function writePng({ width, height, data }: { width: number; height: number; data: Uint8ClampedArray }): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits a sample, red, green and blue; each line begins with its filter, which is none.
  head.set([8, 2], 8);
  const lines = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0, from = 0, to = 0; y < height; y += 1) {
    to += 1;
    for (let x = 0; x < width; x += 1, from += 4) {
      lines[to++] = data[from];
      lines[to++] = data[from + 1];
      lines[to++] = data[from + 2];
    }
  }
  const chunks = [
    { name: 'IHDR', data: head },
    { name: 'IDAT', data: deflateSync(lines, { level: DRAWING_LEVEL }) },
    { name: 'IEND', data: Buffer.alloc(0) },
  ];
  return Buffer.concat([SIGNATURE, ...chunks.map(asChunk)]);
}

type Chunk = { name: string; data: Buffer };

/** Chunks up to the end of the picture, each with the sum that it says; an empty list where one is not what it says. */
function chunksOf(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 8; at < bytes.length;) {
    const end = at + 8 + bytes.readUInt32BE(at);
    const data = bytes.subarray(at + 8, end);
    if (bytes.readUInt32BE(end) !== crc32(bytes.subarray(at + 4, end))) return [];
    chunks.push({ name: bytes.toString('latin1', at + 4, at + 8), data });
    if (chunks.at(-1)?.name === 'IEND') return chunks;
    at = end + 4;
  }
  return [];
}

function asChunk({ name, data }: Chunk): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Pixels a line and lines, of each pass that has any. */
function linesOf(width: number, height: number, interlaced: boolean): [pixels: number, lines: number][] {
  if (!interlaced) return [[width, height]];
  return PASSES.map(([x, y, across, down]): [number, number] => [Math.ceil((width - x) / across), Math.ceil((height - y) / down)]).filter(
    ([pixels, lines]) => pixels > 0 && lines > 0,
  );
}

/** The lines of the picture; null where they are more, less or other than its head says. No more is unpacked than it says. */
async function unpack(packed: Buffer, lines: number[][]): Promise<Buffer | null> {
  const expected = lines.reduce((sum, [bytes, count]) => sum + bytes * count, 0);
  let pixels: Buffer;
  try {
    pixels = await unpacking(packed, { maxOutputLength: expected });
  } catch {
    return null;
  }
  if (pixels.length !== expected) return null;
  let at = 0;
  for (const [bytes, count] of lines) {
    for (let line = 0; line < count; line += 1, at += bytes) if (pixels[at] > HIGHEST_FILTER) return null;
  }
  return pixels;
}
