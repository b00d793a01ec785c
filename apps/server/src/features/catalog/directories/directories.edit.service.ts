import type { DirectoryDiff, DirectoryRow, DirectoryTable } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { packDiff } from '../../../platform/postgres/revision-log.ts';
import { inTurn } from '../../../platform/http/turns.ts';
import { getNode, pathOf } from '../../structure/eps/eps.service.ts';
import { donatedUpdates, type Giver } from './directories.donors.rules.ts';
import { directoryLog, FOLLOWED } from './directories.history.repository.ts';
import {
  type DirectoryHead,
  type DirectoryKey,
  findHead,
  findNamed,
  listTakers,
  lockHead,
  readDefinition,
  updateHead,
} from './directories.repository.ts';
import { applyDiff, listDonated } from './rows/directories.rows.repository.ts';
import { sizeOf } from './rows/directories.rows.rules.ts';
import type { Definition } from './rows/directories.values.rules.ts';

export const keyOf = (context: Context, directoryId: number): DirectoryKey => ({ spaceId: context.spaceId, directoryId });

/** Nodes from the top to the given one; directories of these are visible there. */
export async function nodesOver(context: Context, epsId: number): Promise<number[]> {
  await getNode(context, epsId);
  return (await pathOf(context, epsId)).map(({ id }) => id);
}

/** A directory visible at a node: it belongs to the node or to an ancestor. */
export async function getHead(context: Context, epsId: number, directoryId: number): Promise<DirectoryHead> {
  const nodes = await nodesOver(context, epsId);
  const head = await context.read((db) => findHead(db, keyOf(context, directoryId)));
  if (!head || !nodes.includes(head.node_id)) fail('directory.not_found', { id: directoryId });
  return head;
}

/** A directory that belongs to the node, for changes. */
export async function getOwnHead(context: Context, epsId: number, directoryId: number): Promise<DirectoryHead> {
  const head = await getHead(context, epsId, directoryId);
  if (head.node_id !== epsId) fail('directory.stands_elsewhere', { name: head.name, node: head.node_name, node_id: head.node_id });
  return head;
}

/** A directory while it is changed. */
export type Draft = {
  tx: Tx;
  key: DirectoryKey;
  head: DirectoryHead;
  definition: Definition;
  diff: DirectoryDiff;
  /** An id that nothing in the directory has or had. */
  newId(): number;
  added<T extends { id: number }>(table: DirectoryTable, record: T): void;
  updated(table: DirectoryTable, update: { id: number; before: Record<string, unknown>; after: Record<string, unknown> }): void;
  removed<T extends { id: number }>(table: DirectoryTable, record: T): void;
};

/** What a caller does in the transaction of an edit: before anything else, as rows are written (0…1), and at its end. */
export type Around = {
  first?(tx: Tx): Promise<void>;
  progress?(share: number): Promise<void>;
  last?(tx: Tx, done: { id: number; revision: number }): Promise<void>;
};

export type Edited<R> = { revision: number; diff: DirectoryDiff; result: R };

/**
 * The only way to change the content of a directory: locks it, collects changes of `work` in a draft, stores them with their diff as the
 * next revision, updates dependent directories, and notifies the space after commit. `name` is the key of the history entry
 * (`directory_action.<name>` in locales).
 */
export async function editDirectory<R>(
  context: Context,
  epsId: number,
  directoryId: number,
  name: string,
  work: (draft: Draft) => Promise<R>,
  around: Around = {},
): Promise<Edited<R>> {
  await getOwnHead(context, epsId, directoryId);
  return inTurn(`directory ${context.spaceId} ${directoryId}`, () =>
    context.write(async (tx) => {
      await around.first?.(tx);
      const draft = await openDraft(tx, keyOf(context, directoryId));
      const result = await work(draft);
      const revision = await commitDraft(context, draft, name, {}, around.progress);
      await around.last?.(tx, { id: directoryId, revision });
      return { revision, diff: draft.diff, result };
    }),
  );
}

/** Locks a directory and begins a change of it. */
export async function openDraft(tx: Tx, key: DirectoryKey): Promise<Draft> {
  const head = await lockHead(tx, key);
  if (!head) fail('directory.not_found', { id: key.directoryId });
  const definition = await readDefinition(tx, key);
  const diff: DirectoryDiff = {};
  const of = (table: DirectoryTable) => (diff[table] ??= { added: [], updated: [], removed: [] });
  return {
    tx,
    key,
    head,
    definition,
    diff,
    newId: () => (head.last_id += 1),
    added: (table, record) => void of(table).added.push(record),
    updated: (table, update) => void of(table).updated.push(update),
    removed: (table, record) => void of(table).removed.push(record),
  };
}

