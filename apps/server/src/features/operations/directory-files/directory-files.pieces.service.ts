import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { KeptLines } from './directory-files.kept.service.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** So many that a page of a preview reads one or two pieces. */
const LINES_A_PIECE = 1000;

/** Lines of one part in a row, packed; `place` is that of the first. */
export type Piece = { part: keyof KeptLines; place: number; lines: number; content: Uint8Array };

/** Packs a JSON value. */
export const pack = async (value: unknown): Promise<Uint8Array> => new Uint8Array(await compress(Buffer.from(JSON.stringify(value))));

/** Unpacks what was packed. */
export const unpack = async <T>(content: Uint8Array): Promise<T> => JSON.parse((await decompress(content)).toString('utf8')) as T;

const AT_ONCE = 4;

export async function packPieces(parts: { [Part in keyof KeptLines]: readonly KeptLines[Part][] }): Promise<Piece[]> {
  const pieces: Promise<Piece>[] = [];
  for (const [part, lines] of Object.entries(parts) as [keyof KeptLines, readonly unknown[]][])
    for (let place = 0; place < lines.length; place += LINES_A_PIECE) {
      const some = lines.slice(place, place + LINES_A_PIECE);
      // Compressed beside the next ones, of which few wait.
      await pieces.at(-AT_ONCE);
      pieces.push(pack(some).then((content) => ({ part, place, lines: some.length, content })));
    }
  return Promise.all(pieces);
}
