import type { Directory, DirectoryAttributeDefinition, DirectoryKind, DirectorySummary } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { fail } from '../../../platform/fail.ts';
import { draftColumn } from './directories.columns.service.ts';
import { commitDraft, getHead, getOwnHead, keyOf, nodesOver, openDraft, refuseName } from './directories.edit.service.ts';
import { type DirectoryUser } from './directories.places.service.ts';
import {
  type DirectoryHead,
  listHeads,
  listTakers,
  readDefinition,
  saveDirectory,
  updateHead,
  deleteDirectory,
} from './directories.repository.ts';

export { changeColumn, createColumn, listDonorColumns, listLinkedColumns, removeColumn } from './directories.columns.service.ts';
export { commitDraft, type Draft, editDirectory, getHead, getOwnHead, keyOf, labelOf, openDraft } from './directories.edit.service.ts';
export { createDirectoryList, listLists, removeDirectoryList, setListValue, setListValues } from './directories.lists.service.ts';
export {
  copyDirectory,
  type DirectoryUse,
  type DirectoryUser,
  drawGraph,
  moveDirectory,
  updateAll,
  updateLinkedValues,
} from './directories.places.service.ts';
export { draftChanges, editRows, listEditsSince, readRows, writeOutcome } from './directories.rows.service.ts';
export { listHistory, redoEdit, undoEdit } from './directories.undo.service.ts';
export { listInvalid } from './directories.validity.service.ts';

const summaryOf = (head: DirectoryHead, epsId: number): DirectorySummary => ({
  id: head.id,
  name: head.name,
  kind: head.kind,
  node_id: head.node_id,
  node_name: head.node_name,
  inherited: head.node_id !== epsId,
  revision: head.revision,
  rows: head.row_count,
  attributes: head.attributes,
  updated_at: head.updated_at.toISOString(),
});

/** Directories of a node, then those of the nodes above it, the nearest first. */
export async function listDirectories(context: Context, epsId: number): Promise<DirectorySummary[]> {
  const nodes = await nodesOver(context, epsId);
  const heads = await context.read((db) => listHeads(db, context.spaceId, nodes));
  return heads.sort((a, b) => nodes.indexOf(b.node_id) - nodes.indexOf(a.node_id)).map((head) => summaryOf(head, epsId));
}

/** A directory with its columns and lists. */
export async function getDirectory(context: Context, epsId: number, directoryId: number): Promise<Directory> {
  const head = await getHead(context, epsId, directoryId);
  const { columns, lists } = await context.read((db) => readDefinition(db, keyOf(context, directoryId)));
  return { ...summaryOf(head, epsId), columns: [...columns], lists: [...lists] };
}

/** The directory of work types that holds at a node: its own, else the nearest one above. */
export async function findWorkTypes(context: Context, epsId: number): Promise<Directory | null> {
  const nearest = (await listDirectories(context, epsId)).find(({ kind }) => kind === 'work_types');
  return nearest ? getDirectory(context, epsId, nearest.id) : null;
}

/** Creates a directory at a node with its first columns. */
export async function createDirectory(
  context: Context,
  epsId: number,
  { name, kind, columns }: { name: string; kind: DirectoryKind; columns: readonly DirectoryAttributeDefinition[] },
): Promise<number> {
  const nodes = await nodesOver(context, epsId);
  return context.write((tx) => createIn(context, tx, nodes, { name, kind, columns }));
}

/** The same, inside a transaction; `nodes` from the top down to the one where it is to stand. */
export async function createIn(
  context: Context,
  tx: Tx,
  nodes: readonly number[],
  { name, kind, columns }: { name: string; kind: DirectoryKind; columns: readonly DirectoryAttributeDefinition[] },
): Promise<number> {
  const nodeId = nodes.at(-1) as number;
  await refuseName(context, tx, nodeId, name);
  const id = await saveDirectory(tx, context.spaceId, { node_id: nodeId, name, kind });
  const draft = await openDraft(tx, keyOf(context, id));
  for (const column of columns) await draftColumn(draft, nodes, column);
  await commitDraft(context, draft, 'create');
  return id;
}

/** Renames a directory, or says what it is for. */
export async function renameDirectory(
  context: Context,
  epsId: number,
  directoryId: number,
  change: { name?: string; kind?: DirectoryKind },
): Promise<void> {
  const head = await getOwnHead(context, epsId, directoryId);
  context.note({ before: { name: head.name, kind: head.kind } });
  await context.write(async (tx) => {
    if (change.name !== undefined) await refuseName(context, tx, head.node_id, change.name, head.id);
    await updateHead(tx, keyOf(context, directoryId), change);
  });
}

/** Deletes a directory. One that others take from goes only where the caller has said so. */
export async function removeDirectory(
  context: Context,
  epsId: number,
  directoryId: number,
  evenInUse: boolean,
  users: readonly DirectoryUser[],
): Promise<void> {
  const head = await getOwnHead(context, epsId, directoryId);
  const used = evenInUse ? [] : (await Promise.all(users.map(({ usersOf }) => usersOf(context, directoryId)))).flat();
  context.note({ name: head.name, rows: head.row_count });
  await context.write(async (tx) => {
    const takers = evenInUse ? [] : await listTakers(tx, keyOf(context, directoryId));
    const names = [...new Set([...takers.map(({ directory_name }) => directory_name), ...used.map(({ label }) => label)])];
    if (names.length) fail('directory.in_use', { name: head.name, count: names.length, users: names.slice(0, 20) });
    await deleteDirectory(tx, keyOf(context, directoryId));
  });
}