/** Stores the changes of a draft; an empty draft makes no revision. */
export async function commitDraft(
  context: Context,
  draft: Draft,
  name: string,
  mark: { undoes?: number; redoes?: number } = {},
  progress?: Around['progress'],
): Promise<number> {
  const { tx, key, head, diff } = draft;
  const { size, kind } = sizeOf(diff);
  if (!size) return head.revision;
  const revision = head.revision + 1;
  // Packed while the database works.
  const [, packed] = await Promise.all([applyDiff(tx, key, diff, progress), packDiff(diff)]);
  const chain = await directoryLog.save(tx, key, { revision, name, author_id: context.userId, kind, row_count: size, ...mark }, packed);
  const grown = (diff.row?.added.length ?? 0) - (diff.row?.removed.length ?? 0);
  await updateHead(tx, key, { revision, chain, last_id: head.last_id, row_count: head.row_count + grown });
  const reported = { directory_id: key.directoryId, node_id: head.node_id, revision, author_id: context.userId };
  await context.push.send(tx, { spaceId: key.spaceId }, 'directory_edited', reported);
  await letFollow(context, tx, key, diff);
  return revision;
}

/** Carries a change to the directories that take values from this one; they are locked from giver to taker, which never makes a cycle. */
async function letFollow(context: Context, tx: Tx, key: DirectoryKey, diff: DirectoryDiff): Promise<void> {
  const takers = await listTakers(tx, key);
  if (!takers.length || !changesValues(diff)) return;
  for (const directoryId of new Set(takers.map(({ directory_id }) => directory_id))) {
    const draft = await openDraft(tx, { spaceId: key.spaceId, directoryId });
    await takeOver(draft, [key.directoryId], changedRows(diff));
    await commitDraft(context, draft, FOLLOWED);
  }
}

const changesValues = (diff: DirectoryDiff): boolean =>
  Boolean(diff.attribute || diff.list_value || diff.row?.added.length || diff.row?.updated.some(({ after }) => 'cells' in after));

/** The rows whose values a change touches; undefined where it touches columns or lists, and so any row. */
function changedRows({ attribute, list_value, row }: DirectoryDiff): number[] | undefined {
  if (attribute || list_value) return undefined;
  // A deletion taken back adds rows that others name already.
  return [...(row?.added ?? []), ...(row?.updated.filter(({ after }) => 'cells' in after) ?? [])].map(({ id }) => id);
}

/**
 * Puts what donors hold now into the donor columns of a directory: of all donors or of some, and of all their rows or of some. Answers how
 * many values changed.
 */
export async function takeOver(draft: Draft, givers?: readonly number[], among?: readonly number[]): Promise<number> {
  const columns = draft.definition.columns.filter(({ donor }) => donor && (!givers || givers.includes(donor.directory_id)));
  let values = 0;
  const merged = new Map<number, { before: Record<string, unknown>; after: Record<string, unknown> }>();
  for (const id of new Set(columns.flatMap(({ donor }) => donor?.directory_id ?? []))) {
    const giver = await readGiver(draft, id);
    const own = columns.filter(({ donor }) => donor?.directory_id === id);
    for (const update of donatedUpdates(own, giver, await listDonated(draft.tx, draft.key, id, among))) {
      const there = merged.get(update.id) ?? { before: {}, after: {} };
      merged.set(update.id, { before: { ...there.before, ...update.before }, after: { ...there.after, ...update.after } });
      values += Object.keys(update.after).length;
    }
  }
  for (const [id, { before, after }] of merged) draft.updated('row', { id, before: { cells: before }, after: { cells: after } });
  return values;
}

/** A directory that gives values. */
export async function readGiver(draft: Pick<Draft, 'tx' | 'key'>, directoryId: number): Promise<Giver> {
  return { ...(await readDefinition(draft.tx, { ...draft.key, directoryId })), id: directoryId };
}

/** A row by how people know it. */
export const labelOf = ({ code, name, id }: Pick<DirectoryRow, 'code' | 'name' | 'id'>): string =>
  [code, name].filter(Boolean).join(' ') || String(id);

/** Refuses a name that another directory of a node has. */
export async function refuseName(context: Context, tx: Tx, nodeId: number, name: string, own?: number): Promise<void> {
  const same = await findNamed(tx, context.spaceId, nodeId, name);
  if (same !== null && same !== own) fail('directory.name_taken', { name });
}
