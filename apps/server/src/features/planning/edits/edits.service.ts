import type { EditPushed } from '@gantry/contract';
import {
  CALCULATION_STATUS,
  conflictsOf,
  type CalculationStatus,
  type Diff,
  inverseOf,
  isEmpty,
  sizeOf,
  type VersionRow,
  type VersionTable,
} from '@gantry/domain';
import type { Context, Services } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/database.ts';
import { fail } from '../../../platform/fail.ts';
import { type Draft, startDraft } from './edits.draft.ts';
import { countRows, listRowValues, type RowValues } from './edits.columns.repository.ts';
import {
  applyDiff,
  findEdit,
  findRedoable,
  findUndoable,
  findVersionHead,
  insertRows,
  listEdits,
  listEditsSince,
  listRows,
  listRowsBy,
  lockVersionHead,
  markUndone,
  readDiff,
  renewStatistics,
  saveEdit,
  updateVersionHead,
  type VersionHead,
  type VersionKey,
} from './edits.repository.ts';
import {
  dataDateChange,
  itemCountChange,
  kindOf,
  movesDates,
  pointedAt,
  realConflicts,
  REFERENCES,
  touchesResults,
  workedOn,
} from './edits.rules.ts';

export type { Draft } from './edits.draft.ts';
export type { RowValues } from './edits.columns.repository.ts';
export type { VersionHead, VersionKey } from './edits.repository.ts';

/** Larger changes are not pushed: who has the version open loads it again. */
const PUSHED_BYTES = 128 * 1024;
const PUSHED_EDITS = 200;

/** What an edit may set of the version itself, beside its content. */
export type HeadChange = { calculation_status?: CalculationStatus; calculation?: Record<string, unknown> | null };

export type EditResult<R> = { revision: number; diff: Diff; result: R };

const keyOf = (context: Context, versionId: number): VersionKey => ({ spaceId: context.spaceId, versionId });

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
  return context.write(async (tx) => {
    const version = await lockForEdit(tx, key);
    const draft = startDraft(tx, key, version);
    const result = await work(draft);
    const { diff, lastId } = draft.finish();
    const revision = await commitDiff(context, tx, key, version, diff, { name, lastId, change: head?.(result) });
    return { revision, diff, result };
  });
}

async function lockForEdit(tx: Tx, key: VersionKey): Promise<VersionHead> {
  const version = await lockVersionHead(tx, key);
  if (!version) fail('version.not_found', { id: key.versionId });
  if (version.locked) fail('version.locked', { name: version.name });
  return version;
}

type Commit = { name: string; lastId: number; change?: HeadChange; undoes?: number; redoes?: number };

async function commitDiff(context: Context, tx: Tx, key: VersionKey, version: VersionHead, diff: Diff, commit: Commit): Promise<number> {
  const { calculation, ...change } = commit.change ?? {};
  const about = { ...change, ...(calculation === undefined ? {} : { calculation: calculation && JSON.stringify(calculation) }) };
  if (isEmpty(diff)) {
    // Nothing that history could show or take back: a calculation that found every date as it was.
    if (Object.keys(about).length) await updateVersionHead(tx, key, about);
    return version.revision;
  }
  const revision = version.revision + 1;
  await applyDiff(tx, key, diff);
  await saveEdit(
    tx,
    key,
    {
      revision,
      name: commit.name,
      author_id: context.userId,
      kind: kindOf(diff),
      row_count: sizeOf(diff),
      undoes: commit.undoes,
      redoes: commit.redoes,
    },
    diff,
  );
  await updateVersionHead(tx, key, {
    revision,
    last_id: commit.lastId,
    item_count: version.item_count + itemCountChange(diff),
    ...dataDateChange(diff),
    ...(movesDates(diff) ? { calculation_status: CALCULATION_STATUS.notCalculated } : {}),
    ...about,
  });
  await context.push.send(tx, { spaceId: key.spaceId, versionId: key.versionId }, 'version_edit', { version_id: key.versionId, revision });
  return revision;
}

/** Puts rows into a version that nobody has seen yet, inside the transaction that makes it. */
export async function fillVersion(tx: Tx, key: VersionKey, table: VersionTable, rows: readonly object[]): Promise<void> {
  await insertRows(tx, key, table, rows);
  await renewStatistics(tx, table, rows.length);
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
}

/** Reads of one version in one snapshot of the database: rows as objects, or all values of a table as arrays with dates in minutes. */
export type VersionReader = {
  db: Db;
  key: VersionKey;
  head: VersionHead;
  rows<T extends VersionTable>(table: T, ids?: readonly number[]): Promise<VersionRow<T>[]>;
  values(table: VersionTable): Promise<RowValues[]>;
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
      values: (table) => listRowValues(db, key, table),
      counts: () => countRows(db, key),
    });
  });
}

/** Takes back the caller's last action; refused with the rows where somebody has changed the same since. */
export async function undo(context: Context, versionId: number) {
  return takeBack(context, versionId, 'undo');
}

/** Restores what the caller took back last. */
export async function redo(context: Context, versionId: number) {
  return takeBack(context, versionId, 'redo');
}

