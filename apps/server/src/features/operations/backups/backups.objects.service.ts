import { createCipheriv, createDecipheriv, createHmac, createPublicKey, hkdfSync, randomBytes, sign, verify } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { Refused } from '../../../platform/fail.ts';
import type { BackupStore } from '../../../platform/files/backup-store.ts';
import type { Files } from '../../../platform/files/files.ts';
import { keyOfDigits } from './files/backups.keys.rules.ts';
import { MOST_BYTES } from './backups.manifest.rules.ts';

/** Objects of one space. What an object holds gives its id, so that what is there already is not written again. */
export type Objects = {
  /** Keeps a content; answers its id, and how many bytes were written, 0 where it was there. */
  put(content: Buffer): Promise<{ id: string; written: number }>;
  /** The content of an id, checked against it. */
  get(id: string): Promise<Buffer>;
  /** An object as it lies. */
  locked(id: string): Promise<Buffer>;
  /** Bytes of an object as it lies, from a position on, and how many it has. */
  part(id: string, from: number, most: number): Promise<{ bytes: Buffer; whole: number }>;
  has(id: string): Promise<boolean>;
  /** Keeps an object as it came from elsewhere; refused where it does not open to what its id says. */
  take(id: string, locked: Buffer): Promise<void>;
  remove(id: string): Promise<void>;
  /** Writes what is read in the clear beside the objects: by it a code opens them where no database names them. */
  saveHead(content: Buffer): Promise<void>;
  /** Removes all objects but these that were written before a moment. */
  sweep(kept: KeptObjects, before: Date): Promise<number>;
};

/** Objects that stay when others go. */
export type KeptObjects = { add(ids: readonly string[]): void; hasFile(name: string): boolean };

/** Of each object it holds 52 bits, a small part of what the text of an id takes; who shares them with one that stays, stays too. */
export function openKept(): KeptObjects {
  const kept = new Set<number>();
  const numberOf = (digits: string): number => Number.parseInt(digits.slice(0, 13), 16);
  return {
    add(ids) {
      for (const id of ids) kept.add(numberOf(id));
    },
    hasFile: (name) => kept.has(numberOf(name.replaceAll('-', ''))),
  };
}

const [compress, decompress] = [promisify(zstdCompress), promisify(zstdDecompress)];
/** The most that zstd makes of so many bytes: its output lies in one part. */
const compressedBytes = (bytes: number): number => Math.max(LEAST_PART_BYTES, bytes + (bytes >>> 8) + 1024);
/** The size of the parts that zstd opens a content into: rows are packed to about an eighth. */
const openedBytes = (bytes: number): number => Math.min(MOST_PART_BYTES, Math.max(LEAST_PART_BYTES, bytes * 8));
const [LEAST_PART_BYTES, MOST_PART_BYTES] = [64 * 1024, 8 * 1024 * 1024 + 1024];
const MAGIC = Buffer.from('GBK1');
const [NONCE_BYTES, TAG_BYTES] = [12, 16];

const ID = /^[0-9a-f]{64}$/;

/** The ids tell nothing of contents: they are sums under the key. */
const idOf = (key: Buffer, content: Buffer): string => createHmac('sha256', key).update(content).digest('hex');
/** No id begins with so many zeros. */
export const HEAD_FILE = '00000000-0000-0000-0000-000000000000';
/** The file of an id: the first half of it in the form of a file key. */
const fileOf = (id: string): string => keyOfDigits(id.slice(0, 32));
const keyOf = (key: Buffer, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', purpose, 32));

/** The bytes of a locked content, in parts that follow each other: joined they would lie in memory once more. */
function lockedParts(key: Buffer, content: Buffer, name: string): Buffer[] {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name));
  return [MAGIC, nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()];
}

const lock = (key: Buffer, content: Buffer, name: string): Buffer => Buffer.concat(lockedParts(key, content, name));

function unlock(key: Buffer, locked: Buffer, name: string): Buffer | null {
  if (locked.length < MAGIC.length + NONCE_BYTES + TAG_BYTES || !locked.subarray(0, MAGIC.length).equals(MAGIC)) return null;
  const nonce = locked.subarray(MAGIC.length, MAGIC.length + NONCE_BYTES);
  try {
    const opened = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name));
    opened.setAuthTag(locked.subarray(-TAG_BYTES));
    const content = opened.update(locked.subarray(MAGIC.length + NONCE_BYTES, -TAG_BYTES));
    // Adds nothing in this mode, and throws where the content was changed.
    opened.final();
    return content;
  } catch {
    return null;
  }
}

