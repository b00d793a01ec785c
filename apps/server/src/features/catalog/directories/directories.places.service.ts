import type { DirectoryLink } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { packDiff } from '../../../platform/postgres/revision-log.ts';
import { notifySeers } from '../../access/grants/grants.service.ts';
import { commitDraft, getHead, getOwnHead, keyOf, nodesOver, openDraft, refuseName, takeOver } from './directories.edit.service.ts';
import { directoryLog } from './directories.history.repository.ts';
import {
  type DirectoryHead,
  findHead,
  listHeads,
  listTakers,
  listUses,
  listWithin,
  readDefinition,
  saveDirectory,
  updateHead,
} from './directories.repository.ts';
import { copyContent, listRows } from './rows/directories.rows.repository.ts';
import { indexLists, writeCell } from './rows/directories.values.rules.ts';

/** How versions react to directories that they use. Versions belong to a later wing, so `app.ts` passes it in. */
export type DirectoryFollowers = {
  /** Updates versions to the directory, linked columns included; returns those that changed. */
  follow(context: Context, directoryId: number, versionIds: readonly number[]): Promise<number[]>;
};

/** Moves a directory to another node, unless it or one that takes from it would lose sight of the other. */
export async function moveDirectory(context: Context, epsId: number, directoryId: number, targetId: number): Promise<void> {
  const head = await getOwnHead(context, epsId, directoryId);
  const nodes = await nodesOver(context, targetId);
  const key = keyOf(context, directoryId);
  const takers = await context.read((db) => listTakers(db, key));
  const used = await context.read((db) => listUses(db, key));
  const users = [...takers.map((taker) => ({ name: taker.directory_name, node_id: taker.node_id })), ...used];
  const nodeIds = users.map(({ node_id }) => node_id);
  const within = await context.read((db) => listWithin(db, context.spaceId, nodeIds, targetId));
  const lost = users.find(({ node_id }) => !within.has(node_id));
  if (lost) fail('directory.donor_out_of_reach', { name: head.name, other: lost.name });
  context.note({ from: head.node_id });
  await context.write(async (tx) => {
    await refuseName(context, tx, targetId, head.name, head.id);
    refuseLostDonors(await listGivers(tx, key), nodes, head.name);
    const reported = { directory_id: directoryId, node_id: targetId, revision: head.revision, author_id: context.userId };
    await notifySeers(context, tx, [head.node_id], 'directory_edited', reported);
    await updateHead(tx, key, { node_id: targetId });
    await context.push.send(tx, { spaceId: context.spaceId }, 'directory_edited', reported);
  });
}

/** Directories that columns of this one take values from. */
async function listGivers(db: Parameters<typeof readDefinition>[0], key: Parameters<typeof readDefinition>[1]): Promise<DirectoryHead[]> {
  const { columns } = await readDefinition(db, key);
  const heads: DirectoryHead[] = [];
  for (const id of new Set(columns.flatMap(({ donor }) => donor?.directory_id ?? []))) {
    const head = await findHead(db, { ...key, directoryId: id });
    if (head) heads.push(head);
  }
  return heads;
}

function refuseLostDonors(givers: readonly DirectoryHead[], nodes: readonly number[], name: string): void {
  const lost = givers.find(({ node_id }) => !nodes.includes(node_id));
  if (lost) fail('directory.donor_out_of_reach', { name, other: lost.name });
}

/** Copies a directory that a node sees to another node, with its rows, columns and lists. */
export async function copyDirectory(
  context: Context,
  epsId: number,
  directoryId: number,
  targetId: number,
  name?: string,
): Promise<number> {
  const head = await getHead(context, epsId, directoryId);
  const nodes = await nodesOver(context, targetId);
  const from = keyOf(context, directoryId);
  return context.write(async (tx) => {
    const copy = { name: name ?? head.name, kind: head.kind, node_id: targetId };
    await refuseName(context, tx, targetId, copy.name);
    refuseLostDonors(await listGivers(tx, from), nodes, head.name);
    // Under its lock the original stands still.
    const { head: original } = await openDraft(tx, from);
    const id = await saveDirectory(tx, context.spaceId, copy);
    await copyContent(tx, from, keyOf(context, id));
    const chain = await directoryLog.save(
      tx,
      keyOf(context, id),
      { revision: 1, name: 'copy', author_id: context.userId, kind: 'add', row_count: original.row_count },
      await packDiff({}),
    );
    await updateHead(tx, keyOf(context, id), { revision: 1, chain, last_id: original.last_id, row_count: original.row_count });
    return id;
  });
}

