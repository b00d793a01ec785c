import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Services } from '../../../platform/context.ts';
import { Refused } from '../../../platform/fail.ts';
import type { BackupStore } from '../../../platform/files/backup-store.ts';
import type { Files } from '../../../platform/files/files.ts';
import {
  codeOf,
  END_ID,
  FILE_SIGN,
  type FileHead,
  fileHead,
  ID_SIGNS,
  isPublicKey,
  LENGTH_BYTES,
  MOST_HEAD_BYTES,
  MOST_OBJECT_BYTES,
  plainCode,
  repositoryHead,
  type RepositoryHead,
} from './backups.file-format.service.ts';
import type { Manifest } from './backups.manifest.rules.ts';
import {
  HEAD_FILE,
  lockWithCode,
  type Objects,
  openObjects,
  openObjectsWithCode,
  parsedIn,
  publicKeysOf,
  unlockWithCode,
} from './backups.objects.service.ts';
import { objectsOf } from './files/backups.lists.service.ts';
import { readSigned } from './backups.read.service.ts';
import { findRepository, listBackups } from './backups.repository.ts';

/** A key locked with a code, as the database keeps it. */
export type Recovery = { salt: string; key: string };

/** A new code, and the key of a space locked with it. */
export async function makeRecovery(store: BackupStore, wrapped: Buffer): Promise<{ code: string; recovery: Recovery }> {
  const code = codeOf(randomBytes(64));
  const salt = randomBytes(16);
  const key = await lockWithCode(store, wrapped, plainCode(code), salt);
  return { code, recovery: { salt: salt.toString('base64'), key: key.toString('base64') } };
}

/** The bytes of a file that holds one backup: a head that says with what it opens, and the objects as they lie. */
export async function* fileOfBackup(
  objects: Objects,
  { manifest, by, id, recovery: { salt, key } }: { manifest: Manifest; by: Buffer; id: string; recovery: Recovery },
): AsyncGenerator<Buffer> {
  const { program, at, space } = manifest;
  const head: FileHead = {
    format: 1,
    program,
    at,
    space: space.name,
    salt,
    key,
    public_key: by.toString('base64'),
    manifest: id,
  };
  yield Buffer.from(`${FILE_SIGN}${JSON.stringify(head)}\n`);
  const one = async (object: string): Promise<Buffer[]> => {
    const bytes = await objects.locked(object);
    return [frame(object, bytes.length), bytes];
  };
  yield* await one(id);
  for await (const some of objectsOf(manifest, objects)) for (const object of some) yield* await one(object);
  yield frame(END_ID, 0);
}

/** Writes beside the objects of a space by what its code opens them, and which backups there are; nothing while there is no code. */
export async function writeHead({ database, backups }: Pick<Services, 'database' | 'backups'>, spaceId: number): Promise<void> {
  const { repository, rows } = await database.read({ spaceId, userId: null, system: true }, async (db) => ({
    repository: await findRepository(db, spaceId),
    rows: await listBackups(db, spaceId),
  }));
  if (!repository?.recovery) return;
  const objects = await openObjects(backups, repository.folder, repository.key_wrapped);
  const { salt, key } = repository.recovery;
  const head: RepositoryHead = {
    format: 1,
    salt,
    key,
    public_keys: (await publicKeysOf(backups)).map((one) => one.toString('base64')),
    backups: rows.flatMap(({ at, manifest_id: manifest, state }) =>
      manifest && state !== 'broken' ? [{ at: at.toISOString(), manifest }] : [],
    ),
  };
  await objects.saveHead(Buffer.from(JSON.stringify(head)));
}

/**
 * The bytes of a file that holds the newest backup of a folder of objects, or the newest one until a moment. The code alone opens it: the
 * database that named its backups and the key of the installation that made them may be gone.
 */
