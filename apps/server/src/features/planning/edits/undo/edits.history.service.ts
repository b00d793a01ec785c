import type { EditPushed } from '@gantry/contract';
import { type Diff, type Headline, headlineOf, sameValue } from '@gantry/domain';
import type { Context, Services } from '../../../../platform/context.ts';
import type { Db } from '../../../../platform/postgres/database.ts';
import { fail } from '../../../../platform/fail.ts';
import { packDiff, type Revision } from '../../../../platform/postgres/revision-log.ts';
import { findVersionHead, updateVersionHead, type VersionHead, type VersionKey } from '../../version-heads/version-heads.service.ts';
import { keyOf, lockForEdit, writeInTurn } from '../edits.commit.service.ts';
import { versionLog } from './edits.history.repository.ts';
import { type Mask, maskChanges, maskOf, masksOf, type Onlooker } from '../mask/edits.mask.service.ts';
import { listRows } from '../edits.repository.ts';
import { speaksOfAttributes, speaksOfMoney } from '../mask/edits.mask.rules.ts';
import { standing } from '../edits.rules.ts';

/** Larger changes are not pushed: who has the version open loads it again. */
const PUSHED_BYTES = 128 * 1024;
const PUSHED_EDITS = 200;
/** So many of the newest lines of a history say what they are about, where their change is no larger than this. */
const TOLD_EDITS = 60;
const TOLD_BYTES = 16 * 1024;

/** History of a version, newest first, and whether the caller can take back or restore. */
export async function listHistory(context: Context, versionId: number, limit: number) {
  const key = keyOf(context, versionId);
  return context.read(async (db) => {
    const head = await findVersionHead(db, key);
    if (!head) fail('version.not_found', { id: versionId });
    const rows = await versionLog.list(db, key, limit);
    const about = await headlines(context, db, key, head, rows);
    const stands = standing(rows);
    return {
      actions: rows.map((row) => ({
        revision: row.revision,
        name: row.undoes ? 'undo' : row.name,
        action: row.name,
        undoes: row.undoes,
        redoes: row.redoes,
        stands: stands(row.revision),
        author: row.author,
        author_id: row.author_id,
        at: row.at.toISOString(),
        kind: row.kind,
        rows: row.row_count,
        undone: row.undone_by !== null,
        mine: row.author_id === context.userId,
        about: about.get(row.revision) ?? null,
      })),
      can_undo: (await versionLog.findUndoable(db, key, context.userId)) !== null,
      can_redo: (await versionLog.findRedoable(db, key, context.userId)) !== null,
    };
  });
}

/** What the newest small edits are about, as far as the caller may see it. */
async function headlines(
  context: Context,
  db: Db,
  key: VersionKey,
  head: VersionHead,
  rows: readonly Pick<Revision, 'revision' | 'diff_bytes'>[],
) {
  const reported = rows.slice(0, TOLD_EDITS).filter(({ diff_bytes: bytes }) => bytes <= TOLD_BYTES);
  const stored = await versionLog.readDiffs(
    db,
    key,
    reported.map(({ revision }) => revision),
  );
  const diffs = reported.map(({ revision }): Diff => stored.get(revision) ?? {});
  const seen = await maskChanges(db, key, await maskOf(db, key, head, context), diffs);
  return new Map(reported.map(({ revision }, index) => [revision, headlineOf(seen[index])]));
}

/** The same of some edits of a version. */
export async function headlinesOf(
  context: Context,
  db: Db,
  versionId: number,
  rows: readonly Pick<Revision, 'revision' | 'diff_bytes'>[],
): Promise<ReadonlyMap<number, Headline | null>> {
  const key = keyOf(context, versionId);
  const head = await findVersionHead(db, key);
  return head ? headlines(context, db, key, head, rows) : new Map();
}

/** Changes after a revision, for a page that missed some; refused where loading the version again is cheaper. */
export async function listChangesSince(context: Context, versionId: number, since: number, chain: string | null) {
  const key = keyOf(context, versionId);
  return context.read(async (db) => {
    const head = await findVersionHead(db, key);
    if (!head) fail('version.not_found', { id: versionId });
    if (!(await versionLog.wentThrough(db, key, since, chain))) fail('edit.other_past', { since });
    if (head.revision - since > PUSHED_EDITS) fail('edit.too_old', { since });
    const rows = await versionLog.listSince(db, key, since, PUSHED_EDITS);
    // A gap: the history was cleared in between.
    if (rows.length < head.revision - since || rows.reduce((sum, row) => sum + row.diff_bytes, 0) > 8 * PUSHED_BYTES)
      fail('edit.too_old', { since });
    const stored = await versionLog.readDiffs(
      db,
      key,
      rows.map(({ revision }) => revision),
    );
    const diffs = rows.map(({ revision }) => stored.get(revision) ?? null);
    const mask = await maskOf(db, key, head, context);
    const seen = await maskChanges(
      db,
      key,
      mask,
      diffs.map((diff) => diff ?? {}),
    );
    const edits: EditPushed[] = [];
    for (const [index, row] of rows.entries()) {
      edits.push({ ...aboutOf(key, row, index ? rows[index - 1].chain : chain), diff: diffs[index] && seen[index] });
    }
    return { revision: head.revision, edits };
  });
}

