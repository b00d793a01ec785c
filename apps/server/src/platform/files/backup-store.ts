import { createPrivateKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { mkdir, readFile, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '../errors.ts';
import type { Files } from './files.ts';
import { openFolder } from './files.folder.ts';
import type { S3Settings } from './files.s3.calls.ts';
import { openS3 } from './files.s3.ts';

/** Where backups lie, one folder for each space, and the keys of the installation that lock and sign them. */
export type BackupStore = {
  open(folder: string): Files;
  /** The first key encrypts and signs; the keys that it replaced still decrypt older backups. Each call reads the file, so a new key needs no restart. */
  keys(): Promise<Buffer[]>;
  /** Free bytes beyond those that are never taken: a tenth of the disk, 5 GB at most; null where nobody knows. */
  room(): Promise<number | null>;
  /** Ed25519, one of each key: the installation signs with the first. */
  signing(): Promise<KeyObject[]>;
};

/** The head of a key of RFC 8410, before its 32 bytes. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

const KEY_BYTES = 32;
const KEY = /^[0-9a-f]{64}$/i;
const NEVER_TAKEN_BYTES = 5e9;

/** Backups in a folder of this machine or in a bucket. The first key is made when it is first asked for; servers of one installation share its file. */
export function openBackupStore(place: { folder: string; s3: S3Settings | null; keyFile: string }, cache: string): BackupStore {
  const store: BackupStore = {
    open: (folder) =>
      place.s3 ? openS3({ ...place.s3, prefix: `${place.s3.prefix}${folder}/` }, cache) : openFolder(join(place.folder, folder)),
    keys: () => readKeys(place.keyFile),
    async room() {
      if (place.s3) return null;
      await mkdir(place.folder, { recursive: true });
      const { bavail, blocks, bsize } = await statfs(place.folder);
      return bavail * bsize - Math.min((blocks * bsize) / 10, NEVER_TAKEN_BYTES);
    },
    signing: async () =>
      (await store.keys()).map((key) => {
        const seed = Buffer.from(hkdfSync('sha256', key, '', 'sign', KEY_BYTES));
        return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
      }),
  };
  return store;
}

async function readKeys(file: string): Promise<Buffer[]> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // Whoever comes first writes it; the others read.
  await writeFile(file, randomBytes(KEY_BYTES).toString('hex'), { flag: 'wx', mode: 0o600, flush: true }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
  const keys = (await readFile(file, 'utf8')).trim().split(/\s+/);
  if (!keys.every((key) => KEY.test(key)))
    throw new Error(`The file ${file} holds no keys of backups: each is a line of 64 hexadecimal digits`);
  return keys.map((key) => Buffer.from(key, 'hex'));
}
