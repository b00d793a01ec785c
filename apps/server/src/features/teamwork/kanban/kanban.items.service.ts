import { KANBAN_LIMITS } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { readersAt } from '../../access/grants/grants.service.ts';
import { holdsAt } from '../../access/roles/roles.access.service.ts';
import { createItem } from '../../planning/wbs/wbs.service.ts';
import { findWork, scheduleOfVersion } from '../storage/storage.service.ts';
import { mustEdit, requireAt, takeBoard, takeSeen } from './kanban.access.service.ts';
import {
  readDecidedRows,
  readPlainRows,
  readRows,
  readRowsAgain,
  recordsOfRows,
  rememberEdit,
  type RowsOfBoard,
} from './kanban.board-rows.service.ts';
import { peopleOn, readCards } from './kanban.cards.service.ts';
import {
  addLabels,
  boardOfItem,
  type Change,
  changeItem,
  countItems,
  type ItemFields,
  type KeptItem,
  listDescriptions,
  listItems,
  listItemsOfRows,
  lockItems,
  type NewItem,
  ranksInColumn,
  saveItems,
  saveMoves,
  setLabels,
  setPeople,
  takeLabels,
  touchItems,
} from './kanban.items.repository.ts';
import { type AskedItem, changeFree, changeRows, keepRecords, type Marks, requireMarks, rowIdFinder } from './kanban.moves.service.ts';
import { changeOfFree, changeOfRows, type PlanChange, withPlan } from './kanban.plan.service.ts';
import {
  findColumn,
  findLabels,
  type KeptBoard,
  type KeptColumn,
  listColumns,
  listLabels,
  saveLabels,
  sweepBoards,
} from './kanban.repository.ts';

/** A board that the caller changes, with its columns, and the rows of one of rows. */
async function openBoard(context: Context, id: number) {
  const opened = await context.read(async (db) => {
    const { board, rights } = await mustEdit(context, db, id);
    const columns = new Map((await listColumns(db, context.spaceId, [id])).map((column) => [column.id, column]));
    if (board.source === 'free') return { board, rights, columns, records: [] };
    if (!rights.has('plan.read')) fail('auth.forbidden', { right: 'plan.read' });
    const read = await readPlainRows(context, db, board);
    return { board, rights, columns, read, records: await listItemsOfRows(db, context.spaceId, board.id, board.node_id) };
  });
  const { board, read } = opened;
  const plan = read ? (read.plain ?? (await readDecidedRows(context, board, read.versionId))) : null;
  return { ...opened, plan };
}

/** Cards as they are after a change; of a board of rows `ids` are rows, negative. */
async function answer(context: Context, board: KeptBoard, ids: readonly number[], revision: number) {
  const rows = board.source === 'rows' ? await readRows(context, board) : null;
  return context.read((db) => answerIn(context, db, board, rows, ids, revision));
}

/** The same in a transaction. */
async function answerIn(context: Context, db: Db, board: KeptBoard, rows: RowsOfBoard | null, ids: readonly number[], revision: number) {
  const { items } = await readCards(context, db, board, rows, { ids });
  return { revision, items, people: await peopleOn(db, items) };
}

const changeBy = (context: Context, { id, revision }: KeptBoard): Change => ({
  spaceId: context.spaceId,
  boardId: id,
  revision,
  userId: context.userId,
});

/** Adds cards at a place of a column of a board that is locked. */
async function addItems(
  context: Context,
  tx: Tx,
  { board, column, after }: { board: KeptBoard; column: KeptColumn; after?: number | null },
  items: readonly Omit<NewItem, 'column_id' | 'rank'>[],
): Promise<number[]> {
  const { spaceId } = context;
  if ((await countItems(tx, spaceId, { board_id: board.id })) + items.length > KANBAN_LIMITS.items)
    fail('kanban.too_many', { most: KANBAN_LIMITS.items });
  const ranks = await ranksInColumn(tx, spaceId, column.id, items.length, after);
  if (!ranks) fail('kanban.after_not_found');
  const change = changeBy(context, board);
  const ids = await saveItems(
    tx,
    change,
    items.map((item, at) => ({ ...item, column_id: column.id, rank: ranks[at] })),
  );
  await saveMoves(
    tx,
    change,
    ids.map((id) => ({ id, from: null, to: column.id })),
    context.now(),
  );
  return ids;
}

