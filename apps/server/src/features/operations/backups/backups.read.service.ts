import { Refused } from '../../../platform/fail.ts';
import type { BackupStore } from '../../../platform/files/backup-store.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { renewStatistics } from '../../../platform/postgres/insertions.ts';
import { type Manifest, manifest } from './backups.manifest.rules.ts';
import { contentsOf, type Objects, parsedIn, publicKeysOf, verified } from './backups.objects.service.ts';
import { noRest, type Rest } from '../../../platform/jobs/rest.ts';
import { fixTexts, LEFT_OUT, listTables, openStage, personColumns, stage, sumTable, unstage } from './backups.rows.repository.ts';

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

type Progress = (share: number) => Promise<void>;

/**
 * Brings the rows of a backup into an empty space and compares every table with what was written; throws where one differs. `salt`: by which
 * the files that rows name were saved under other keys; null: they keep theirs.
 */
export async function restoreRows(
  tx: Tx,
  spaceId: number,
  { tables }: Manifest,
  objects: Objects,
  {
    salt,
    people = null,
    progress,
    rest = noRest,
  }: { salt: string | null; people?: ReadonlyMap<string, string> | null; progress: Progress; rest?: Rest },
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
    await unstage(tx, spaceId, name, taken, salt, persons && { columns: named, ids: persons.here });
    await renewStatistics(tx, name, table.rows);
    await rest();
    const sum = await sumTable(tx, spaceId, name, [...names], persons && { columns: named, ids: persons.there });
    if (sum.rows !== table.rows || sum.hash !== table.hash) throw new Refused('backup.differs', { table: name });
    await rest();
  }
}
