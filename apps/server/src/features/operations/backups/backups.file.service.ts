import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Refused } from '../../../platform/fail.ts';
import type { BackupStore } from '../../../platform/files/backup-store.ts';
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
} from './backups.file-format.service.ts';
import type { Manifest } from './backups.manifest.rules.ts';
import { lockWithCode, type Objects, publicKeyOf, unlockWithCode } from './backups.objects.service.ts';
import { objectsOf } from './backups.read.service.ts';

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
  store: BackupStore,
  objects: Objects,
  { manifest, id, recovery }: { manifest: Manifest; id: string; recovery: Recovery },
): AsyncGenerator<Buffer> {
  const { program, at, space } = manifest;
  const head: FileHead = {
    format: 1,
    program,
    at,
    space: space.name,
    ...recovery,
    public_key: (await publicKeyOf(store)).toString('base64'),
    manifest: id,
  };
  yield Buffer.from(`${FILE_SIGN}${JSON.stringify(head)}\n`);
  for (const object of new Set([id, ...objectsOf(manifest)])) {
    const bytes = await objects.locked(object);
    yield frame(object, bytes.length);
    yield bytes;
  }
  yield frame(END_ID, 0);
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