/** The key of a space locked with the first key of the installation. */
async function wrap(store: BackupStore, key: Buffer): Promise<Buffer> {
  const [first] = await store.keys();
  return lock(keyOf(first, 'wrap'), key, 'repository');
}

/** The key of a space; refused where none of the installation's keys locked it. */
async function unwrap(store: BackupStore, wrapped: Buffer): Promise<Buffer> {
  for (const key of await store.keys()) {
    const opened = unlock(keyOf(key, 'wrap'), wrapped, 'repository');
    if (opened) return opened;
  }
  throw new Refused('backup.wrong_key');
}

/** A new key of a space, locked with the key of the installation. */
export const newKey = (store: BackupStore): Promise<Buffer> => wrap(store, randomBytes(32));

/** The same key of a space locked with the installation's first key, whichever of its keys locked it before. */
export const renewedLock = async (store: BackupStore, wrapped: Buffer): Promise<Buffer> => wrap(store, await unwrap(store, wrapped));

/** The objects of a space; refused where its key was locked by another installation. */
export async function openObjects(store: BackupStore, folder: string, wrapped: Buffer): Promise<Objects> {
  return objectsIn(store.open(folder), await unwrap(store, wrapped));
}

const keyOfCode = (code: string, salt: Buffer): Buffer => Buffer.from(hkdfSync('sha256', code, salt, 'recovery', 32));

/** The key of a space, which that of the installation locks, locked with a code instead. The code is random: it needs no slow hash. */
export async function lockWithCode(store: BackupStore, wrapped: Buffer, code: string, salt: Buffer): Promise<Buffer> {
  return lock(keyOfCode(code, salt), await unwrap(store, wrapped), 'recovery');
}

function keyLockedWith(code: string, salt: Buffer, locked: Buffer): Buffer | null {
  const key = unlock(keyOfCode(code, salt), locked, 'recovery');
  return key?.length === 32 ? key : null;
}

/** A key that a code locks, locked with that of this installation instead; null where the code is another one. */
export async function unlockWithCode(store: BackupStore, locked: Buffer, code: string, salt: Buffer): Promise<Buffer | null> {
  const key = keyLockedWith(code, salt, locked);
  return key && wrap(store, key);
}

/** The objects of a space whose key a code locks, without a key of an installation; null where the code is another one. */
export function openObjectsWithCode(files: Files, locked: Buffer, code: string, salt: Buffer): Objects | null {
  const key = keyLockedWith(code, salt, locked);
  return key && objectsIn(files, key);
}

function refuseMissing(id: string): never {
  throw new Refused('backup.object_missing', { object: id.slice(0, 8) });
}

/** Fills memory with the content of a file from a position on; throws where the file ends before. A stream would leave as much garbage. */
export async function readInto(files: Pick<Files, 'pieces'>, key: string, from: number, memory: Buffer): Promise<void> {
  let at = 0;
  for await (const piece of files.pieces(key, { from, to: from + memory.length - 1 })) {
    memory.set(piece, at);
    at += piece.length;
  }
  // What lay in the memory before must not pass for content.
  if (at < memory.length) throw new Error(`the content ${key} ends at ${from + at}`);
}

/** Of small files the way to the storage takes the time, of large ones their bytes, which lie in memory. */
const FILES_AT_ONCE = 8;
export const SMALL_BYTES = 1 << 20;

/** Does something for each of many files: eight at once of small ones, of others one. What is begun has ended when it rests, returns or throws. */
export async function eachFile<T>(
  files: Iterable<T>,
  bytesOf: (file: T) => number,
  work: (file: T, slot: number) => Promise<void>,
  rest: () => Promise<void> = async () => undefined,
): Promise<void> {
  let begun: Promise<void>[] = [];
  const end = async (): Promise<void> => {
    const ended = await Promise.allSettled(begun);
    begun = [];
    for (const one of ended) if (one.status === 'rejected') throw one.reason as Error;
    await rest();
  };
  for (const file of files) {
    const isSmall = bytesOf(file) <= SMALL_BYTES;
    if (!isSmall || begun.length === FILES_AT_ONCE) await end();
    begun.push(work(file, begun.length));
    if (!isSmall) await end();
  }
  await end();
}

