import type { JobFinding } from '@gantry/contract';
import { collectFindings } from '@gantry/interchange';
import { hash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Services } from '../../../../platform/context.ts';
import { Refused } from '../../../../platform/fail.ts';
import { countFiles, type Manifest, plainParameters } from '../backups.manifest.rules.ts';
import { contentsOf, eachFile, type Objects, parsedIn } from '../backups.objects.service.ts';
import { FILE_COLUMNS } from '../backups.rows.repository.ts';
import { keyOfDigits } from './backups.keys.rules.ts';
import { filesOf } from './backups.lists.service.ts';
import { sizesOf } from './backups.writing.service.ts';

type Needs = Pick<Services, 'files'>;

/** The files of a restore: the salt from which their keys follow, and how many lists and blocks of keys were begun. */
export type Saved = { salt: string; lists: number; blocks: number };

const SALT_BYTES = 16;
export const openSaved = (): Saved => ({ salt: randomBytes(SALT_BYTES).toString('hex'), lists: 0, blocks: 0 });

/** The key under which a restore saves a file; `unstage` forms the same one in the database. So no list of them is held. */
export const keyIn = (salt: string, key: string): string => keyOfDigits(hash('md5', salt + key));

/** Saves the files of a backup anew. Whoever calls removes them when the restore fails. */
export async function restoreFiles(
  { files }: Needs,
  manifest: Manifest,
  objects: Objects,
  saved: Saved,
  progress: (share: number) => Promise<void>,
): Promise<void> {
  const count = countFiles(manifest);
  let done = 0;
  for await (const some of filesOf(manifest, objects)) {
    saved.lists += 1;
    await eachFile(
      some,
      ({ bytes }) => bytes,
      async ({ key, pieces }) => {
        await progress(Math.min(1, done++ / count));
        await files.save(Readable.from(contentsOf(objects, pieces), { objectMode: false }), keyIn(saved.salt, key));
      },
    );
  }
}

/** Copies files that a backup leaves where they are; those that are no more are noted, and rows name a key without a file. */
export async function copyFiles({ files }: Needs, manifest: Manifest, objects: Objects, saved: Saved): Promise<JobFinding[]> {
  const missing = collectFindings();
  if (manifest.whole) return [];
  const held = await heldKeys(manifest, objects);
  for await (const keys of keysNamed(manifest, objects)) {
    saved.blocks += 1;
    const sizes = await sizesOf(
      files,
      keys.filter((key) => !held.has(key)),
    );
    await eachFile(
      sizes,
      ([, size]) => size ?? 0,
      async ([key, size]) => {
        if (size !== null) await files.save(files.open(key), keyIn(saved.salt, key));
        else missing.add({ severity: 'warning', code: 'backup.file_missing', parameters: { file: key } });
      },
    );
  }
  return missing.list().map(({ code, severity, parameters }) => ({
    code,
    severity,
    message: '',
    line: null,
    parameters: plainParameters(parameters),
  }));
}

/** Keys of the files of a backup that has not all of them, or does not say so. */
async function heldKeys(manifest: Manifest, objects: Objects): Promise<Set<string>> {
  const held = new Set<string>();
  for await (const files of filesOf(manifest, objects)) for (const { key } of files) held.add(key);
  return held;
}

/** Removes what a restore that has failed has saved. */
export async function removeSaved({ files }: Needs, manifest: Manifest, objects: Objects, saved: Saved): Promise<void> {
  const remove = (keys: readonly string[]): Promise<void> =>
    eachFile(
      keys,
      () => 0,
      (key) => files.remove(keyIn(saved.salt, key)),
    );
  let { lists, blocks } = saved;
  if (lists)
    for await (const some of filesOf(manifest, objects)) {
      await remove(some.map(({ key }) => key));
      if (--lists === 0) break;
    }
  if (blocks)
    for await (const keys of keysNamed(manifest, objects)) {
      await remove(keys);
      if (--blocks === 0) break;
    }
}

const rowOf = z.array(z.string().nullable());

/** Keys of files that rows of a backup name, in blocks of those that one object names. */
export async function* keysNamed({ tables }: Manifest, objects: Objects): AsyncGenerator<string[]> {
  for (const { name: table, columns, pieces } of tables) {
    const places = columns.flatMap(({ name }, index) => (FILE_COLUMNS.get(table)?.includes(name) ? [index] : []));
    for (const piece of places.length ? pieces : []) {
      const keys = new Set<string>();
      for (const line of (await objects.get(piece)).toString().split('\n')) {
        const row = rowOf.safeParse(parsedIn(line, piece.slice(0, 8)));
        if (!row.success) throw new Refused('backup.damaged', { object: piece.slice(0, 8) });
        for (const place of places) if (row.data[place]) keys.add(row.data[place]);
      }
      yield [...keys];
    }
  }
}
