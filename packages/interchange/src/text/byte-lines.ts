import type { ByteSource } from '../project-file.ts';

/** One line as a byte string (one character a byte), without its LF; `number` counts from 1. */
export type ByteLine = { bytes: string; number: number; oversized: boolean };

/** How a stream of bytes starts: enough to tell formats and encodings apart. */
export type Opening = { first: Buffer; rest: AsyncIterable<Buffer> };

/** Bytes needed to detect the format. */
export const OPENING_BYTES = 8192;
const LONGEST_LINE = 16 << 20;

/** Reads the first bytes and hands them back with a stream that starts anew. */
export async function openBytes(source: ByteSource, onProgress?: (bytesDone: number) => void): Promise<Opening> {
  const chunks = source instanceof Uint8Array ? slices(source) : source;
  const iterator = chunks[Symbol.asyncIterator]();
  const held: Buffer[] = [];
  let size = 0;
  while (size < OPENING_BYTES) {
    const next = await iterator.next();
    if (next.done) break;
    held.push(asBuffer(next.value));
    size += next.value.length;
  }
  return { first: Buffer.concat(held).subarray(0, OPENING_BYTES), rest: replay(held, iterator, onProgress) };
}

const SLICE = 1 << 20;

async function* slices(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE);
}

async function* replay(
  held: Buffer[],
  iterator: AsyncIterator<Uint8Array>,
  onProgress?: (bytesDone: number) => void,
): AsyncGenerator<Buffer> {
  let done = 0;
  try {
    for (let chunk = held.shift(); chunk; chunk = held.shift()) {
      done += chunk.length;
      yield chunk;
      onProgress?.(done);
    }
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      done += next.value.length;
      yield asBuffer(next.value);
      onProgress?.(done);
    }
  } finally {
    await iterator.return?.();
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** UTF-16 found by its byte order mark or by the zero bytes that ASCII text has in it; null for everything else. */
export function utf16Of(first: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (first.length < 4) return null;
  if (first[0] === 0xff && first[1] === 0xfe) return 'utf-16le';
  if (first[0] === 0xfe && first[1] === 0xff) return 'utf-16be';
  if (first[0] !== 0 && first[1] === 0 && first[2] !== 0 && first[3] === 0) return 'utf-16le';
  if (first[0] === 0 && first[1] !== 0 && first[2] === 0 && first[3] !== 0) return 'utf-16be';
  return null;
}

/** Carries UTF-16 over into UTF-8, chunk by chunk. */
export async function* utf16ToUtf8(chunks: AsyncIterable<Buffer>, page: 'utf-16le' | 'utf-16be'): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(page);
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }), 'utf8');
  yield Buffer.from(decoder.decode(), 'utf8');
}

/** Cuts a stream into lines. A line of more than 16 MB is passed on cut short and marked. */
export async function* byteLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<ByteLine[]> {
  let parts: string[] = [];
  let held = 0;
  let oversized = false;
  let number = 0;
  for await (const chunk of chunks) {
    const lines: ByteLine[] = [];
    const pieces = chunk.toString('latin1').split('\n');
    for (let i = 0; i < pieces.length; i++) {
      const piece = pieces[i];
      if (held + piece.length <= LONGEST_LINE) {
        if (piece.length > 0) parts.push(piece);
        held += piece.length;
      } else oversized = true;
      if (i === pieces.length - 1) break;
      lines.push({ bytes: parts.length === 1 ? parts[0] : parts.join(''), number: ++number, oversized });
      parts = [];
      held = 0;
      oversized = false;
    }
    if (lines.length > 0) yield lines;
  }
  if (held > 0) yield [{ bytes: parts.join(''), number: ++number, oversized }];
}

/** Collects all bytes of a source, for formats that are read from the end; null above the limit. */
export async function collectBytes(source: ByteSource, most: number, onProgress?: (bytesDone: number) => void): Promise<Uint8Array | null> {
  if (source instanceof Uint8Array) {
    onProgress?.(source.length);
    return source.length > most ? null : source;
  }
  const chunks: Uint8Array[] = [];
  let done = 0;
  for await (const chunk of source) {
    done += chunk.length;
    if (done > most) return null;
    chunks.push(chunk);
    onProgress?.(done);
  }
  return Buffer.concat(chunks);
}