/** The column of a free board, with the board locked. */
async function takeColumn(context: Context, tx: Tx, id: number): Promise<{ board: KeptBoard; column: KeptColumn }> {
  const column = await findColumn(tx, context.spaceId, id);
  if (!column) fail('kanban.column_not_found');
  const board = await takeBoard(context, tx, column.board_id);
  if (board.source === 'rows') fail('kanban.card_of_row');
  return { board, column: (await findColumn(tx, context.spaceId, id)) ?? fail('kanban.column_not_found') };
}

type NewCard = Partial<ItemFields> & Marks & { title: string };
type NewCards = { column_id: number; after_id?: number | null } & (NewCard | { rows: { version_id: number; row_id: number }[] });

const EMPTY = { description: '', due: null, priority: 0 };

/** Adds a card, or cards of rows; rows that have one there are named. */
export async function createItems(context: Context, asked: NewCards) {
  const made = await context.write(async (tx) => {
    const { board, column } = await takeColumn(context, tx, asked.column_id);
    const place = { board, column, after: asked.after_id };
    if ('rows' in asked) {
      const { rows, known } = await namedRows(context, tx, board, asked.rows);
      return { board, known, ids: await addItems(context, tx, place, rows) };
    }
    const { title, description = '', due = null, priority = 0, person_ids = [], label_ids = [] } = asked;
    await requireMarks(context, tx, board, [asked]);
    const ids = await addItems(context, tx, place, [{ title, description, due, priority }]);
    await setPeople(tx, context.spaceId, ids[0], person_ids);
    await setLabels(tx, context.spaceId, ids[0], label_ids);
    return { board, known: [], ids };
  });
  return { ...(await answer(context, made.board, made.ids, made.board.revision)), known: made.known };
}

/** Rows that versions name, without those that the board has a card of. */
async function namedRows(context: Context, tx: Tx, board: KeptBoard, named: readonly { version_id: number; row_id: number }[]) {
  const { spaceId } = context;
  const known: { row_id: number; id: number }[] = [];
  const rows: Omit<NewItem, 'column_id' | 'rank'>[] = [];
  const there = new Map<number, Map<number, KeptItem>>();
  const seen = new Set<string>();
  const schedules = new Map<number, number>();
  for (const versionId of new Set(named.map(({ version_id }) => version_id))) {
    const scheduleId = await scheduleOfVersion(tx, spaceId, versionId);
    if (scheduleId === null || !(await holdsAt(context, tx, scheduleId, 'plan.read'))) fail('kanban.row_not_found');
    schedules.set(versionId, scheduleId);
    const items = await listItemsOfRows(tx, spaceId, board.id, scheduleId);
    there.set(scheduleId, new Map(items.map((item) => [item.row_id ?? 0, item])));
  }
  for (const { version_id, row_id } of named) {
    const scheduleId = schedules.get(version_id) ?? 0;
    const card = there.get(scheduleId)?.get(row_id);
    if (card) known.push({ row_id, id: card.id });
    if (card || seen.has(`${scheduleId} ${row_id}`)) continue;
    const row = await findWork(tx, spaceId, version_id, row_id);
    if (!row) fail('kanban.row_not_found');
    seen.add(`${scheduleId} ${row_id}`);
    rows.push({ ...EMPTY, title: row.name, schedule_id: scheduleId, row_id, row_code: row.code });
  }
  return { rows, known };
}

/** Moves and changes cards, all or none, with what that changes in the plan. */
export async function updateItems(
  context: Context,
  { board_id, revision, items }: { board_id: number; revision: number; items: AskedItem[] },
) {
  const { board, rights, columns, plan, records } = await openBoard(context, board_id);
  if (new Set(items.map(({ id }) => id)).size < items.length) fail('kanban.item_not_found');
  const entering = items.flatMap(({ id, column_id }) => {
    if (column_id === undefined) return [];
    return [{ id, column: columns.get(column_id) ?? fail('kanban.column_not_found') }];
  });
  const change = plan
    ? changeOfRows(board, plan, rights, rowsEntering(plan, records, entering))
    : await changeOfCards(context, board, entering);
  const { done, edited } = await withPlan(context, change, async (tx) => {
    const taken = await takeSeen(context, tx, board_id);
    const about = { board: taken, columns, seen: revision };
    const ids = plan ? await changeRows(context, tx, { ...about, plan }, items) : await changeFree(context, tx, about, items);
    const rows = plan && (await readRowsAgain(context, tx, board, plan, ids));
    const answered = plan && !rows ? null : await answerIn(context, tx, board, rows, ids, taken.revision);
    return { ids, revision: taken.revision, answered, rows };
  });
  if (change && edited && done.rows) rememberEdit(context, done.rows, [...change.patches.keys()], edited);
  return done.answered ?? answer(context, board, done.ids, done.revision);
}

