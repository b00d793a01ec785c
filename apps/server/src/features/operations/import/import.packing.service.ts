import { zipMember } from '@gantry/interchange';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';

/** Pieces of this size cross from the thread and become rows of the database. */
const PIECE_BYTES = 1 << 20;

/** An uploaded file, or one of an archive by its place in it, packed in pieces as it is read. */
export async function* packedPieces(path: string, member: number | null): AsyncGenerator<Uint8Array> {
  const source = member === null ? createReadStream(path) : Readable.from([(await zipMember(path, member)) ?? Buffer.alloc(0)]);
  const packer = createZstdCompress();
  // Errors of the source reach the reader of the packer.
  void pipeline(source, packer).catch(() => undefined);
  let waiting: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of packer as AsyncIterable<Buffer>) {
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes < PIECE_BYTES) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    bytes = 0;
  }
  if (bytes) yield Buffer.concat(waiting);
}
