import type { Conflict, Diff, WbsRow } from '@gantry/domain';
import type { Tx } from '../../../platform/postgres/database.ts';
import type { VersionKey } from '../version-heads/version-heads.service.ts';
import { listRows, listRowsBy } from './edits.repository.ts';
import { whoSince } from './undo/edits.since.service.ts';

export type StructureConflict = { conflict: Conflict; name: string; by: string };

const holdsRows = ({ type }: Pick<WbsRow, 'type'>): boolean => type === 'sum' || type === 'draft';

/**
 * What a taking back that has been written leaves of the tree that nobody wanted: a summary that is a task again although somebody has
 * put rows below it since, or rows that are back below what somebody has made a task or a milestone. Null where there is nothing.
 */
export async function structureConflict(tx: Tx, key: VersionKey, { wbs }: Diff, since: number): Promise<StructureConflict | null> {
  if (!wbs) return null;
  return (await rowsBelowTask(tx, key, wbs, since)) ?? (await parentsMadeTasks(tx, key, wbs, since));
}

type WbsDiff = NonNullable<Diff['wbs']>;

async function rowsBelowTask(tx: Tx, key: VersionKey, wbs: WbsDiff, since: number): Promise<StructureConflict | null> {
  const tasks = wbs.updated.flatMap(({ id, after }) => (after.type && !holdsRows({ type: after.type }) ? [id] : []));
  const children = tasks.length ? await listRowsBy(tx, key, 'wbs', 'parentId', tasks) : [];
  for (const { id, name, parentId } of children) {
    const by = await whoSince(
      tx,
      key,
      since,
      (diff) =>
        (diff.wbs?.added ?? []).some((row) => row.id === id) ||
        (diff.wbs?.updated ?? []).some((one) => one.id === id && one.after.parentId === parentId),
    );
    if (by !== null) return { conflict: { table: 'wbs', id, field: 'parentId' }, name, by };
  }
  return null;
}

async function parentsMadeTasks(tx: Tx, key: VersionKey, wbs: WbsDiff, since: number): Promise<StructureConflict | null> {
  const own = new Set(wbs.added.map(({ id }) => id));
  const parents = [...wbs.added, ...wbs.updated.map(({ after }) => after)].flatMap(({ parentId }) => parentId ?? []);
  const wanted = [...new Set(parents)].filter((id) => !own.has(id));
  const rows = wanted.length ? await listRows(tx, key, 'wbs', wanted) : [];
  for (const { id, name } of rows.filter((row) => !holdsRows(row))) {
    const by = await whoSince(tx, key, since, (diff) => (diff.wbs?.updated ?? []).some((one) => one.id === id && 'type' in one.after));
    if (by !== null) return { conflict: { table: 'wbs', id, field: 'type' }, name, by };
  }
  return null;
}