/** Contents of objects in their order. Each is read while the reader works on the one before. */
export async function* contentsOf(objects: Objects, ids: readonly string[]): AsyncGenerator<Buffer> {
  let next = ids.length ? objects.get(ids[0]) : null;
  for (let at = 1; next; at += 1) {
    const content = await next;
    next = at < ids.length ? objects.get(ids[at]) : null;
    // Its turn throws the error; without a handler until then Node would end the process.
    next?.catch(() => undefined);
    yield content;
  }
}

function objectsIn(files: Files, key: Buffer): Objects {
  const opened = async (id: string, locked: Buffer): Promise<Buffer> => {
    const plain = unlock(keyOf(key, id), locked, id);
    const content =
      plain && (await decompress(plain, { maxOutputLength: MOST_BYTES, chunkSize: openedBytes(plain.length) }).catch(() => null));
    if (!content || idOf(key, content) !== id) throw new Refused('backup.damaged', { object: id.slice(0, 8) });
    return content;
  };
  const sizeOf = async (id: string): Promise<number> => {
    if (!ID.test(id)) throw new Refused('backup.damaged', { object: id.slice(0, 8) });
    return (await files.size(fileOf(id))) ?? refuseMissing(id);
  };
  const lockedOf = async (id: string): Promise<Buffer> => {
    const locked = Buffer.allocUnsafeSlow(await sizeOf(id));
    await readInto(files, fileOf(id), 0, locked);
    return locked;
  };
  return {
    async put(content) {
      const id = idOf(key, content);
      if ((await files.size(fileOf(id))) !== null) return { id, written: 0 };
      const packed = await compress(content, { chunkSize: compressedBytes(content.length) });
      const locked = lockedParts(keyOf(key, id), packed, id);
      await files.save(Readable.from(locked, { objectMode: false }), fileOf(id));
      return { id, written: locked.reduce((sum, { length }) => sum + length, 0) };
    },
    get: async (id) => opened(id, await lockedOf(id)),
    locked: lockedOf,
    async part(id, from, most) {
      const whole = await sizeOf(id);
      if (from >= whole) throw new Refused('backup.object_missing', { object: id.slice(0, 8) });
      const bytes = Buffer.allocUnsafeSlow(Math.min(whole - from, most));
      await readInto(files, fileOf(id), from, bytes);
      return { bytes, whole };
    },
    has: async (id) => ID.test(id) && (await files.size(fileOf(id))) !== null,
    async take(id, locked) {
      if (!ID.test(id)) throw new Refused('backup.damaged', { object: id.slice(0, 8) });
      await opened(id, locked);
      await files.save(Readable.from([locked]), fileOf(id));
    },
    remove: (id) => files.remove(fileOf(id)),
    saveHead: async (content) => void (await files.save(Readable.from([content]), HEAD_FILE)),
    async sweep(kept, before) {
      let removed = 0;
      for await (const { key: name, savedAt } of files.list()) {
        if (name === HEAD_FILE || kept.hasFile(name) || savedAt >= before) continue;
        await files.remove(name);
        removed++;
      }
      return removed;
    },
  };
}

/** JSON of a backup, which may be anybody's. */
export function parsedIn(text: string, object: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused('backup.damaged', { object });
  }
}

/** A text with the signature of this installation. */
export async function signed(store: BackupStore, text: string): Promise<Buffer> {
  const [key] = await store.signing();
  return Buffer.from(JSON.stringify({ text, signature: sign(null, Buffer.from(text), key).toString('base64') }));
}

/** The keys that signatures of this installation are checked by, as others keep them. */
export async function publicKeysOf(store: BackupStore): Promise<Buffer[]> {
  return (await store.signing()).map((key) => createPublicKey(key).export({ format: 'der', type: 'spki' }));
}

/** The key that others keep of this installation: of those that it has, the one that it signs with. */
export async function publicKeyOf(store: BackupStore): Promise<Buffer> {
  const [key] = await publicKeysOf(store);
  return key;
}

/** A text that was signed with one of some keys, and the one; refused where it was none of them. */
export function verified(content: Buffer, publicKeys: readonly Buffer[]): { text: string; by: Buffer } {
  const { text, signature } = Object(parsedIn(content.toString(), 'manifest')) as { text: unknown; signature: unknown };
  if (typeof text !== 'string' || typeof signature !== 'string') throw new Refused('backup.damaged', { object: 'manifest' });
  const by = publicKeys.find((key) =>
    verify(null, Buffer.from(text), createPublicKey({ key, format: 'der', type: 'spki' }), Buffer.from(signature, 'base64')),
  );
  if (!by) throw new Refused('backup.damaged', { object: 'manifest' });
  return { text, by };
}
