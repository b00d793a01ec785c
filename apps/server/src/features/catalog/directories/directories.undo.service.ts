import type { DirectoryDiff, DirectoryTable } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { inTurn } from '../../../platform/http/turns.ts';
import { commitDraft, type Draft, getHead, getOwnHead, keyOf, labelOf, openDraft } from './directories.edit.service.ts';
import { directoryLog, FOLLOWED } from './directories.history.repository.ts';
import { findCode, listPlaces, listRecords } from './rows/directories.rows.repository.ts';
import { inverseOf, opposedTo } from './rows/directories.rows.rules.ts';

/** History of a directory, newest first. */
export async function listHistory(context: Context, epsId: number, directoryId: number, limit: number) {
  await getHead(context, epsId, directoryId);
  const key = keyOf(context, directoryId);
  return context.read(async (db) => ({
    actions: (await directoryLog.list(db, key, limit)).map(
      ({ revision, name, author_id, author, at, kind, row_count, undoes, undone_by }) => ({
        revision,
        name,
        author_id,
        author,
        at: at.toISOString(),
        kind,
        rows: row_count,
        undoes,
        undone: undone_by !== null,
        mine: author_id === context.userId && name !== FOLLOWED,
      }),
    ),
    can_undo: (await directoryLog.findUndoable(db, key, context.userId)) !== null,
    can_redo: (await directoryLog.findRedoable(db, key, context.userId)) !== null,
  }));
}

/** Undoes the caller's last change, or the named one; refused when somebody has changed the same records since. */
export const undoEdit = (context: Context, epsId: number, directoryId: number, revision?: number) =>
  takeBack(context, epsId, directoryId, async (draft) => {
    const found = await directoryLog.findUndoable(draft.tx, draft.key, context.userId, revision);
    return found ? { ...found, mark: { undoes: found.revision } } : fail('directory.nothing_to_undo');
  });

/** Restores what the caller took back last. */
export const redoEdit = (context: Context, epsId: number, directoryId: number) =>
  takeBack(context, epsId, directoryId, async (draft) => {
    const found = await directoryLog.findRedoable(draft.tx, draft.key, context.userId);
    return found ? { ...found, mark: { redoes: found.revision } } : fail('directory.nothing_to_redo');
  });

type Step = { revision: number; name: string; mark: { undoes?: number; redoes?: number } };

async function takeBack(context: Context, epsId: number, directoryId: number, find: (draft: Draft) => Promise<Step>) {
  await getOwnHead(context, epsId, directoryId);
  return inTurn(`directory ${context.spaceId} ${directoryId}`, () =>
    context.write(async (tx) => {
      const draft = await openDraft(tx, keyOf(context, directoryId));
      const { revision: step, name, mark } = await find(draft);
      const diff = inverseOf((await directoryLog.readDiff(tx, draft.key, step)) as DirectoryDiff);
      await refuseOpposed(draft, diff);
      Object.assign(draft.diff, diff);
      const revision = await commitDraft(context, draft, name, mark);
      await directoryLog.markUndone(tx, draft.key, step, revision);
      return { revision, diff, name };
    }),
  );
}

/** Refuses a diff whose records have changed, whose codes are taken, or whose rows would lose their parents. */
async function refuseOpposed(draft: Draft, diff: DirectoryDiff): Promise<void> {
  const { tx, key } = draft;
  const current = new Map<string, Map<number, { id: number; code?: string; name?: string }>>();
  for (const [table, { added, updated, removed }] of Object.entries(diff)) {
    const ids = [...added, ...updated, ...removed].map(({ id }) => id);
    const records = await listRecords<{ id: number; code?: string; name?: string }>(tx, key, table as DirectoryTable, ids);
    current.set(table, new Map(records.map((record) => [record.id, record])));
  }
  const [first] = opposedTo(diff, (table, id) => current.get(table)?.get(id));
  if (first) {
    const record = current.get(first.table)?.get(first.id);
    fail('directory.changed_since', {
      id: first.id,
      field: first.field,
      by: '',
      name: labelOf({ code: '', name: '', ...record, id: first.id }),
    });
  }
  const rows = diff.row;
  if (!rows || (!rows.added.length && !rows.removed.length)) return;
  const places = await listPlaces(tx, key);
  const gone = new Set(rows.removed.map(({ id }) => id));
  const there = new Set([...places.map(({ id }) => id).filter((id) => !gone.has(id)), ...rows.added.map(({ id }) => id)]);
  const parents = [...places.filter(({ id }) => !gone.has(id)), ...(rows.added as unknown as { id: number; parent_id: number | null }[])];
  const lost = parents.find(({ parent_id }) => parent_id !== null && !there.has(parent_id));
  if (lost) fail('directory.changed_since', { id: lost.id, field: 'parent_id', by: '', name: String(lost.id) });
  const codes = rows.added.map(({ code }) => String(code)).filter(Boolean);
  const taken = codes.length ? await findCode(tx, key, codes, [...gone]) : null;
  if (taken) fail('directory_row.code_taken', { code: taken.code });
}
