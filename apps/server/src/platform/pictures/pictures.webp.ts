import type { Picture } from './picture.ts';

const ALPHA = 0x10;

/** A WebP of its pixels and their clearness alone; a moving one is none. */
export function cleanWebp(bytes: Buffer, side: number): Picture | null {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return null;
  const chunks = chunksOf(bytes, Math.min(bytes.length, 8 + bytes.readUInt32LE(4)));
  const images = chunks.filter(({ name }) => name === 'VP8 ' || name === 'VP8L');
  const alphas = chunks.filter(({ name }) => name === 'ALPH');
  if (images.length !== 1 || alphas.length > 1 || chunks.some(({ name }) => name === 'ANIM' || name === 'ANMF')) return null;
  const [image] = images;
  const size = image.name === 'VP8L' ? lossless(image.data) : lossy(image.data);
  if (!size || size.width > side || size.height > side) return null;
  const clear = image.name === 'VP8 ' ? alphas : [];
  const kept = clear.length ? [extended(size), ...clear, image] : [image];
  const body = Buffer.concat(kept.map(asChunk));
  const head = Buffer.from('RIFF0000WEBP', 'latin1');
  head.writeUInt32LE(body.length + 4, 4);
  return { type: 'image/webp', bytes: Buffer.concat([head, body]), ...size };
}

type Chunk = { name: string; data: Buffer };
type Size = { width: number; height: number };

/** Chunks of the file; what is longer than the file is none. */
function chunksOf(bytes: Buffer, end: number): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 12; at + 8 <= end;) {
    const length = bytes.readUInt32LE(at + 4);
    if (at + 8 + length > end) return [];
    chunks.push({ name: bytes.toString('latin1', at, at + 4), data: bytes.subarray(at + 8, at + 8 + length) });
    at += 8 + length + (length % 2);
  }
  return chunks;
}

function asChunk({ name, data }: Chunk): Buffer {
  const head = Buffer.from(`${name}0000`, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** The head of a file whose clearness stands beside its pixels. */
function extended({ width, height }: Size): Chunk {
  const data = Buffer.alloc(10);
  data.writeUInt8(ALPHA, 0);
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return { name: 'VP8X', data };
}

function lossy(data: Buffer): Size | null {
  if (data.length < 10 || data.readUIntBE(3, 3) !== 0x9d012a) return null;
  const [width, height] = [data.readUInt16LE(6) & 0x3fff, data.readUInt16LE(8) & 0x3fff];
  return width && height ? { width, height } : null;
}

function lossless(data: Buffer): Size | null {
  if (data.length < 5 || data[0] !== 0x2f) return null;
  const bits = data.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
