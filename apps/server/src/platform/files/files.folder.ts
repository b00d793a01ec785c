import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorCode, errorMessage } from '../errors.ts';
import { type Files, isFileKey, openSums, PIECES_IN_FLIGHT, requireFileKey } from './files.ts';

const PIECE_BYTES = 65_536;

/** Files in a folder of this machine. */
export function openFolder(folder: string): Files {
  const pathOf = (key: string) => join(folder, requireFileKey(key));
  const files: Files = {
    async save(content, given) {
      await mkdir(folder, { recursive: true });
      const key = randomUUID();
      const sums = openSums();
      content.on('data', (chunk: Buffer) => sums.add(chunk));
      try {
        await pipeline(content, createWriteStream(pathOf(key), { flush: true }));
      } catch (error) {
        await rm(pathOf(key), { force: true });
        throw error;
      }
      if (given === undefined) return sums.end(key);
      await rename(pathOf(key), pathOf(given));
      return sums.end(given);
    },
    open: (key, part) => createReadStream(pathOf(key), part ? { start: part.from, end: part.to } : {}),
    async *pieces(key, { from, to }) {
      const file = await open(pathOf(key));
      try {
        const ring = Buffer.allocUnsafeSlow((PIECES_IN_FLIGHT + 1) * PIECE_BYTES);
        for (let at = from, turn = 0; at <= to; turn = (turn + 1) % (PIECES_IN_FLIGHT + 1)) {
          const { bytesRead } = await file.read(ring, turn * PIECE_BYTES, Math.min(PIECE_BYTES, to - at + 1), at);
          if (!bytesRead) throw new Error(`the content ${key} ends at ${at}`);
          yield ring.subarray(turn * PIECE_BYTES, turn * PIECE_BYTES + bytesRead);
          at += bytesRead;
        }
      } finally {
        await file.close();
      }
    },
    localPath: async (key) => pathOf(key),
    size: (key) =>
      stat(pathOf(key)).then(
        (entry) => entry.size,
        () => null,
      ),
    remove: (key) => rm(pathOf(key), { force: true }),
    async *list() {
      const entries = await opendir(folder).catch((error: unknown) => {
        if (errorCode(error) === 'ENOENT') return [];
        throw error;
      });
      for await (const { name } of entries) {
        if (!isFileKey(name)) continue;
        const entry = await stat(join(folder, name)).catch(() => null);
        if (entry) yield { key: name, savedAt: entry.mtime };
      }
    },
    async check() {
      try {
        const { key } = await files.save(Readable.from([Buffer.from('Gantry')]));
        await files.remove(key);
      } catch (error) {
        throw new Error(`Files cannot be stored in ${folder}: ${errorMessage(error)}`, { cause: error });
      }
    },
  };
  return files;
}