type Entered = { id: number; column: KeptColumn };

const rowsEntering = (plan: RowsOfBoard, records: readonly KeptItem[], entering: readonly Entered[]) => {
  const rowIdOf = rowIdFinder(plan, records);
  return entering.map(({ id, column }) => ({ column, itemId: rowIdOf(id) }));
};

/** What cards of a free board that enter columns change in the plan; most columns change nothing there, and nothing is read for them. */
async function changeOfCards(context: Context, board: KeptBoard, entering: readonly Entered[]): Promise<PlanChange | null> {
  const acting = entering.filter(({ column }) => column.on_enter && Object.keys(column.on_enter).length);
  if (!acting.length) return null;
  return context.read(async (db) => {
    const kept = await listItems(db, context.spaceId, board.id, { ids: acting.map(({ id }) => id) });
    const byId = new Map(kept.map((item) => [item.id, item]));
    const moving = acting.flatMap(({ id, column }) => {
      const item = byId.get(id);
      return item && item.column_id !== column.id ? [{ column, item }] : [];
    });
    return changeOfFree(context, db, moving);
  });
}

/** Deletes a card softly. */
export async function removeItem(context: Context, id: number) {
  return context.write(async (tx) => {
    const boardId = await boardOfItem(tx, context.spaceId, id);
    if (boardId === null) fail('kanban.item_not_found');
    const board = await takeBoard(context, tx, boardId);
    if (board.source === 'rows') fail('kanban.card_of_row');
    const [item] = await lockItems(tx, context.spaceId, boardId, [id]);
    if (!item || item.deleted) fail('kanban.item_not_found');
    await changeItem(tx, changeBy(context, board), id, { deleted: true });
    await sweepBoards(tx, context.spaceId);
    return { revision: board.revision };
  });
}

type Copy = { from_board_id: number; ids: number[]; board_id: number; column_id: number; with: string[] };

/** Copies cards to the end of a column, all or none. A row has one card on a board: a second one only says what it says. */
export async function copyItems(context: Context, { from_board_id, ids, board_id, column_id, with: taken }: Copy) {
  const from = await openBoard(context, from_board_id);
  const made = await context.write(async (tx) => {
    const { spaceId } = context;
    const { board, column } = await takeColumn(context, tx, column_id);
    if (board.id !== board_id) fail('kanban.column_not_found');
    const { items } = await readCards(context, tx, from.board, from.plan, { ids });
    const wanted = new Map(
      items.flatMap((item) => [[item.id, item] as const, ...(item.row_id === null ? [] : [[-item.row_id, item] as const])]),
    );
    const sources = ids.map((id) => wanted.get(id) ?? fail('kanban.item_not_found'));
    const descriptions = await listDescriptions(tx, spaceId, from_board_id, ids);
    const shown = new Set(
      (await listItems(tx, spaceId, board_id))
        .filter(({ row_id }) => row_id !== null)
        .map(({ schedule_id, row_id }) => `${schedule_id} ${row_id}`),
    );
    const copies = sources.map(({ id, title, due, priority, schedule_id, row_id, row }) => {
      const plain = { title, description: descriptions.get(id) ?? '', due, priority };
      const key = `${schedule_id} ${row_id}`;
      if (schedule_id === null || row_id === null || !row || shown.has(key)) return plain;
      shown.add(key);
      return { ...plain, schedule_id, row_id, row_code: row.code };
    });
    const created = await addItems(context, tx, { board, column }, copies);
    const labelOf = taken.includes('labels') ? await labelsThere(tx, spaceId, from.board, board) : null;
    const named = taken.includes('people') ? sources.flatMap(({ person_ids }) => person_ids) : [];
    const isNamed = named.length > 0;
    const readers = isNamed ? await readersAt(tx, spaceId, board.node_id, 'boards.read', named) : new Set<number>();
    for (const [at, { person_ids, label_ids }] of sources.entries()) {
      if (isNamed) {
        const there = person_ids.filter((id) => readers.has(id));
        await setPeople(tx, spaceId, created[at], there);
      }
      if (labelOf) await setLabels(tx, spaceId, created[at], label_ids.map(labelOf));
    }
    return { board, ids: created };
  });
  return answer(context, made.board, made.ids, made.board.revision);
}