async function takeBack(context: Context, versionId: number, way: 'undo' | 'redo') {
  const key = keyOf(context, versionId);
  return context.write(async (tx) => {
    const version = await lockForEdit(tx, key);
    const found = way === 'undo' ? await findUndoable(tx, key, context.userId) : await findRedoable(tx, key, context.userId);
    if (!found) fail(way === 'undo' ? 'edit.nothing_to_undo' : 'edit.nothing_to_redo');
    const diff = inverseOf((await readDiff(tx, key, found.revision)) as Diff);
    await refuseConflicts(tx, key, version, diff);
    const mark = way === 'undo' ? { undoes: found.revision } : { redoes: found.revision };
    // What a calculation wrote and somebody took back is no calculated timetable any more.
    const change = touchesResults(diff) ? { calculation_status: CALCULATION_STATUS.notCalculated } : {};
    const revision = await commitDiff(context, tx, key, version, diff, { name: found.name, lastId: version.last_id, change, ...mark });
    await refuseOrphans(tx, key, diff);
    await markUndone(tx, key, found.revision, revision);
    return { success: true as const, revision, diff, name: found.name };
  });
}

async function refuseConflicts(tx: Tx, key: VersionKey, version: VersionHead, diff: Diff): Promise<void> {
  const draft = startDraft(tx, key, version);
  const current = new Map<VersionTable, Map<number, Record<string, unknown>>>();
  for (const [table, change] of Object.entries(diff) as [VersionTable, NonNullable<Diff[VersionTable]>][]) {
    const ids = [...change.added, ...change.removed, ...change.updated].map(({ id }) => id);
    current.set(table, new Map((await draft.rows(table, ids)).map((row) => [row.id, row])));
  }
  const now = (table: VersionTable, id: number) => current.get(table)?.get(id);
  const conflicts = realConflicts([...conflictsOf(diff, now), ...workedOn(diff, now)]);
  if (!conflicts.length) return;
  const [first] = conflicts;
  const name = String(current.get(first.table)?.get(first.id)?.['name'] ?? first.id);
  fail('edit.changed_since', { count: conflicts.length, name, field: first.field, conflicts: conflicts.slice(0, 20) });
}

/** After a taking back: a row that others hang on cannot go, one that hangs on a lost row cannot come back. */
async function refuseOrphans(tx: Tx, key: VersionKey, diff: Diff): Promise<void> {
  for (const [table, field, target] of REFERENCES) {
    const gone = (diff[target]?.removed ?? []) as { id: number; name?: string }[];
    const hanging = gone.length
      ? await listRowsBy(
          tx,
          key,
          table,
          field as never,
          gone.map(({ id }) => id),
        )
      : [];
    const wanted = pointedAt(diff, table, field);
    const there = new Set(wanted.length ? (await listRows(tx, key, target, wanted)).map(({ id }) => id) : []);
    const id = (hanging[0] as Record<string, unknown> | undefined)?.[field] ?? wanted.find((one) => !there.has(one));
    if (id === undefined) continue;
    const name = gone.find((row) => row.id === id)?.name ?? String(id);
    fail('edit.changed_since', { count: 1, name, field: null, conflicts: [{ table: target, id, field: null }] });
  }
}

const authorOf = (row: { first_name: string; last_name: string; login: string }): string =>
  `${row.first_name} ${row.last_name}`.trim() || row.login;

/** History of a version, newest first, and whether the caller can take back or restore. */
export async function listHistory(context: Context, versionId: number, limit: number) {
  const key = keyOf(context, versionId);
  return context.read(async (db) => {
    if (!(await findVersionHead(db, key))) fail('version.not_found', { id: versionId });
    const rows = await listEdits(db, key, limit);
    return {
      actions: rows.map((row) => ({
        revision: row.revision,
        name: row.undoes ? 'undo' : row.name,
        author: authorOf(row),
        author_id: row.author_id,
        at: row.at.toISOString(),
        kind: row.kind,
        rows: row.row_count,
        undone: row.undone_by !== null,
        mine: row.author_id === context.userId,
      })),
      can_undo: (await findUndoable(db, key, context.userId)) !== null,
      can_redo: (await findRedoable(db, key, context.userId)) !== null,
    };
  });
}

/** Changes after a revision, for a page that missed some; refused where loading the version again is cheaper. */
export async function listChangesSince(context: Context, versionId: number, since: number) {
  const key = keyOf(context, versionId);
  return context.read(async (db) => {
    const head = await findVersionHead(db, key);
    if (!head) fail('version.not_found', { id: versionId });
    const rows = await listEditsSince(db, key, since);
    if (rows.length > PUSHED_EDITS || rows.reduce((sum, row) => sum + row.diff_bytes, 0) > 8 * PUSHED_BYTES)
      fail('edit.too_old', { since });
    const edits: EditPushed[] = [];
    for (const row of rows) {
      edits.push({
        version_id: versionId,
        revision: row.revision,
        name: row.name,
        author_id: row.author_id,
        author: authorOf(row),
        diff: await readDiff(db, key, row.revision),
      });
    }
    return { revision: head.revision, edits };
  });
}

/** Lets the push channel tell an edit in full: the notification carries only its revision. */
export function expandEdits({ database, push }: Services): void {
  push.expand('version_edit', async (data, audience) => {
    const key = { spaceId: audience.spaceId, versionId: Number(data['version_id']) };
    return database.read({ spaceId: audience.spaceId, userId: null }, async (db) => {
      const row = await findEdit(db, key, Number(data['revision']));
      if (!row) return null;
      const diff = row.diff_bytes <= PUSHED_BYTES ? await readDiff(db, key, row.revision) : null;
      return { version_id: key.versionId, revision: row.revision, name: row.name, author_id: row.author_id, author: authorOf(row), diff };
    });
  });
}