/** An edit without its Diff; `before` is the chain that it continues. */
const aboutOf = ({ versionId }: VersionKey, { revision, name, author_id, author, chain }: Revision, before: string | null) => ({
  version_id: versionId,
  revision,
  name,
  author_id,
  author,
  chain,
  before,
});

/** Pages of several versions hear of each of them so often at most. */
const CHANGED_EVERY_MS = 1000;

/** Lets the push channel tell an edit in full: the notification carries only its revision. */
export function expandEdits({ database, push }: Services): void {
  push.newest('version_changed', CHANGED_EVERY_MS);
  push.expand('version_edit', async (data, audience) => {
    const key = { spaceId: audience.spaceId, versionId: data.version_id };
    return database.read({ spaceId: audience.spaceId, userId: null }, async (db) => {
      const row = await versionLog.findWhole(db, key, data.revision, PUSHED_BYTES);
      if (!row) return null;
      const { diff } = row;
      const about = aboutOf(key, row, row.before);
      if (!diff || !(speaksOfAttributes(diff) || speaksOfMoney(diff))) return { ...about, diff };
      const whole = { ...about, diff };
      // Each page is told what its person may see at this moment; most may see all of it, and get the same words.
      return (hearers) =>
        database.read({ spaceId: audience.spaceId, userId: null }, (each) =>
          byMask(each, key, hearers, async (mask) => {
            const [seen] = await maskChanges(each, key, mask, [diff]);
            return sameValue(seen, diff) ? whole : { ...about, diff: seen };
          }),
        );
    });
  });
}

/** What each of some people is told of a version, worked out once for those with the same mask; nothing where it is gone. */
async function byMask<T>(
  db: Db,
  key: VersionKey,
  people: readonly Onlooker[],
  shownWith: (mask: Mask | null) => Promise<T | null>,
): Promise<(T | null)[]> {
  const head = await findVersionHead(db, key);
  if (!head) return people.map(() => null);
  const masks = await masksOf(db, key, head, people);
  const shown = new Map<Mask | null, T | null>();
  for (const mask of new Set(masks)) shown.set(mask, await shownWith(mask));
  return masks.map((mask) => shown.get(mask) ?? null);
}

/** Rows that one event names. */
const ROWS_TOLD = 500;

/** Lets the push channel tell which attributes of which rows have other values, as far as each person may see them. */
export function expandAttributeUpdates({ database, push }: Services): void {
  push.expand('wbs_attribute_updated', async ({ version_id, revision }, { spaceId }) => {
    const key = { spaceId, versionId: version_id };
    const diff = await database.read({ spaceId, userId: null }, async (db) => {
      return (await versionLog.findWhole(db, key, revision, PUSHED_BYTES))?.diff ?? null;
    });
    if (!diff?.attributeValue) return null;
    return (hearers) =>
      database.read({ spaceId, userId: null }, (db) =>
        byMask(db, key, hearers, async (mask) => {
          const [seen] = await maskChanges(db, key, mask, [diff]);
          const { added = [], removed = [], updated = [] } = seen.attributeValue ?? {};
          const ids = updated.map(({ id }) => id);
          const values = [...added, ...removed, ...(ids.length ? await listRows(db, key, 'attributeValue', ids) : [])];
          const items = [...Map.groupBy(values, ({ itemId }) => itemId)].slice(0, ROWS_TOLD);
          if (!items.length) return null;
          const reported = items.map(([wbs_id, own]) => ({ wbs_id, attributes: [...new Set(own.map(({ attributeId }) => attributeId))] }));
          return { version_id, revision, items: reported };
        }),
      );
  });
}

/** How many rows of each table an edit touched. */
export async function describeEdit(context: Context, versionId: number, revision: number) {
  const key = keyOf(context, versionId);
  const diff = await context.read(async (db) => {
    const [whole, head] = [await versionLog.readDiff(db, key, revision), await findVersionHead(db, key)];
    const mask = head && (await maskOf(db, key, head, context));
    return whole && (await maskChanges(db, key, mask, [whole]))[0];
  });
  return Object.entries(diff ?? {}).map(([table, { added, updated, removed }]) => ({
    table,
    added: added.length,
    updated: updated.length,
    removed: removed.length,
  }));
}

/** Forgets the history of a version: nothing done so far can be taken back any more. Who did that stays on record. */
export async function clearHistory(context: Context, versionId: number) {
  const key = keyOf(context, versionId);
  return writeInTurn(context, key, async (tx) => {
    const version = await lockForEdit(tx, key);
    const count = await versionLog.clear(tx, key);
    const revision = version.revision + 1;
    const line = { revision, name: 'history.clear', author_id: context.userId, kind: 'delete' as const, row_count: 0 };
    const chain = await versionLog.save(tx, key, line, await packDiff({}));
    await updateVersionHead(tx, key, { revision, chain });
    await context.push.send(tx, key, 'version_edit', { version_id: versionId, revision });
    return { count };
  });
}