/** The label of a board that is called as one of another board; made where it is not there. */
async function labelsThere(tx: Tx, spaceId: number, from: KeptBoard, to: KeptBoard): Promise<(id: number) => number> {
  if (from.id === to.id) return (id) => id;
  const theirs = await listLabels(tx, spaceId, from.id);
  const byName = new Map((await listLabels(tx, spaceId, to.id)).map(({ name, id }) => [name, id]));
  const absent = theirs.filter(({ name }) => !byName.has(name));
  const made = await saveLabels(tx, spaceId, to.id, absent);
  for (const [at, { name }] of absent.entries()) byName.set(name, made[at]);
  const nameOf = new Map(theirs.map(({ id, name }) => [id, name]));
  return (id) => byName.get(nameOf.get(id) ?? '') ?? fail('kanban.label_not_found');
}

/** Puts labels on cards of their board, or takes them off. */
export async function setLabelled(context: Context, { label_ids, item_ids }: { label_ids: number[]; item_ids: number[] }, on: boolean) {
  const boardId = await context.read(async (db) => {
    const labels = await findLabels(db, context.spaceId, label_ids);
    const boards = new Set(labels.map(({ board_id }) => board_id));
    const [board] = boards;
    if (labels.length < new Set(label_ids).size || boards.size !== 1) fail('kanban.label_not_found');
    return board;
  });
  const { board, plan } = await openBoard(context, boardId);
  const done = await context.write(async (tx) => {
    const taken = await takeSeen(context, tx, board.id);
    const ids = plan ? await recordIds(context, tx, taken, plan, item_ids) : await itemsThere(tx, context.spaceId, taken.id, item_ids);
    await (on ? addLabels : takeLabels)(tx, context.spaceId, ids, label_ids);
    await touchItems(tx, changeBy(context, taken), ids);
    return { ids, revision: taken.revision };
  });
  return answer(context, board, done.ids, done.revision);
}

/** Cards of a board that stand. */
async function itemsThere(tx: Tx, spaceId: number, boardId: number, ids: readonly number[]): Promise<number[]> {
  const kept = await lockItems(tx, spaceId, boardId, ids);
  if (kept.length < new Set(ids).size || kept.some(({ deleted }) => deleted)) fail('kanban.item_not_found');
  return kept.map(({ id }) => id);
}

async function recordIds(context: Context, tx: Tx, board: KeptBoard, plan: RowsOfBoard, ids: readonly number[]): Promise<number[]> {
  const items = await listItemsOfRows(tx, context.spaceId, board.id, board.node_id);
  const rowIdOf = rowIdFinder(plan, items);
  const records = await keepRecords(context, tx, board, plan, recordsOfRows(plan, items), ids.map(rowIdOf));
  return ids.flatMap((id) => records.get(rowIdOf(id)) ?? []).map(({ id }) => id);
}

/** Makes a row of the plan of a card of a free board. */
export async function toRow(
  context: Context,
  { item_id, version_id, parent_id }: { item_id: number; version_id: number; parent_id: number | null },
) {
  const { board, item, scheduleId } = await context.read(async (db) => {
    const boardId = (await boardOfItem(db, context.spaceId, item_id)) ?? fail('kanban.item_not_found');
    const { board: seen } = await mustEdit(context, db, boardId);
    const schedule = (await scheduleOfVersion(db, context.spaceId, version_id)) ?? fail('version.not_found', { id: version_id });
    await requireAt(context, db, schedule, 'plan.edit');
    const [kept] = await listItems(db, context.spaceId, boardId, { ids: [item_id] });
    return { board: seen, item: kept, scheduleId: schedule };
  });
  if (board.source === 'rows' || item.row_id !== null) fail('kanban.already_row');
  const done: { revision: number }[] = [];
  const { id } = await createItem(context, version_id, { parent_id, item: { name: item.title } }, async (tx, row) => {
    const taken = await takeBoard(context, tx, board.id);
    const [kept] = await lockItems(tx, context.spaceId, board.id, [item_id]);
    if (!kept || kept.deleted) fail('kanban.item_not_found');
    if (kept.row_id !== null) fail('kanban.already_row');
    await changeItem(tx, changeBy(context, taken), item_id, { schedule_id: scheduleId, row_id: row.id, row_code: row.code });
    done[0] = taken;
  });
  return { ...(await answer(context, board, [item_id], done[0].revision)), row_id: id };
}
