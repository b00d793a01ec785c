import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { ranksAmong } from '../../../platform/postgres/ranks.ts';
import { requirePeople } from './kanban.access.service.ts';
import { placesOfRows, ranksOfRows, recordsOfRows, type RowsOfBoard } from './kanban.board-rows.service.ts';
import { columnByValue } from './kanban.cards.service.ts';
import {
  type Change,
  changeItem,
  type ItemFields,
  type KeptItem,
  listItemsOfRows,
  lockItems,
  placeItems,
  ranksInColumn,
  saveItems,
  saveMoves,
  setLabels,
  setPeople,
  touchItems,
} from './kanban.items.repository.ts';
import { findLabels, type KeptBoard, type KeptColumn } from './kanban.repository.ts';

export type Marks = { person_ids?: number[]; label_ids?: number[] };
/** A card of a call with what of it changes. */
export type AskedItem = Partial<ItemFields> & Marks & { id: number; column_id?: number; after_id?: number | null; deleted?: boolean };

/** Labels that cards get are of their board, people see it. */
export async function requireMarks(context: Context, tx: Tx, board: KeptBoard, asked: readonly Marks[]): Promise<void> {
  await requirePeople(context, tx, board.node_id, [...new Set(asked.flatMap(({ person_ids = [] }) => person_ids))]);
  const ids = [...new Set(asked.flatMap(({ label_ids = [] }) => label_ids))];
  const labels = await findLabels(tx, context.spaceId, ids);
  if (labels.length < ids.length || labels.some(({ board_id }) => board_id !== board.id)) fail('kanban.label_not_found');
}

/** Writes what cards say, with their people and labels. */
async function writeFields(tx: Tx, change: Change, id: number, asked: AskedItem): Promise<void> {
  const { id: _id, column_id: _column, after_id: _after, person_ids, label_ids, ...fields } = asked;
  if (Object.keys(fields).length) await changeItem(tx, change, id, fields);
  if (person_ids) await setPeople(tx, change.spaceId, id, person_ids);
  if (label_ids) await setLabels(tx, change.spaceId, id, label_ids);
}

/** Refuses where somebody else has changed a card since the page saw it. */
function refuseChanged(seen: number, board: KeptBoard, items: readonly KeptItem[]): void {
  const ids = items.filter(({ changed_revision }) => changed_revision > seen).map(({ id }) => id);
  if (ids.length) fail('kanban.changed', { revision: board.revision - 1, ids });
}

/** Cards that go behind the same one, in the order given. */
type Group<T> = { column: KeptColumn; after: number | null | undefined; items: T[] };

function inGroups<T extends { asked: AskedItem; column: KeptColumn }>(moved: readonly T[]): Group<T>[] {
  const groups: Group<T>[] = [];
  for (const one of moved) {
    const { column, asked } = one;
    const group = groups.find((known) => known.column.id === column.id && known.after === asked.after_id);
    if (group) group.items.push(one);
    else groups.push({ column, after: asked.after_id, items: [one] });
  }
  return groups;
}

/** Moves and changes cards of a free board that is locked. */
export async function changeFree(
  context: Context,
  tx: Tx,
  { board, columns, seen }: { board: KeptBoard; columns: ReadonlyMap<number, KeptColumn>; seen: number },
  asked: readonly AskedItem[],
): Promise<number[]> {
  const change = { spaceId: context.spaceId, boardId: board.id, revision: board.revision, userId: context.userId };
  const ids = asked.map(({ id }) => id);
  const kept = new Map((await lockItems(tx, context.spaceId, board.id, ids)).map((item) => [item.id, item]));
  for (const { id, deleted } of asked) {
    const item = kept.get(id);
    if (!item || (item.deleted && !(deleted === false && item.restorable))) fail('kanban.item_not_found');
  }
  refuseChanged(seen, board, [...kept.values()]);
  await requireMarks(context, tx, board, asked);
  const [first] = columns.values();
  const moved = asked.flatMap((one) => {
    const from = kept.get(one.id)?.column_id ?? null;
    // The column of a deleted card may be gone.
    if (one.column_id === undefined && one.after_id === undefined && (from !== null || one.deleted !== false)) return [];
    const column = one.column_id === undefined && from === null ? first : columns.get(one.column_id ?? from ?? 0);
    if (!column) fail('kanban.column_not_found');
    return one.after_id === undefined && from === column.id ? [] : [{ asked: one, column, from }];
  });
  for (const { column, after, items } of inGroups(moved)) {
    if (items.some((one) => one.asked.id === after)) fail('kanban.after_not_found');
    const ranks = await ranksInColumn(tx, context.spaceId, column.id, items.length, after);
    if (!ranks) fail('kanban.after_not_found');
    const places = items.map((one, at) => ({ id: one.asked.id, rank: ranks[at] }));
    await placeItems(tx, change, column.id, places);
  }
  const moves = moved.filter(({ from, column }) => from !== column.id);
  await saveMoves(
    tx,
    change,
    moves.map(({ asked: { id }, from, column }) => ({ id, from, to: column.id })),
    context.now(),
  );
  for (const one of asked) await writeFields(tx, change, one.id, one);
  const placed = new Set(moved.map((one) => one.asked.id));
  await touchItems(
    tx,
    change,
    ids.filter((id) => !placed.has(id)),
  );
  return ids;
}