export async function fileOfRepository(
  files: Files,
  typed: string,
  until: Date | null,
): Promise<{ at: string; bytes: AsyncGenerator<Buffer> }> {
  if ((await files.size(HEAD_FILE)) === null) throw new Refused('backup.no_code');
  const head = repositoryHead.safeParse(parsedIn((await buffer(files.open(HEAD_FILE))).toString(), 'head'));
  if (!head.success) throw new Refused('backup.newer');
  const { salt, key, backups, public_keys } = head.data;
  const objects = openObjectsWithCode(files, Buffer.from(key, 'base64'), plainCode(typed), Buffer.from(salt, 'base64'));
  if (!objects) throw new Refused('backup.wrong_code');
  const found = backups.find(({ at }) => !until || new Date(at) <= until);
  if (!found) throw new Refused('backup.not_found');
  const publicKeys = public_keys.map((one) => Buffer.from(one, 'base64'));
  const signed = await readSigned(objects, found.manifest, publicKeys);
  return { at: found.at, bytes: fileOfBackup(objects, { ...signed, id: found.manifest, recovery: { salt, key } }) };
}

function frame(id: string, bytes: number): Buffer {
  const head = Buffer.alloc(ID_SIGNS + LENGTH_BYTES);
  head.write(id, 'latin1');
  head.writeUInt32BE(bytes, ID_SIGNS);
  return head;
}

/** Reads a file piece by piece; what it claims is held to the bounds of the form before room is made for it. */
function reading(content: Readable) {
  const chunks = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest: Buffer = Buffer.alloc(0);
  const more = async (): Promise<boolean> => {
    const { value, done } = await chunks.next();
    if (done) return false;
    rest = rest.length ? Buffer.concat([rest, value]) : value;
    return true;
  };
  return {
    async exactly(bytes: number): Promise<Buffer> {
      const parts: Buffer[] = [];
      let wanted = bytes;
      while (wanted > 0) {
        if (!rest.length && !(await more())) throw new Refused('backup.no_backup_file');
        const part = rest.subarray(0, wanted);
        parts.push(part);
        rest = rest.subarray(part.length);
        wanted -= part.length;
      }
      return Buffer.concat(parts);
    },
    async line(): Promise<string> {
      for (;;) {
        const end = rest.indexOf(10);
        if (end >= 0) {
          const line = rest.subarray(0, end).toString();
          rest = rest.subarray(end + 1);
          return line;
        }
        if (rest.length > MOST_HEAD_BYTES || !(await more())) throw new Refused('backup.no_backup_file');
      }
    },
  };
}

async function headOf(from: ReturnType<typeof reading>): Promise<FileHead> {
  if (`${await from.line()}\n` !== FILE_SIGN) throw new Refused('backup.no_backup_file');
  const line = await from.line();
  let parsed: unknown = null;
  try {
    parsed = JSON.parse(line);
  } catch {
    throw new Refused('backup.no_backup_file');
  }
  const head = fileHead.safeParse(parsed);
  if (!head.success || !isPublicKey(head.data.public_key)) throw new Refused('backup.no_backup_file');
  return head.data;
}

/** The head of a file, and its key locked with that of this installation; refused where the code does not open it. */
export async function openFile(store: BackupStore, content: Readable, code: string): Promise<{ head: FileHead; wrapped: Buffer }> {
  try {
    const head = await headOf(reading(content));
    const wrapped = await unlockWithCode(store, Buffer.from(head.key, 'base64'), plainCode(code), Buffer.from(head.salt, 'base64'));
    if (!wrapped) throw new Refused('backup.wrong_code');
    return { head, wrapped };
  } finally {
    content.destroy();
  }
}

/** Takes the objects of a file into a repository; each is opened and held to its id before it is kept. */
export async function takeObjects(content: Readable, objects: Objects, progress: (bytes: number) => Promise<void>): Promise<void> {
  const from = reading(content);
  await headOf(from);
  let bytes = 0;
  for (;;) {
    const id = (await from.exactly(ID_SIGNS)).toString('latin1');
    const length = (await from.exactly(LENGTH_BYTES)).readUInt32BE();
    if (id === END_ID) return;
    if (length > MOST_OBJECT_BYTES) throw new Refused('backup.no_backup_file');
    await objects.take(id, await from.exactly(length));
    bytes += length;
    await progress(bytes);
  }
}
