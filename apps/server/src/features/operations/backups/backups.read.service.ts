import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Services } from '../../../platform/context.ts';
import { Refused } from '../../../platform/fail.ts';
import type { BackupStore } from '../../../platform/files/backup-store.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { renewStatistics } from '../../../platform/postgres/insertions.ts';
import { type Manifest, manifest } from './backups.manifest.rules.ts';
import { eachFile, type Objects, parsedIn, publicKeysOf, verified } from './backups.objects.service.ts';
import { noRest, type Rest } from '../../../platform/jobs/rest.ts';
import {
  FILE_COLUMNS,
  fixTexts,
  LEFT_OUT,
  listTables,
  openStage,
  personColumns,
  stage,
  sumTable,
  unstage,
} from './backups.rows.repository.ts';

/** The manifest of a backup, signed by this installation or the one whose key is given. */
export async function readManifest(store: BackupStore, objects: Objects, id: string, publicKey: Buffer | null = null): Promise<Manifest> {
  return (await readSigned(objects, id, publicKey ? [publicKey] : await publicKeysOf(store))).manifest;
}

/** A manifest that was signed with one of some keys, and the one. */
export async function readSigned(objects: Objects, id: string, publicKeys: readonly Buffer[]): Promise<{ manifest: Manifest; by: Buffer }> {
  const { text, by } = verified(await objects.get(id), publicKeys);
  const parsed = manifest.safeParse(parsedIn(text, 'manifest'));
  if (!parsed.success) throw new Refused('backup.newer');
  return { manifest: parsed.data, by };
}

/** All objects of a manifest. */
export const objectsOf = ({ tables, files }: Manifest): string[] => [...tables, ...files].flatMap(({ pieces }) => pieces);

/** Contents of objects in their order. Each is read while the reader works on the one before. */
async function* contentsOf(objects: Objects, ids: readonly string[]): AsyncGenerator<Buffer> {
  let next = ids.length ? objects.get(ids[0]) : null;
  for (let at = 1; next; at += 1) {
    const content = await next;
    next = at < ids.length ? objects.get(ids[at]) : null;
    // Its turn throws the error; without a handler until then Node would end the process.
    next?.catch(() => undefined);
    yield content;
  }
}

type Progress = (share: number) => Promise<void>;

/** Brings the rows of a backup into an empty space and compares every table with what was written; throws where one differs. */
export async function restoreRows(
  tx: Tx,
  spaceId: number,
  { tables }: Manifest,
  objects: Objects,
  {
    files,
    people = null,
    progress,
    rest = noRest,
  }: { files: ReadonlyMap<string, string>; people?: ReadonlyMap<string, string> | null; progress: Progress; rest?: Rest },
): Promise<void> {
  await fixTexts(tx);
  const persons = people && {
    columns: await personColumns(tx),
    here: people,
    there: new Map([...people].map(([there, here]) => [here, there])),
  };
  const here = await listTables(tx);
  const held = new Map(tables.map((table) => [table.name, table]));
  // Backups of before may hold tables that are left out now.
  const known = new Set([...here.map(({ name }) => name), ...LEFT_OUT.split(' ')]);
  const unknown = tables.find(({ name, rows }) => rows > 0 && !known.has(name));
  if (unknown) throw new Refused('backup.newer', { table: unknown.name });
  await openStage(tx);
  for (const [index, { name, columns }] of here.entries()) {
    await progress(index / here.length);
    const table = held.get(name);
    if (!table?.rows) continue;
    const types = new Map(columns.map((column) => [column.name, column]));
    const known = table.columns.map((column) => types.get(column.name));
    const taken = known.filter((column) => column !== undefined);
    if (taken.length < known.length) throw new Refused('backup.newer', { table: name });
    const names = new Set(taken.map((column) => column.name));
    if (columns.some((column) => column.required && !names.has(column.name))) throw new Refused('backup.too_old', { table: name });
    for await (const content of contentsOf(objects, table.pieces)) {
      await stage(tx, content.toString());
      await rest();
    }
    const named = persons?.columns.get(name) ?? [];
    await unstage(tx, spaceId, name, taken, files, persons && { columns: named, ids: persons.here });
    await renewStatistics(tx, name, table.rows);
    await rest();
    const sum = await sumTable(tx, spaceId, name, [...names], persons && { columns: named, ids: persons.there });
    if (sum.rows !== table.rows || sum.hash !== table.hash) throw new Refused('backup.differs', { table: name });
    await rest();
  }
}

/** Saves the files of a backup anew; answers the new key of each. Whoever calls removes them when the restore fails. */
export async function restoreFiles(
  { files }: Pick<Services, 'files'>,
  { files: held }: Manifest,
  objects: Objects,
  saved: Map<string, string>,
  progress: Progress,
): Promise<void> {
  let done = 0;
  await eachFile(
    held,
    ({ bytes }) => bytes,
    async ({ key, pieces }) => {
      await progress(done++ / held.length);
      saved.set(key, (await files.save(Readable.from(contentsOf(objects, pieces), { objectMode: false }))).key);
    },
  );
}

/** Copies files that a backup without files leaves where they are; answers those that are no more, each under a key without a file. */
export async function copyFiles(
  { files }: Pick<Services, 'files'>,
  keys: readonly string[],
  saved: Map<string, string>,
): Promise<string[]> {
  const wanted = keys.filter((key) => !saved.has(key));
  const sizes = new Map<string, number | null>();
  await eachFile(
    wanted,
    () => 0,
    async (key) => void sizes.set(key, await files.size(key)),
  );
  const sizeOf = (key: string) => sizes.get(key) ?? null;
  await eachFile(
    wanted,
    (key) => sizeOf(key) ?? 0,
    async (key) => void saved.set(key, sizeOf(key) === null ? randomUUID() : (await files.save(files.open(key))).key),
  );
  return wanted.filter((key) => sizeOf(key) === null);
}

const rowOf = z.array(z.string().nullable());

/** Keys of files that rows of a backup name. */
export async function keysNamed({ tables }: Manifest, objects: Objects): Promise<string[]> {
  const keys = new Set<string>();
  for (const { name: table, columns, pieces } of tables) {
    const places = columns.flatMap(({ name }, index) => (FILE_COLUMNS.get(table)?.includes(name) ? [index] : []));
    for (const piece of places.length ? pieces : []) {
      for (const line of (await objects.get(piece)).toString().split('\n')) {
        const row = rowOf.safeParse(parsedIn(line, piece.slice(0, 8)));
        if (!row.success) throw new Refused('backup.damaged', { object: piece.slice(0, 8) });
        for (const place of places) if (row.data[place]) keys.add(row.data[place]);
      }
    }
  }
  return [...keys];
}
