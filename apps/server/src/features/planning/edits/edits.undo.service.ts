import { CALCULATION_STATUS, conflictsOf, type Diff, inverseOf, type VersionTable } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { fail } from '../../../platform/fail.ts';
import type { VersionHead, VersionKey } from '../versions/versions.head.service.ts';
import { commitDiff, keyOf, lockForEdit } from './edits.commit.service.ts';
import { startDraft } from './edits.draft.service.ts';
import { findRedoable, findUndoable, listRows, listRowsBy, markUndone, readDiff } from './edits.repository.ts';
import { pointedAt, realConflicts, REFERENCES, touchesResults, workedOn } from './edits.rules.ts';

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
  const name = nameOf(current.get(first.table)?.get(first.id), first.id);
  fail('edit.changed_since', { count: conflicts.length, name, field: first.field, conflicts: conflicts.slice(0, 20) });
}

const nameOf = (row: Record<string, unknown> | undefined, id: number): string =>
  typeof row?.['name'] === 'string' ? row['name'] : String(id);

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
    const id = (hanging[0] as Record<string, number> | undefined)?.[field] ?? wanted.find((one) => !there.has(one));
    if (id === undefined) continue;
    const name = gone.find((row) => row.id === id)?.name ?? String(id);
    fail('edit.changed_since', { count: 1, name, field: null, conflicts: [{ table: target, id, field: null }] });
  }
}
