import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { Refused } from '../../../platform/fail.ts';
import type { BackupStore } from '../../../platform/files/backup-store.ts';
import type { Files } from '../../../platform/files/files.ts';

/** Objects of one space. What an object holds gives its id, so that what is there already is not written again. */
export type Objects = {
  /** Keeps a content; answers its id, and how many bytes were written, 0 where it was there. */
  put(content: Buffer): Promise<{ id: string; written: number }>;
  /** The content of an id, checked against it. */
  get(id: string): Promise<Buffer>;
  remove(id: string): Promise<void>;
  /** Removes all objects but these that were written before a moment. */
  sweep(kept: ReadonlySet<string>, before: Date): Promise<number>;
};

const [compress, decompress] = [promisify(zstdCompress), promisify(zstdDecompress)];
const MAGIC = Buffer.from('GBK1');
const [NONCE_BYTES, TAG_BYTES] = [12, 16];
/** No object holds more than that, whatever it claims. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The ids tell nothing of contents: they are sums under the key. */
const idOf = (key: Buffer, content: Buffer): string => createHmac('sha256', key).update(content).digest('hex');
/** The file of an id: the first half of it in the form of a file key. */
const fileOf = (id: string): string => id.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
const keyOf = (key: Buffer, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', purpose, 32));

function lock(key: Buffer, content: Buffer, name: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name));
  return Buffer.concat([MAGIC, nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

function unlock(key: Buffer, locked: Buffer, name: string): Buffer | null {
  if (locked.length < MAGIC.length + NONCE_BYTES + TAG_BYTES || !locked.subarray(0, MAGIC.length).equals(MAGIC)) return null;
  const nonce = locked.subarray(MAGIC.length, MAGIC.length + NONCE_BYTES);
  try {
    const opened = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name));
    opened.setAuthTag(locked.subarray(-TAG_BYTES));
    return Buffer.concat([opened.update(locked.subarray(MAGIC.length + NONCE_BYTES, -TAG_BYTES)), opened.final()]);
  } catch {
    return null;
  }
}

/** A new key of a space, locked with the key of the installation. */
export async function newKey(store: BackupStore): Promise<Buffer> {
  return lock(keyOf(await store.key(), 'wrap'), randomBytes(32), 'repository');
}

/** The objects of a space; refused where its key was locked by another installation. */
export async function openObjects(store: BackupStore, folder: string, wrapped: Buffer): Promise<Objects> {
  const key = unlock(keyOf(await store.key(), 'wrap'), wrapped, 'repository');
  if (!key) throw new Refused('backup.wrong_key');
  return objectsIn(store.open(folder), key);
}

function objectsIn(files: Files, key: Buffer): Objects {
  return {
    async put(content) {
      const id = idOf(key, content);
      if ((await files.size(fileOf(id))) !== null) return { id, written: 0 };
      const locked = lock(keyOf(key, id), await compress(content), id);
      await files.save(Readable.from([locked]), fileOf(id));
      return { id, written: locked.length };
    },
    async get(id) {
      if (!/^[0-9a-f]{64}$/.test(id)) throw new Refused('backup.damaged', { object: id.slice(0, 8) });
      if ((await files.size(fileOf(id))) === null) throw new Refused('backup.object_missing', { object: id.slice(0, 8) });
      const opened = unlock(keyOf(key, id), await buffer(files.open(fileOf(id))), id);
      const content = opened && (await decompress(opened, { maxOutputLength: MOST_BYTES }).catch(() => null));
      if (!content || idOf(key, content) !== id) throw new Refused('backup.damaged', { object: id.slice(0, 8) });
      return content;
    },
    remove: (id) => files.remove(fileOf(id)),
    async sweep(kept, before) {
      const names = new Set([...kept].map(fileOf));
      let removed = 0;
      for await (const { key: name, savedAt } of files.list()) {
        if (names.has(name) || savedAt >= before) continue;
        await files.remove(name);
        removed++;
      }
      return removed;
    },
  };
}

/** The head of a key of RFC 8410, before its 32 bytes. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

async function signingKey(store: BackupStore) {
  const seed = keyOf(await store.key(), 'sign');
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
}

/** A text with the signature of this installation. */
export async function signed(store: BackupStore, text: string): Promise<Buffer> {
  return Buffer.from(JSON.stringify({ text, signature: sign(null, Buffer.from(text), await signingKey(store)).toString('base64') }));
}

/** The text of a signature of this installation; refused where it is none. */
export async function verified(store: BackupStore, content: Buffer): Promise<string> {
  const { text, signature } = JSON.parse(content.toString()) as { text: unknown; signature: unknown };
  const key = createPublicKey(await signingKey(store));
  if (typeof text !== 'string' || typeof signature !== 'string' || !verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64')))
    throw new Refused('backup.damaged', { object: 'manifest' });
  return text;
}