/** Directories and versions that a drawing shows as users of one. */
const MOST_DRAWN = 500;

type GraphEnd = { kind: 'directory' | 'version'; id: number };

/** Donors and receivers of a directory, one step in each direction. */
export async function drawGraph(context: Context, epsId: number, directoryId: number) {
  const head = await getHead(context, epsId, directoryId);
  return context.read(async (db) => {
    const key = keyOf(context, directoryId);
    const { columns } = await readDefinition(db, key);
    const givers = await listGivers(db, key);
    const takers = await listTakers(db, key);
    const used = await listUses(db, key, MOST_DRAWN);
    const self: GraphEnd = { kind: 'directory', id: head.id };
    const nodes = new Map([[`directory ${head.id}`, { ...self, name: head.name, node_id: head.node_id }]]);
    for (const { id, name, node_id } of givers) nodes.set(`directory ${id}`, { kind: 'directory', id, name, node_id });
    for (const taker of takers)
      nodes.set(`directory ${taker.directory_id}`, {
        kind: 'directory',
        id: taker.directory_id,
        name: taker.directory_name,
        node_id: taker.node_id,
      });
    for (const { kind, id, name, node_id } of used) nodes.set(`${kind} ${id}`, { kind, id, name, node_id });
    const edges = [
      ...columns.flatMap(({ donor, name }) =>
        donor ? [{ from: { kind: 'directory' as const, id: donor.directory_id }, to: self, by: 'donor' as const, name }] : [],
      ),
      ...takers.map(({ directory_id, name }) => ({
        from: self,
        to: { kind: 'directory' as const, id: directory_id },
        by: 'donor' as const,
        name,
      })),
      ...used.map(({ kind, id, by, label, gives }) =>
        gives ? { from: self, to: { kind, id }, by, name: label } : { from: { kind, id }, to: self, by, name: label },
      ),
    ];
    return {
      nodes: [...nodes.values()],
      edges: edges.filter(({ from, to }) => nodes.has(`${from.kind} ${from.id}`) && nodes.has(`${to.kind} ${to.id}`)),
    };
  });
}

/** Takes donor columns over anew and carries linked columns to the versions that follow them. */
export async function updateLinkedValues(context: Context, epsId: number, directoryId: number, followers: DirectoryFollowers) {
  await getOwnHead(context, epsId, directoryId);
  const key = keyOf(context, directoryId);
  const { revision, values } = await context.write(async (tx) => {
    const draft = await openDraft(tx, key);
    const taken = await takeOver(draft);
    return { revision: await commitDraft(context, draft, 'take_over'), values: taken };
  });
  const uses = await context.read((db) => listUses(db, key));
  const versions = await followers.follow(
    context,
    directoryId,
    uses.flatMap(({ kind, id }) => (kind === 'version' ? [id] : [])),
  );
  return { revision, values, versions };
}

/** Updates all directories of a node. */
export async function updateAll(context: Context, epsId: number, followers: DirectoryFollowers) {
  await nodesOver(context, epsId);
  const heads = await context.read((db) => listHeads(db, context.spaceId, [epsId]));
  const versions = new Set<number>();
  let values = 0;
  for (const { id } of heads) {
    const done = await updateLinkedValues(context, epsId, id, followers);
    values += done.values;
    for (const version of done.versions) versions.add(version);
  }
  return { directories: heads.length, values, versions: [...versions] };
}

/** Linked columns of a directory and what some of its rows hold in them, lists as their texts. */
export async function readLinked(context: Context, directoryId: number, rowIds: readonly number[]) {
  const key = keyOf(context, directoryId);
  return context.read(async (db) => {
    const definition = await readDefinition(db, key);
    const columns = definition.columns.filter(({ linked }) => linked);
    const lists = indexLists(definition.lists);
    const rows = columns.length ? await listRows(db, key, rowIds) : [];
    return {
      links: columns.map(({ linked }) => linked as DirectoryLink),
      values: new Map(
        rows.map(({ id, cells }) => [
          id,
          columns.map((column) => (column.type === 'list' ? writeCell(column, cells[column.id], lists) : (cells[column.id] ?? null))),
        ]),
      ),
    };
  });
}
