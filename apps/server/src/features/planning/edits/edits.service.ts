import type { Diff, VersionRow, VersionTable } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/database.ts';
import { fail } from '../../../platform/fail.ts';
import {
  findVersionHead,
  lockVersionHead,
  settleName,
  updateVersionHead,
  type VersionHead,
  type VersionKey,
} from '../versions/versions.head.service.ts';
import { countRows, listPlaces, listRowValues, type RowValues } from './edits.columns.repository.ts';
import { commitDiff, type HeadChange, keyOf, lockForEdit, writeInTurn } from './edits.commit.service.ts';
import { type Draft, startDraft } from './edits.draft.service.ts';
import { copyContent } from './edits.copy.repository.ts';
import { insertRows, listRows, listRowsBy, renewStatistics, saveEdit } from './edits.repository.ts';

export { AUTOMATIC_EDIT } from './edits.rules.ts';
export type { Draft } from './edits.draft.service.ts';
export type { RowValues } from './edits.columns.repository.ts';

export type EditResult<R> = { revision: number; diff: Diff; result: R };

/**
 * The one way to change version content: takes the version's lock, lets `work` collect the change in a draft, writes the
 * rows and the Diff with the next revision in one transaction, and tells everyone who has the version open after commit.
 * Refuses where the version is locked or gone. `name` is what the history shows (`edit.<name>` in locales).
 */
export async function edit<R>(
  context: Context,
  versionId: number,
  name: string,
  work: (draft: Draft) => Promise<R>,
  head?: (result: R) => HeadChange,
): Promise<EditResult<R>> {
  const key = keyOf(context, versionId);
  return writeInTurn(context, key, async (tx) => {
    const version = await lockForEdit(tx, key);
    const draft = startDraft(tx, key, version);
    const result = await work(draft);
    const { diff, lastId } = draft.finish();
    const revision = await commitDiff(context, tx, key, version, diff, { name, lastId, change: head?.(result) });
    return { revision, diff, result };
  });
}

/** Puts rows into a version that nobody has seen yet, inside the transaction that makes it. */
export async function fillVersion(tx: Tx, key: VersionKey, table: VersionTable, rows: readonly object[]): Promise<void> {
  await insertRows(tx, key, table, rows, true);
  await renewStatistics(tx, table, rows.length);
}

/** Fills a new version with the content of another, which stands still meanwhile; answers the other's head. */
export async function fillFrom(
  tx: Tx,
  from: VersionKey,
  to: VersionKey,
  told: (share: number) => Promise<void> = async () => undefined,
): Promise<VersionHead> {
  const head = await lockVersionHead(tx, from);
  if (!head) fail('version.not_found', { id: from.versionId });
  await copyContent(tx, from, to, told);
  return head;
}

/** Ends the filling of a new version: its first line of history, which nothing takes back but the deletion of the version. */
export async function finishFilling(
  context: Context,
  tx: Tx,
  key: VersionKey,
  filled: { name: string; lastId: number; itemCount: number },
): Promise<void> {
  await saveEdit(tx, key, { revision: 1, name: filled.name, author_id: context.userId, kind: 'add', row_count: filled.itemCount }, {});
  await updateVersionHead(tx, key, { revision: 1, last_id: filled.lastId, item_count: filled.itemCount });
  await settleName(tx, key);
}

/** Reads of one version in one snapshot of the database: rows as objects, or all values of a table as arrays with dates in minutes. */
export type VersionReader = {
  db: Db;
  key: VersionKey;
  head: VersionHead;
  rows<T extends VersionTable>(table: T, ids?: readonly number[]): Promise<VersionRow<T>[]>;
  /** Rows whose field holds one of the given values. */
  rowsBy<T extends VersionTable>(table: T, field: keyof VersionRow<T> & string, values: readonly number[]): Promise<VersionRow<T>[]>;
  values(table: VersionTable, ids?: readonly number[]): Promise<RowValues[]>;
  /** Where each row stands in the tree. */
  places(): Promise<{ id: number; parentId: number | null; position: number }[]>;
  counts(): Promise<Record<VersionTable, number>>;
};

/** Reads version content in one snapshot of the database; refused where there is no such version. */
export async function readVersion<R>(context: Context, versionId: number, work: (reader: VersionReader) => Promise<R>): Promise<R> {
  const key = keyOf(context, versionId);
  return context.read(async (db) => {
    const head = await findVersionHead(db, key);
    if (!head) fail('version.not_found', { id: versionId });
    return work({
      db,
      key,
      head,
      rows: (table, ids) => listRows(db, key, table, ids),
      rowsBy: (table, field, values) => listRowsBy(db, key, table, field, values),
      values: (table, ids) => listRowValues(db, key, table, ids),
      places: () => listPlaces(db, key),
      counts: () => countRows(db, key),
    });
  });
}
