import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';

/** Storage of uploaded and prepared files. Keys are random: a user's file name never becomes a path. */
export type Files = {
  save(content: Readable): Promise<{ key: string; bytes: number; sha256: string; crc32: number }>;
  /** The content, or the bytes from one position to another, both included. */
  open(key: string, part?: { from: number; to: number }): Readable;
  /** A path on this machine where threads read the file; it lives until `remove`. */
  localPath(key: string): Promise<string>;
  size(key: string): Promise<number | null>;
  remove(key: string): Promise<void>;
};

const KEY = /^[0-9a-f-]{36}$/;

export function openFolder(folder: string): Files {
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new Error('not a file key');
    return join(folder, key);
  };
  return {
    async save(content) {
      await mkdir(folder, { recursive: true });
      const key = randomUUID();
      const hash = createHash('sha256');
      let bytes = 0;
      let sum = 0;
      content.on('data', (chunk: Buffer) => {
        hash.update(chunk);
        sum = crc32(chunk, sum);
        bytes += chunk.length;
      });
      try {
        await pipeline(content, createWriteStream(pathOf(key), { flush: true }));
      } catch (error) {
        await rm(pathOf(key), { force: true });
        throw error;
      }
      return { key, bytes, sha256: hash.digest('hex'), crc32: sum };
    },
    open: (key, part) => createReadStream(pathOf(key), part ? { start: part.from, end: part.to } : {}),
    localPath: async (key) => pathOf(key),
    size: (key) =>
      stat(pathOf(key)).then(
        (entry) => entry.size,
        () => null,
      ),
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}
