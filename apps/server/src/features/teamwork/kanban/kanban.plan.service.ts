import type { SpaceRight } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { ownRightsAt } from '../../access/roles/roles.access.service.ts';
import { updateItems } from '../../planning/wbs/wbs.service.ts';
import { moveItems } from '../../planning/wbs/wbs.tree.service.ts';
import { type Edited, placesOfRows, type RowsOfBoard } from './kanban.board-rows.service.ts';
import { type KeptItem, listCardRows } from './kanban.items.repository.ts';
import type { KeptBoard, KeptColumn } from './kanban.repository.ts';
import { isReport, patchOfValue, rowFinder, type RowPatch } from './kanban.rules.ts';
import { findCountedVersion } from '../../planning/version-heads/version-heads.service.ts';

/** The name of such an edit in the history of the plan. */
const EDIT = 'kanban.move';
/** The same where it tells what was done, by somebody who may not change plans. */
const REPORT = 'kanban.report';

/** What a move of cards changes in the plan: fields of rows, or the summary under which they stand. */
export type PlanChange = {
  scheduleId: number;
  versionId: number;
  patches: Map<number, RowPatch>;
  /** Rows that go under a summary; null: to the top. */
  under: { parentId: number | null; ids: number[] } | null;
  /** What the caller may at the schedule. */
  rights: ReadonlySet<SpaceRight>;
};

/** A card that enters a column. */
export type Entering = { column: KeptColumn; item: KeptItem };

/** What cards that enter columns of a board of rows change in the plan; null where nothing. */
export function changeOfRows(
  board: KeptBoard,
  plan: RowsOfBoard,
  rights: ReadonlySet<SpaceRight>,
  entering: readonly { column: KeptColumn; itemId: number }[],
): PlanChange | null {
  const groupBy = board.group_by ?? '';
  const patches = new Map<number, RowPatch>();
  const parents = new Map<string | null, number[]>();
  const places = placesOfRows(plan.rows);
  for (const { column, itemId } of entering) {
    if (plan.values[places.get(itemId) ?? -1] === column.value) continue;
    const patch = { ...column.on_enter, ...patchOfValue(groupBy, column.value) };
    if (Object.keys(patch).length) patches.set(itemId, patch);
    if (groupBy === 'summary') parents.set(column.value, [...(parents.get(column.value) ?? []), itemId]);
  }
  if (!patches.size && !parents.size) return null;
  // Each of them is an edit of its own, and a call makes one or none.
  if (parents.size > 1 || (parents.size && patches.size)) fail('kanban.one_edit');
  const [[parent, ids] = [null, []]] = parents;
  const under = parents.size ? { parentId: parent === null ? null : Number(parent), ids } : null;
  return { scheduleId: board.node_id, versionId: plan.version_id, patches, under, rights };
}

/** What cards of rows that enter columns of a free board change in the plan; null where nothing. */
export async function changeOfFree(context: Context, db: Db, entering: readonly Entering[]): Promise<PlanChange | null> {
  const acting = entering.filter(({ column, item }) => column.on_enter && Object.keys(column.on_enter).length && item.row_id !== null);
  if (!acting.length) return null;
  const schedules = new Set(acting.map(({ item }) => item.schedule_id));
  const [scheduleId] = schedules;
  if (schedules.size > 1 || scheduleId === null) fail('kanban.one_edit');
  const versionId = await findCountedVersion(db, context.spaceId, scheduleId);
  if (versionId === null) fail('kanban.no_actual_version');
  const cards = acting.map(({ item }) => ({ row_id: item.row_id ?? 0, row_code: item.row_code ?? '' }));
  const [ids, codes] = [cards.map(({ row_id }) => row_id), cards.map(({ row_code }) => row_code).filter(Boolean)];
  const rowOf = rowFinder(await listCardRows(db, context.spaceId, versionId, { ids, codes }));
  const patches = new Map<number, RowPatch>();
  for (const [at, { column }] of acting.entries()) {
    const row = rowOf(cards[at]);
    if (!row) fail('kanban.row_gone');
    patches.set(row.id, { ...column.on_enter });
  }
  return { scheduleId, versionId, patches, under: null, rights: await ownRightsAt(context, db, scheduleId) };
}

/**
 * Does work on a board in the transaction of the edit that it needs, or in one of its own: both stand or neither. The plan is changed by
 * its own rules, so that its history, undo and locks hold.
 */
export async function withPlan<R>(
  context: Context,
  change: PlanChange | null,
  work: (tx: Tx) => Promise<R>,
): Promise<{ done: R; edited: Edited | null }> {
  if (!change) return { done: await context.write(work), edited: null };
  const mayEdit = change.rights.has('plan.edit');
  const right = change.under || !isReport([...change.patches.values()]) ? 'plan.edit' : 'plan.report';
  if (!mayEdit && !change.rights.has(right)) fail('auth.forbidden', { right });
  const done: R[] = [];
  context.withFirst(async (tx) => {
    done[0] = await work(tx);
  });
  const edited = change.under
    ? await moveItems(context, change.versionId, change.under.ids, change.under.parentId, 'last', EDIT)
    : await updateItems(
        context,
        change.versionId,
        Array.from(change.patches, ([id, patch]) => ({ ...patch, id })),
        false,
        mayEdit ? EDIT : REPORT,
      );
  return { done: done[0], edited };
}
