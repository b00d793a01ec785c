import type { Backup } from '@gantry/contract';
import { collectFindings } from '@gantry/interchange';
import type { Services } from '../../../../platform/context.ts';
import { noRest, type Rest } from '../../../../platform/jobs/rest.ts';
import { type BackedUpFile, type FileList, type Manifest, plainParameters } from '../backups.manifest.rules.ts';
import { eachFile, type Objects, readInto, SMALL_BYTES } from '../backups.objects.service.ts';
import { blocksOf, type PackedKeys } from './backups.keys.rules.ts';
import { openLists, openLookup } from './backups.lists.service.ts';
import { noRoom, PIECE_BYTES, storesOneBehind } from './backups.storing.service.ts';

/** Keys whose files are looked for together. */
const KEYS_AT_ONCE = 1000;

/** Where files come from and go to, and the backup before, whose files are not read again. */
export type FilesWriting = Pick<Services, 'files' | 'backups'> & { objects: Objects; rest: Rest; known: Manifest | null };
export type FilesWritten = { lists: FileList[]; bytes: number; findings: Backup['findings'] };

/** Asks for the room of files that no backup holds yet before any of them is written. A bucket has room. */
export async function refuseWithoutRoom({ files, backups, objects, known }: FilesWriting, keys: PackedKeys): Promise<void> {
  if ((await backups.room()) === null) return;
  const find = openLookup(known, objects);
  let needed = 0;
  for (const block of blocksOf(keys, KEYS_AT_ONCE)) {
    const { fresh } = await divided(block, find, objects);
    for (const size of (await sizesOf(files, fresh)).values()) needed += size ?? 0;
  }
  const room = await backups.room();
  if (room !== null && room < needed) throw noRoom(needed, room);
}

/** Writes files into lists of objects. Those that are missing are noted. */
export async function writeFiles(
  writing: FilesWriting,
  keys: PackedKeys,
  progress: (share: number) => Promise<void>,
): Promise<FilesWritten> {
  const find = openLookup(writing.known, writing.objects);
  const lists = openLists(writing.objects);
  const findings = collectFindings();
  const memory = [Buffer.allocUnsafeSlow(PIECE_BYTES), Buffer.allocUnsafeSlow(PIECE_BYTES)];
  let [done, bytes] = [0, 0];
  for (const block of blocksOf(keys, KEYS_AT_ONCE)) {
    const { known, fresh } = await divided(block, find, writing.objects);
    const written = await writeBlock(writing, fresh, memory, () => progress(done++ / keys.count));
    done += known.size;
    for (const key of block) {
      const file = known.get(key) ?? written.get(key);
      if (file) await lists.add(file);
      else findings.add({ severity: 'error', code: 'backup.file_missing', parameters: { file: key } });
      bytes += file?.bytes ?? 0;
    }
  }
  const noted = findings.list().map(({ code, parameters }) => ({ code, parameters: plainParameters(parameters) }));
  return { lists: await lists.end(), bytes, findings: noted };
}

/** Which keys the backup before holds with all their pieces, of which a proof removes those that are damaged, and which it does not. */
async function divided(keys: readonly string[], find: ReturnType<typeof openLookup>, objects: Objects) {
  const known = new Map<string, BackedUpFile>();
  for (const key of keys) {
    const file = await find(key);
    if (file) known.set(key, file);
  }
  const look = async ({ key, pieces }: BackedUpFile): Promise<void> => {
    for (const piece of pieces) if (!(await objects.has(piece))) known.delete(key);
  };
  await eachFile([...known.values()], () => 0, look);
  return { known, fresh: keys.filter((key) => !known.has(key)) };
}

/** The bytes of files, null of those that are lost. */
export async function sizesOf(files: Pick<Services['files'], 'size'>, keys: readonly string[]): Promise<Map<string, number | null>> {
  const sizes = new Map<string, number | null>();
  await eachFile(
    keys,
    () => 0,
    async (key) => void sizes.set(key, await files.size(key)),
  );
  return sizes;
}

async function writeBlock(
  writing: FilesWriting,
  keys: readonly string[],
  memory: readonly Buffer[],
  progress: () => Promise<void>,
): Promise<Map<string, BackedUpFile>> {
  const written = new Map<string, BackedUpFile>();
  await eachFile(
    await sizesOf(writing.files, keys),
    ([, size]) => size ?? 0,
    async ([key, size], slot) => {
      await progress();
      // It may have gone since.
      if (size === null || (await writing.files.size(key)) === null) return;
      // One of several that are written at once does not rest while the others go on.
      const small = { ...writing, rest: noRest };
      const own = [memory[0].subarray(slot * SMALL_BYTES, (slot + 1) * SMALL_BYTES)];
      const pieces = await (size <= SMALL_BYTES ? writeFile(small, key, size, own) : writeFile(writing, key, size, memory));
      written.set(key, { key, bytes: size, pieces });
    },
    writing.rest,
  );
  return written;
}

/** Writes a file in pieces. `memory`: for the piece that is read and the one that is stored. */
async function writeFile(writing: FilesWriting, key: string, size: number, memory: readonly Buffer[]): Promise<string[]> {
  const { files, rest } = writing;
  const pieces: string[] = [];
  const queue = storesOneBehind(writing);
  for (let from = 0, turn = 0; from < size; from += PIECE_BYTES, turn = 1 - turn) {
    const piece = memory[turn].subarray(0, Math.min(PIECE_BYTES, size - from));
    await readInto(files, key, from, piece);
    await queue.put(piece, pieces);
    await rest();
  }
  await queue.end();
  return pieces;
}
