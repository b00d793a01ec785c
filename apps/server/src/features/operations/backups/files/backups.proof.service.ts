import { Refused } from '../../../../platform/fail.ts';
import type { Rest } from '../../../../platform/jobs/rest.ts';
import { countFiles, type Manifest } from '../backups.manifest.rules.ts';
import { eachFile, type Objects, SMALL_BYTES } from '../backups.objects.service.ts';
import { filesOf, objectsOfFiles, objectsOfRows, openLookup } from './backups.lists.service.ts';

/** Of a backup of fewer files each one is read. */
const FEW_FILES = 10_000;
/** Of one with more, files of the last proven backup are looked for, and each is read once in so many backups. */
const READ_EVERY = 10;

type Proof = {
  /** The last proven backup; null: all files are read. */
  former: Manifest | null;
  progress: (share: number) => Promise<void>;
  rest: Rest;
  fewFiles?: number;
};

/** Reads the files of a backup; throws for the first that is not there or not as it was. */
export async function proveFiles(
  objects: Objects,
  manifest: Manifest,
  { former, progress, rest, fewFiles = FEW_FILES }: Proof,
): Promise<void> {
  const count = countFiles(manifest);
  const find = openLookup(count > fewFiles ? former : null, objects);
  let done = 0;
  for await (const files of filesOf(manifest, objects)) {
    const proven = new Set<string>();
    // Keys of the first format follow no order, and then few are found.
    for (const { key, pieces } of files) if (!isTurnOf(key, manifest.counter) && isSame((await find(key))?.pieces, pieces)) proven.add(key);
    await eachFile(
      files,
      ({ bytes, key }) => (proven.has(key) ? 0 : bytes),
      async ({ key, bytes, pieces }) => {
        await progress(Math.min(1, done++ / count));
        for (const piece of pieces) {
          if (!proven.has(key)) await objects.get(piece);
          else if (!(await objects.has(piece))) throw new Refused('backup.object_missing', { object: piece.slice(0, 8) });
          // One of several that are read at once does not rest while the others go on.
          if (bytes > SMALL_BYTES && !proven.has(key)) await rest();
        }
      },
      rest,
    );
  }
}

const isTurnOf = (key: string, counter: number): boolean => Number.parseInt(key.slice(0, 8), 16) % READ_EVERY === counter % READ_EVERY;

const isSame = (before: readonly string[] | undefined, pieces: readonly string[]): boolean =>
  before !== undefined && before.length === pieces.length && before.every((piece, at) => piece === pieces[at]);

/** Removes objects of a backup that were changed, so that the next one writes them anew. */
export async function removeDamaged(objects: Objects, manifest: Manifest): Promise<void> {
  const isDamaged = async (id: string): Promise<boolean> => {
    try {
      await objects.get(id);
      return false;
    } catch (error) {
      if (error instanceof Refused && error.code === 'backup.damaged') await objects.remove(id);
      return true;
    }
  };
  const unread = new Set<string>();
  for (const id of objectsOfRows(manifest)) if (await isDamaged(id)) unread.add(id);
  const lists = manifest.lists.filter(({ id }) => !unread.has(id));
  for await (const ids of objectsOfFiles({ ...manifest, lists }, objects)) for (const id of ids) await isDamaged(id);
}
