import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
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
      if (given !== undefined) await rename(pathOf(key), pathOf(given));
      await flushNames(folder);
      return sums.end(given ?? key);
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
    async place() {
      await mkdir(folder, { recursive: true });
      const name = join(folder, 'place');
      // The first server of a folder names it.
      await writeFile(name, randomUUID(), { flag: 'wx' }).catch((error: unknown) => {
        if (errorCode(error) !== 'EEXIST') throw error;
      });
      return `folder ${await readFile(name, 'utf8')}`;
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

/** A file is flushed with its content; its name in the folder is not, and a power cut would take it. */
async function flushNames(folder: string): Promise<void> {
  // Windows opens no folder, and keeps names by itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
