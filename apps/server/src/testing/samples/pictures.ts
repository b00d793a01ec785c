import { crc32, deflateSync } from 'node:zlib';

/** A chunk of a PNG. */
export function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG in one colour: eight bits red, green and blue. What its head says can be another size than it has. */
export function pngPicture(
  width: number,
  height: number,
  more: { states?: { width: number; height: number }; chunks?: Buffer[]; behind?: Buffer } = {},
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(more.states?.width ?? width, 0);
  head.writeUInt32BE(more.states?.height ?? height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const lines = Buffer.alloc((width * 3 + 1) * height, 90);
  for (let line = 0; line < height; line += 1) lines[line * (width * 3 + 1)] = 0;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', head),
    ...(more.chunks ?? []),
    pngChunk('IDAT', deflateSync(lines)),
    pngChunk('IEND', Buffer.alloc(0)),
    more.behind ?? Buffer.alloc(0),
  ]);
}
