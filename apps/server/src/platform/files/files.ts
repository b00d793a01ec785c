import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';

/** What is known of a content once all of it is stored. */
export type SavedFile = { key: string; bytes: number; sha256: string; crc32: number };

/** Storage of uploaded and prepared files. Keys are random: a user's file name never becomes a path. */
export type Files = {
  /** Under a random key, or under one of the caller's: what lay there gives way, in one step. */
  save(content: Readable, key?: string): Promise<SavedFile>;
  /** The content, or the bytes from one position to another, both included. */
  open(key: string, part?: { from: number; to: number }): Readable;
  /**
   * Yields those bytes for a reader that sends each piece on and keeps none: a piece may lie in memory that is written again once
   * `PIECES_IN_FLIGHT` further ones were asked for. A content of gigabytes leaves no garbage that way.
   */
  pieces(key: string, part: { from: number; to: number }): AsyncIterable<Uint8Array>;
  /** A path on this machine where threads read the file; it lives until `remove`. */
  localPath(key: string): Promise<string>;
  size(key: string): Promise<number | null>;
  remove(key: string): Promise<void>;
  /** All that is stored, with the time when it was; also what was left by a server that fell while it saved. */
  list(): AsyncIterable<{ key: string; savedAt: Date }>;
  /** Names where the files are, the same for all servers that share it. */
  place(): Promise<string>;
  /** Writes, reads and removes a small file; throws one sentence that says what to mend. */
  check(): Promise<void>;
};

/** Each removal may be a request to a bucket. */
const REMOVED_AT_ONCE = 8;

/** Removes files, however many, a few at a time. */
export async function removeFiles(files: Pick<Files, 'remove'>, keys: readonly string[]): Promise<void> {
  const next = keys.values();
  const worker = async () => {
    for (const key of next) await files.remove(key);
  };
  await Promise.all(Array.from({ length: REMOVED_AT_ONCE }, worker));
}

/** More pieces than lie between a file and a socket: a stream holds one or two of them, the answer as many. */
export const PIECES_IN_FLIGHT = 16;

const KEY = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const isFileKey = (key: string): boolean => KEY.test(key);

/** Throws for what is no key: it would lead out of the storage. */
export function requireFileKey(key: string): string {
  if (!isFileKey(key)) throw new Error('not a file key');
  return key;
}

/** Counts and sums a content as it passes. */
export function openSums() {
  const hash = createHash('sha256');
  let bytes = 0;
  let sum = 0;
  return {
    add(chunk: Buffer): void {
      hash.update(chunk);
      sum = crc32(chunk, sum);
      bytes += chunk.length;
    },
    end: (key: string): SavedFile => ({ key, bytes, sha256: hash.digest('hex'), crc32: sum }),
  };
}
