import { type CalculationStatus, type JsonValue, leftOutOf, type NodeKind, validityOf } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { type Database, type Db, perDatabase, type Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { notifySeers, notifyVersionsGone } from '../../access/grants/grants.service.ts';
import {
  countBelow,
  deleteNodes,
  findCountsAbove,
  findNode,
  listNodes,
  listPath,
  listVersions,
  lockLast,
  lockSiblings,
  lockVersionsBelow,
  type NodeRow,
  saveNode,
  savePlaces,
  updateNode,
} from './eps.repository.ts';
import { canStandUnder, keptByLock, nameSome, positionBetween } from './eps.rules.ts';

export const nodeOut = (row: NodeRow) => ({ ...row, created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() });
type Removal = { kind?: NodeKind; locked_versions?: string };

export type VersionRecord = Awaited<ReturnType<typeof listVersions>>[number];

export const versionOut = ({ remarks, ...row }: VersionRecord) => ({
  ...row,
  ...validityOut(row.calculation_status, remarks ?? []),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** Whether the dates of a version hold, and what its last calculation left out. */
export const validityOut = (status: CalculationStatus, remarks: readonly string[]) => ({
  validity: validityOf(status, remarks),
  left_out: leftOutOf(remarks),
});

const notifyChanged = (context: Context, tx: Tx, id: number) =>
  context.push.send(tx, { spaceId: context.spaceId }, 'eps_updated', { eps_id: id, author_id: context.userId });

/** Tells who sees nodes before they go, or go elsewhere: afterwards nobody may be found there. */
const notifyLosing = (context: Context, tx: Tx, ids: readonly number[]) =>
  notifySeers(context, tx, ids, 'eps_updated', { eps_id: null, author_id: context.userId });

/** Versions of a schedule, or the one with an id, as lists show them. */
export async function listVersionSummaries(context: Context, filter: { scheduleId?: number; id?: number }) {
  return context.read((db) => versionSummariesIn(db, context.spaceId, filter));
}
/** The same within a transaction. */
export const versionSummariesIn = async (db: Db, spaceId: number, filter: { scheduleId?: number; id?: number }) =>
  (await listVersions(db, spaceId, filter)).map(versionOut);

/** A node of a kind, or a refusal. */
export async function getNode(context: Context, id: number, kind?: NodeKind) {
  const row = await context.read((db) => findNode(db, context.spaceId, id));
  if (!row || (kind && row.kind !== kind)) fail('node.not_found', { id });
  return nodeOut(row);
}

/** A node with its path and the counts of its descendants. */
export async function describeNode(context: Context, id: number) {
  const node = await getNode(context, id);
  return context.read(async (db) => {
    const counts = await countBelow(db, context.spaceId, [id]);
    return { ...node, path: await listPath(db, context.spaceId, id), counts: { ...counts, nodes: Math.max(0, counts.nodes - 1) } };
  });
}

/** The nodes above a node and itself, from the top. */
export async function pathOf(context: Context, id: number) {
  return context.read((db) => pathIn(context, db, id));
}
export const pathIn = (context: Context, db: Db, id: number) => listPath(db, context.spaceId, id);

/** Nodes of a kind, or those directly below one. */
export async function listNodesOf(context: Context, filter: { kind?: NodeKind; parentId?: number | null }) {
  const rows = await context.read((db) => listNodes(db, context.spaceId, filter));
  return rows.map(nodeOut);
}

export type NewNode = { kind: NodeKind; name: string; parent_id: number | null };
/** Creates a node with its first values. Passed in, because attributes belong to a later wing. */
export type CreateNode = (
  context: Context,
  node: NewNode,
  values: readonly { attribute_id: number; value: JsonValue }[],
) => Promise<number>;

/** Creates a node as the last of its siblings. */
export async function createNode(context: Context, node: NewNode): Promise<number> {
  return context.write((tx) => addNode(context, tx, node));
}

/** The same within a transaction. */
export async function addNode(context: Context, tx: Tx, node: NewNode): Promise<number> {
  const parent = node.parent_id === null ? null : await findNode(tx, context.spaceId, node.parent_id);
  if (node.parent_id !== null && !parent) fail('node.not_found', { id: node.parent_id });
  if (!canStandUnder(node.kind, parent?.kind ?? null)) fail('node.wrong_parent', { kind: node.kind, parent: parent?.kind ?? null });
  const position = positionBetween(await lockLast(tx, context.spaceId, node.parent_id), null);
  const id = await saveNode(tx, { ...node, space_id: context.spaceId, position });
  await notifyChanged(context, tx, id);
  return id;
}

/** Renames a node, of a kind where one is given. */
export async function renameNode(context: Context, id: number, name: string, kind?: NodeKind): Promise<void> {
  await context.write(async (tx) => {
    const node = await findNode(tx, context.spaceId, id);
    if (!node || (kind && node.kind !== kind)) fail('node.not_found', { id });
    await updateNode(tx, context.spaceId, id, { name });
    await notifyChanged(context, tx, id);
  });
}

/** Whether a node counts in the figures of what stands above it. */
export async function readCountsAbove(context: Context, id: number): Promise<boolean> {
  return (await context.read((db) => findCountsAbove(db, context.spaceId, id))) ?? fail('node.not_found', { id });
}

/** Says whether a node counts in the figures of what stands above it. */
export async function setCountsAbove(context: Context, id: number, counts: boolean): Promise<void> {
  await context.write(async (tx) => {
    if (!(await updateNode(tx, context.spaceId, id, { counts_above: counts }))) fail('node.not_found', { id });
    context.note({ node: id, checked: counts });
    await notifyChanged(context, tx, id);
  });
}

/** Moves a node one place up (-1) or down (1) among its siblings. */
export async function shiftNode(context: Context, id: number, step: -1 | 1): Promise<void> {
  await context.write(async (tx) => {
    const node = await findNode(tx, context.spaceId, id);
    if (!node) fail('node.not_found', { id });
    const siblings = await lockSiblings(tx, context.spaceId, node.parent_id);
    const index = siblings.findIndex((sibling) => sibling.id === id);
    if (!siblings[index + step]) fail(step < 0 ? 'node.already_first' : 'node.already_last', { name: node.name });
    await placeAt(context, tx, siblings, node, index + step);
  });
}

/** Moves a node to a place among its siblings. */
export async function moveNodeTo(context: Context, id: number, kind: NodeKind, index: number): Promise<void> {
  await context.write(async (tx) => {
    const node = await findNode(tx, context.spaceId, id);
    if (!node || node.kind !== kind) fail('node.not_found', { id });
    await placeAt(context, tx, await lockSiblings(tx, context.spaceId, node.parent_id), node, index);
  });
}

async function placeAt(context: Context, tx: Tx, siblings: NodeRow[], node: NodeRow, index: number): Promise<void> {
  const others = siblings.filter((sibling) => sibling.id !== node.id);
  const place = Math.min(index, others.length);
  others.splice(place, 0, node);
  // Whole numbers again: halving positions for ever would run out of digits.
  await savePlaces(
    tx,
    context.spaceId,
    others.map(({ id }) => id),
  );
  await notifyChanged(context, tx, node.id);
}

/** Versions that were brought up to date where a node stands now, and locked ones that were not. */
type Followed = { changed: number; locked: number };
type Reparented = (context: Context, tx: Tx, ids: readonly number[]) => Promise<Followed>;
const followersOf = perDatabase(() => new Set<Reparented>());

/** Calls `follow` in the transaction that has put nodes under another parent: what they inherit is that of the new place. */
export const onReparent = (services: { database: Database }, follow: Reparented): void => void followersOf(services).add(follow);

/** Puts a node under another parent, as its last child. */
export async function reparentNode(context: Context, id: number, parentId: number): Promise<void> {
  await context.write(async (tx) => {
    const from = await reparentIn(context, tx, id, parentId);
    context.note({ node: id, from, to: parentId, ...(await followPlaces(context, tx, [id])) });
  });
}

/** Answers the former parent. */
async function reparentIn(context: Context, tx: Tx, id: number, parentId: number): Promise<number | null> {
  const [node, parent] = [await findNode(tx, context.spaceId, id), await findNode(tx, context.spaceId, parentId)];
  if (!node || !parent) fail('node.not_found', { id: node ? parentId : id });
  if (!canStandUnder(node.kind, parent.kind)) fail('node.wrong_parent', { kind: node.kind, parent: parent.kind });
  const position = positionBetween(await lockLast(tx, context.spaceId, parentId), null);
  await notifyLosing(context, tx, [id]);
  await updateNode(tx, context.spaceId, id, { parent_id: parentId, position });
  await notifyChanged(context, tx, id);
  return node.parent_id;
}

async function followPlaces(context: Context, tx: Tx, ids: readonly number[]): Promise<Followed> {
  let [changed, locked] = [0, 0];
  for (const follow of ids.length ? followersOf(context) : []) {
    const followed = await follow(context, tx, ids);
    [changed, locked] = [changed + followed.changed, locked + followed.locked];
  }
  return { changed, locked };
}

/** Deletes a node after moving its children to its parent, in one transaction. */
export async function dissolveNode(context: Context, id: number, kind: NodeKind): Promise<void> {
  await context.write(async (tx) => {
    const node = await findNode(tx, context.spaceId, id);
    if (node?.kind !== kind || node.parent_id === null) fail('node.not_found', { id });
    await notifyLosing(context, tx, [id]);
    const moved = (await lockSiblings(tx, context.spaceId, id)).map((child) => child.id);
    for (const child of moved) await reparentIn(context, tx, child, node.parent_id);
    context.note({ name: node.name, to: node.parent_id, moved: moved.length, ...(await followPlaces(context, tx, moved)) });
    await deleteNodes(tx, context.spaceId, [id]);
  });
}

/** More than that takes longer than one statement may: it goes part by part. A version that is alone is deleted whatever its size. */
const MOST_DELETED = { nodes: 5_000, works: 300_000 };

/**
 * Deletes nodes with everything below them, in one transaction; returns how many nodes and versions went. Refuses where that would
 * delete a locked version which the caller has not named, and where very much stands below.
 */
export async function removeNodes(
  context: Context,
  ids: number[],
  { kind, locked_versions }: Removal = {},
  most = MOST_DELETED,
): Promise<number> {
  if (!ids.length) fail('node.nothing_checked');
  return context.write(async (tx) => {
    for (const id of kind ? ids : []) if ((await findNode(tx, context.spaceId, id))?.kind !== kind) fail('node.not_found', { id });
    const counts = await countBelow(tx, context.spaceId, ids);
    if (counts.nodes > most.nodes) fail('request.limit_reached', { most: most.nodes });
    if (counts.versions > 1 && counts.items > most.works) fail('request.limit_reached', { most: most.works });
    const versions = await lockVersionsBelow(tx, context.spaceId, ids);
    const kept = keptByLock(versions, locked_versions);
    if (kept.length) fail('node.locked_versions', { names: nameSome(kept), count: kept.length, version_ids: kept.map(({ id }) => id) });
    for (const [scheduleId, gone] of Map.groupBy(versions, ({ schedule_id }) => schedule_id))
      await notifyVersionsGone(
        context,
        tx,
        scheduleId,
        gone.map(({ id }) => id),
      );
    await notifyLosing(context, tx, ids);
    if (!(await deleteNodes(tx, context.spaceId, ids))) fail('node.not_found', { id: ids[0] });
    return counts.nodes + counts.versions;
  });
}
