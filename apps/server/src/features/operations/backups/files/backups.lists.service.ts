import { Refused } from '../../../../platform/fail.ts';
import { type BackedUpFile, countFiles, type FileList, filesListed, type Manifest } from '../backups.manifest.rules.ts';
import { contentsOf, type Objects, parsedIn } from '../backups.objects.service.ts';
import { PIECE_BYTES, store } from './backups.storing.service.ts';

/** A list ends behind a key of random digits that ends so: with 4096 files as a rule, and at the same key as in the backup before. */
const LAST_OF_LIST = /000$/;

/** Writes files into lists, in the order in which they are added. */
export function openLists(objects: Objects) {
  const lists: FileList[] = [];
  let [texts, bytes]: [string[], number] = [[], 0];
  const cut = async (): Promise<void> => {
    if (!texts.length) return;
    const { id } = await store(objects, Buffer.from(`[${texts.join(',')}]`));
    lists.push({ id, files: texts.length });
    [texts, bytes] = [[], 0];
  };
  return {
    async add(file: BackedUpFile): Promise<void> {
      const text = JSON.stringify(file);
      if (bytes + text.length > PIECE_BYTES) await cut();
      texts.push(text);
      bytes += text.length + 1;
      if (LAST_OF_LIST.test(file.key)) await cut();
    },
    async end(): Promise<FileList[]> {
      await cut();
      return lists;
    },
  };
}

/** The files of a list, which may be anybody's. */
function listed(content: Buffer, id: string): BackedUpFile[] {
  const object = id.slice(0, 8);
  const parsed = filesListed.safeParse(parsedIn(content.toString(), object));
  if (!parsed.success) throw new Refused('backup.damaged', { object });
  return parsed.data;
}

const byKey = (a: BackedUpFile, b: BackedUpFile): number => (a.key < b.key ? -1 : Number(a.key > b.key));

/** The files of a backup, some thousand at a time: of the second format in the order of their keys. */
export async function* filesOf({ files, lists }: Pick<Manifest, 'files' | 'lists'>, objects: Objects): AsyncGenerator<BackedUpFile[]> {
  if (files.length) yield files;
  let at = 0;
  for await (const content of contentsOf(
    objects,
    lists.map(({ id }) => id),
  ))
    yield listed(content, lists[at++].id);
}

const piecesOf = (held: readonly { pieces: string[] }[]): string[] => [...new Set(held.flatMap(({ pieces }) => pieces))];

/** The objects of rows and of lists of a backup. */
export const objectsOfRows = ({ tables, lists }: Manifest): string[] => [...piecesOf(tables), ...lists.map(({ id }) => id)];

/** How many objects a backup has where each of its files is one. */
export const countObjects = (manifest: Manifest): number => objectsOfRows(manifest).length + countFiles(manifest);

/** The objects of the files of a backup, some thousand at a time; an object that holds several files may come again. */
export async function* objectsOfFiles(manifest: Pick<Manifest, 'files' | 'lists'>, objects: Objects): AsyncGenerator<string[]> {
  for await (const files of filesOf(manifest, objects)) yield piecesOf(files);
}

/** All objects of a backup, in parts. */
export async function* objectsOf(manifest: Manifest, objects: Objects): AsyncGenerator<string[]> {
  yield objectsOfRows(manifest);
  yield* objectsOfFiles(manifest, objects);
}

/**
 * Finds files of a backup by keys that are asked for in their order, and holds one list in memory. Of a list that cannot be read it finds
 * nothing: its files are written or read anew.
 */
export function openLookup(manifest: Manifest | null, objects: Objects): (key: string) => Promise<BackedUpFile | undefined> {
  const left = [...(manifest?.lists ?? [])];
  let [files, at] = [(manifest?.files ?? []).toSorted(byKey), 0];
  const next = async (): Promise<boolean> => {
    const list = left.shift();
    if (!list) return false;
    at = 0;
    try {
      files = listed(await objects.get(list.id), list.id);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      files = [];
    }
    return true;
  };
  return async (key) => {
    for (;;) {
      while (at < files.length && files[at].key < key) at += 1;
      if (at < files.length) return files[at].key === key ? files[at] : undefined;
      if (!(await next())) return undefined;
    }
  };
}