const statesMore = ({ id: _id, column_id: _column, ...rest }: AskedItem): boolean => Object.keys(rest).length > 0;

/** The records of rows of a board that is locked; those of some rows without one are added to what there are. */
export async function keepRecords(
  context: Context,
  tx: Tx,
  board: KeptBoard,
  plan: RowsOfBoard,
  records: Map<number, KeptItem>,
  itemIds: readonly number[],
): Promise<Map<number, KeptItem>> {
  const change = { spaceId: context.spaceId, boardId: board.id, revision: board.revision, userId: context.userId };
  const wanted = new Set(itemIds);
  const rows = plan.rows.filter(({ id }) => wanted.has(id) && !records.has(id));
  const made = await saveItems(
    tx,
    change,
    rows.map(({ id, code, name }) => ({
      column_id: null,
      rank: null,
      title: name,
      description: '',
      due: null,
      priority: 0,
      schedule_id: board.node_id,
      row_id: id,
      row_code: code,
    })),
  );
  if (!made.length) return records;
  return recordsOfRows(plan, await listItemsOfRows(tx, context.spaceId, board.id, board.node_id));
}

/** The row that a card of a board of rows is about: a positive id is that of a record. */
export function rowIdFinder(plan: RowsOfBoard, items: readonly KeptItem[]): (cardId: number) => number {
  const there = placesOfRows(plan.rows);
  const rowOfRecord = new Map([...recordsOfRows(plan, items)].map(([itemId, { id }]) => [id, itemId]));
  return (cardId) => {
    const itemId = cardId < 0 ? -cardId : rowOfRecord.get(cardId);
    if (itemId === undefined || !there.has(itemId)) fail('kanban.item_not_found');
    return itemId;
  };
}

/** Orders and describes cards of a board of rows that is locked; their columns are the plan's. */
export async function changeRows(
  context: Context,
  tx: Tx,
  { board, columns, seen, plan }: { board: KeptBoard; columns: ReadonlyMap<number, KeptColumn>; seen: number; plan: RowsOfBoard },
  asked: readonly AskedItem[],
): Promise<number[]> {
  const change = { spaceId: context.spaceId, boardId: board.id, revision: board.revision, userId: context.userId };
  if (asked.some(({ title, deleted }) => title !== undefined || deleted !== undefined)) fail('kanban.card_of_row');
  const former = await listItemsOfRows(tx, context.spaceId, board.id, board.node_id);
  const rowIdOf = rowIdFinder(plan, former);
  const known = recordsOfRows(plan, former);
  refuseChanged(
    seen,
    board,
    asked.flatMap(({ id }) => known.get(rowIdOf(id)) ?? []),
  );
  await requireMarks(context, tx, board, asked);
  const records = await keepRecords(
    context,
    tx,
    board,
    plan,
    known,
    asked.filter(statesMore).map(({ id }) => rowIdOf(id)),
  );
  const byValue = columnByValue([...columns.values()]);
  const entered = new Map(asked.flatMap(({ id, column_id }) => (column_id === undefined ? [] : [[rowIdOf(id), columns.get(column_id)]])));
  const columnOf = (itemId: number) => {
    const now = entered.get(itemId);
    return now ?? byValue.get(plan.values[placesOfRows(plan.rows).get(itemId) ?? -1]) ?? null;
  };
  const ofPlan = ranksOfRows(plan.rows);
  const isOrdered = asked.some(({ after_id }) => after_id !== undefined);
  const ranks = new Map(isOrdered ? plan.rows.map(({ id }, at) => [id, records.get(id)?.rank ?? ofPlan[at]]) : []);
  const ordered = asked.flatMap((one) => {
    const column = one.after_id === undefined ? null : columnOf(rowIdOf(one.id));
    return column ? [{ asked: one, column }] : [];
  });
  for (const { column, after = null, items } of inGroups(ordered)) {
    const behind = after === null ? null : rowIdOf(after);
    if (behind !== null && (columnOf(behind)?.id !== column.id || items.some((one) => rowIdOf(one.asked.id) === behind)))
      fail('kanban.after_not_found');
    // Before all cards of the board is before all of the column.
    const made = ranksAmong(ranks.values(), behind === null ? null : (ranks.get(behind) ?? null), items.length);
    for (const [at, one] of items.entries()) ranks.set(rowIdOf(one.asked.id), made[at]);
    const kept = items.flatMap((one) => records.get(rowIdOf(one.asked.id)) ?? []);
    await placeItems(
      tx,
      change,
      null,
      kept.map(({ id }, at) => ({ id, rank: made[at] })),
    );
  }
  // In a new column a card without a place of its own stands where the plan has it.
  const unplaced = asked.filter(({ column_id, after_id }) => column_id !== undefined && after_id === undefined);
  await placeItems(
    tx,
    change,
    null,
    unplaced.flatMap(({ id }) => known.get(rowIdOf(id)) ?? []).map(({ id }) => ({ id, rank: null })),
  );
  for (const one of asked) {
    const record = records.get(rowIdOf(one.id));
    if (record) await writeFields(tx, change, record.id, one);
  }
  const touched = asked.flatMap(({ id }) => records.get(rowIdOf(id)) ?? []).map(({ id }) => id);
  await touchItems(tx, change, touched);
  return asked.map(({ id }) => -rowIdOf(id));
}
