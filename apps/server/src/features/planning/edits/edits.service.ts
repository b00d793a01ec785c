import type { Diff, VersionTable } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { type Database, type Db, perDatabase, type Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { packDiff } from '../../../platform/postgres/revision-log.ts';
import {
  findVersionHead,
  settleName,
  updateVersionHead,
  type VersionHead,
  type VersionKey,
} from '../version-heads/version-heads.service.ts';
import { commitDiff, type HeadChange, keyOf, lockForEdit, writeInTurn } from './edits.commit.service.ts';
import { type Draft, startDraft } from './edits.draft.service.ts';
import { copyContent, dropAttributes, dropMoney } from './edits.copy.repository.ts';
import { listUnwritable, maskBy, maskChanges, maskOf, type Onlooker, rightsOf } from './mask/edits.mask.service.ts';
import { openReader, type VersionReader } from './edits.reader.service.ts';
import { scheduleOf, rememberedOf } from './edits.known.service.ts';
import { versionLog } from './undo/edits.history.repository.ts';
import { insertRows } from './edits.repository.ts';
import { tableName } from '../../../database/version-content.ts';
import { renewStatistics } from '../../../platform/postgres/insertions.ts';

export { hidesAnything, judged, type JudgedRow, type Mask, maskOf, type Onlooker } from './mask/edits.mask.service.ts';
export { AUTOMATIC_EDIT, firstMissing, FOLLOWING_EDIT, movesDates } from './edits.rules.ts';
export { afterMove, type Committed, onEdit } from './edits.commit.service.ts';
export type { Draft } from './edits.draft.service.ts';
export { listKeepers, removeOwned } from './edits.references.service.ts';
export type { PackedColumns, RowValues } from './edits.columns.repository.ts';
export {
  openReader,
  planRowsOf,
  scenarioIn,
  scenariosOf,
  seriesOfStarted,
  valuesOf,
  type VersionReader,
  type WholeReader,
} from './edits.reader.service.ts';
export { versionLog } from './undo/edits.history.repository.ts';

export type EditResult<R> = { revision: number; diff: Diff; result: R };

/**
 * The only way to change version content: locks the version, collects changes of `work` in a draft, stores rows and Diff as the next
 * revision in one transaction, and notifies everyone with the version open after commit. Refuses when the version is locked or deleted, and
 * when the caller may not write an attribute. `name` is the key of the history entry (`edit.<name>` in locales). Returns the Diff as the
 * caller sees it. What `ahead` asks for is asked before the version is locked.
 */
export async function edit<R, A = undefined>(
  context: Context,
  versionId: number,
  name: string,
  work: (draft: Draft, asked: A) => Promise<R>,
  head?: (result: R) => HeadChange,
  ahead?: (tx: Tx, scheduleId: number) => Promise<A>,
): Promise<EditResult<R>> {
  const key = keyOf(context, versionId);
  // Rights are asked for before the lock, which is held as short as can be.
  const before = async (tx: Tx) => {
    const scheduleId = await scheduleOf(context, tx, key);
    return { rights: await rightsOf(tx, key, scheduleId, context), asked: (await ahead?.(tx, scheduleId)) as A };
  };
  const write = async (tx: Tx, { rights, asked }: Awaited<ReturnType<typeof before>>) => {
    const version = await lockForEdit(tx, key);
    const mask = await maskBy(tx, key, rights);
    const draft = startDraft(tx, key, version, mask, rememberedOf(context, key, version));
    const result = await work(draft, asked);
    const { diff, lastId, known } = draft.finish();
    const revision = await commitDiff(context, tx, key, version, diff, { name, lastId, mask, known, change: head?.(result) });
    const [seen] = await maskChanges(tx, key, mask, [diff]);
    return { revision, diff: seen, result };
  };
  return writeInTurn(context, key, write, before);
}

/** Reads the version of an edit under its lock, as far as its author may see it; of what the draft has changed, the former. */
export const readerOf = ({ tx, key, head, mask }: Draft): VersionReader => openReader(tx, key, head, mask);

/** Computes the Diff of an edit in a read-only transaction; it locks, writes and notifies nothing. */
export async function previewEdit<R>(
  context: Context,
  versionId: number,
  work: (draft: Draft) => Promise<R>,
): Promise<{ diff: Diff; result: R; head: Readonly<VersionHead> }> {
  const key = keyOf(context, versionId);
  return context.read(async (db) => {
    const head = await findVersionHead(db, key);
    if (!head) fail('version.not_found', { id: versionId });
    // The transaction is read-only, so the database refuses writes.
    const draft = startDraft(db as unknown as Tx, key, head, await maskOf(db, key, head, context));
    const result = await work(draft);
    return { diff: draft.finish().diff, result, head };
  });
}

/** Puts rows into a version that nobody has seen yet, inside the transaction that makes it. */
export async function fillVersion(tx: Tx, key: VersionKey, table: VersionTable, rows: readonly object[]): Promise<void> {
  await insertRows(tx, key, table, rows, true);
  await renewStatistics(tx, tableName(table), rows.length);
}

type Copied = (tx: Tx, from: VersionKey, to: VersionKey, without: { attributes: readonly number[]; money: boolean }) => Promise<void>;
const copiersOf = perDatabase(() => new Set<Copied>());

/** Calls `copy` in the transaction that fills a version with the content of another: for what a feature keeps beside it. */
export const onCopy = (services: { database: Database }, copy: Copied): void => void copiersOf(services).add(copy);

/**
 * Fills a new version with the content of another as it stands at one moment; edits of the other go on. What `without` names stays behind:
 * it is asked for when the content is there. Answers the head that was copied.
 */
export async function fillFrom(
  services: { database: Database },
  tx: Tx,
  from: VersionKey,
  to: VersionKey,
  without: (head: VersionHead) => Promise<{ attributes: readonly number[]; money: boolean }>,
): Promise<{ head: VersionHead; left: { attributes: readonly number[]; money: boolean } }> {
  const head = await copyContent(tx, from, to);
  if (!head) fail('version.not_found', { id: from.versionId });
  const left = await without(head);
  if (left.attributes.length) await dropAttributes(tx, to, left.attributes);
  if (left.money) await dropMoney(tx, to);
  for (const copy of copiersOf(services)) await copy(tx, from, to, left);
  return { head, left };
}

/**
 * Completes a new version: removes attributes that its author may not write, except in a `whole` copy within the schedule, and writes the
 * first entry of its history, which cannot be undone. Returns the names of removed attributes.
 */
export async function finishFilling(
  context: Context,
  tx: Tx,
  key: VersionKey,
  filled: { name: string; lastId: number; itemCount: number; whole?: boolean },
): Promise<string[]> {
  await context.recheck(tx);
  const leftOut = filled.whole ? [] : await listUnwritable(tx, key, context);
  if (leftOut.length)
    await dropAttributes(
      tx,
      key,
      leftOut.map(({ id }) => id),
    );
  const line = { revision: 1, name: filled.name, author_id: context.userId, kind: 'add' as const, row_count: filled.itemCount };
  const chain = await versionLog.save(tx, key, line, await packDiff({}));
  await updateVersionHead(tx, key, { revision: 1, chain, last_id: filled.lastId, item_count: filled.itemCount });
  await settleName(tx, key);
  return leftOut.map(({ name }) => name);
}

/** Changes of a version, or changes proposed for it, as the caller may see them. */
export async function seenOf(context: Context, versionId: number, diffs: readonly Diff[]): Promise<readonly Diff[]> {
  return readVersion(context, versionId, ({ db, key, mask }) => maskChanges(db, key, mask, diffs));
}

/** Reads version content from one snapshot as far as the caller may see it; refuses a missing version. */
export async function readVersion<R>(context: Context, versionId: number, work: (reader: VersionReader) => Promise<R>): Promise<R> {
  const key = keyOf(context, versionId);
  return context.read(async (db) => work((await openVersion(db, key, context)) ?? fail('version.not_found', { id: versionId })));
}

/** A reader of a version as far as somebody may see it; null where it is not there. */
export async function openVersion(db: Db, key: VersionKey, who: Onlooker): Promise<VersionReader | null> {
  const head = await findVersionHead(db, key);
  return head && openReader(db, key, head, await maskOf(db, key, head, who));
}
