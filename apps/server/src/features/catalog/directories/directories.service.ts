import type { Directory, DirectoryAttributeDefinition, DirectoryKind, DirectorySummary } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { draftColumn } from './directories.columns.service.ts';
import {
  type Around,
  commitDraft,
  type Draft,
  getHead,
  getOwnHead,
  keyOf,
  nodesOver,
  openDraft,
  refuseName,
} from './directories.edit.service.ts';
import {
  deleteDirectory,
  type DirectoryHead,
  findHead,
  listHeads,
  listNamed,
  listTakers,
  listUses,
  readDefinition,
  saveDirectory,
  updateHead,
} from './directories.repository.ts';
import { listCodes, listPackedRows } from './rows/directories.rows.repository.ts';

export {
  changeColumn,
  draftColumn,
  createColumn,
  listDonorColumns,
  listLinkedColumns,
  removeColumn,
} from './directories.columns.service.ts';
export { type Around, type Draft, editDirectory, getHead, getOwnHead, nodesOver } from './directories.edit.service.ts';
export { createDirectoryList, listLists, removeDirectoryList, setListValue, setListValues } from './directories.lists.service.ts';
export {
  copyDirectory,
  type DirectoryFollowers,
  drawGraph,
  moveDirectory,
  readLinked,
  updateAll,
  updateLinkedValues,
} from './directories.places.service.ts';
export { draftChanges, editRows, listEditsSince, readRows } from './rows/directories.rows.service.ts';
export { findRows } from './directories.search.service.ts';
export { listHistory, redoEdit, undoEdit } from './directories.undo.service.ts';
export { listInvalid } from './rows/directories.validity.service.ts';

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

type NewDirectory = { name: string; kind: DirectoryKind; columns: readonly DirectoryAttributeDefinition[] };

/** Creates a directory at a node with its first columns. */
export async function createDirectory(context: Context, epsId: number, about: NewDirectory): Promise<number> {
  const nodes = await nodesOver(context, epsId);
  return context.write((tx) => createIn(context, tx, nodes, about));
}

async function createIn(context: Context, tx: Tx, nodes: readonly number[], { name, kind, columns }: NewDirectory): Promise<number> {
  const nodeId = nodes.at(-1) as number;
  await refuseName(context, tx, nodeId, name);
  const id = await saveDirectory(tx, context.spaceId, { node_id: nodeId, name, kind });
  const draft = await openDraft(tx, keyOf(context, id));
  for (const column of columns) await draftColumn(draft, nodes, column);
  await commitDraft(context, draft, 'create');
  return id;
}

/** Creates and fills a directory in one transaction; `nodes` is the path to its node. */
export async function createFilled(
  context: Context,
  nodes: readonly number[],
  about: NewDirectory,
  action: string,
  fill: (draft: Draft) => Promise<void>,
  around: Around = {},
): Promise<{ id: number; revision: number }> {
  return context.write(async (tx) => {
    await around.first?.(tx);
    const id = await createIn(context, tx, nodes, about);
    const draft = await openDraft(tx, keyOf(context, id));
    await fill(draft);
    const revision = await commitDraft(context, draft, action, {}, around.progress);
    await around.last?.(tx, { id, revision });
    return { id, revision };
  });
}

/** Name and revision of a directory in a read of the caller's; null where it is not there any more. */
export async function revisionOf(context: Context, db: Db, directoryId: number): Promise<{ name: string; revision: number } | null> {
  return findHead(db, keyOf(context, directoryId));
}

/**
 * Reads a directory and everything that its values reference, in one snapshot, rows packed for `unpackRows`; for a new directory only what
 * it could reference.
 */
export async function readAll(context: Context, epsId: number, directoryId: number | null) {
  if (directoryId !== null) await getHead(context, epsId, directoryId);
  return context.read(async (db) => {
    const { measures, people } = await listNamed(db, context.spaceId);
    if (directoryId === null)
      return { revision: 0, definition: { columns: [], lists: [] }, rows: [] as string[], named: { measures, people, givers: [] } };
    const key = keyOf(context, directoryId);
    const head = (await findHead(db, key)) ?? fail('directory.not_found', { id: directoryId });
    const definition = await readDefinition(db, key);
    const givers = [];
    for (const id of new Set(definition.columns.flatMap(({ donor }) => donor?.directory_id ?? []))) {
      const giver = await findHead(db, keyOf(context, id));
      if (giver) givers.push({ id, name: giver.name, codes: await listCodes(db, keyOf(context, id)) });
    }
    return { revision: head.revision, definition, rows: await listPackedRows(db, key), named: { measures, people, givers } };
  });
}

/** Changes name or description of a directory. */
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

/** Deletes a directory; one with receivers only after confirmation. */
export async function removeDirectory(context: Context, epsId: number, directoryId: number, evenInUse: boolean): Promise<void> {
  const head = await getOwnHead(context, epsId, directoryId);
  const key = keyOf(context, directoryId);
  context.note({ name: head.name, rows: head.row_count });
  await context.write(async (tx) => {
    const takers = evenInUse ? [] : await listTakers(tx, key);
    const used = evenInUse ? [] : await listUses(tx, key);
    const names = [...new Set([...takers.map(({ directory_name }) => directory_name), ...used.map(({ label }) => label)])];
    if (names.length) fail('directory.in_use', { name: head.name, count: names.length, users: names.slice(0, 20) });
    await deleteDirectory(tx, key);
  });
}
