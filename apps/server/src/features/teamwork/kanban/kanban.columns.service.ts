import { KANBAN_LIMITS, type KanbanLabel } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { mustSee, takeBoard } from './kanban.access.service.ts';
import { seesValues } from './kanban.cards.service.ts';
import { countItems, listItems, listLabelled, placeItems, ranksInColumn, saveMoves, touchItems } from './kanban.items.repository.ts';
import {
  changeColumn,
  changeLabel,
  type ColumnFields,
  deleteColumn,
  deleteLabel,
  findColumn,
  findLabels,
  type KeptBoard,
  type KeptColumn,
  listColumns,
  listLabels,
  saveColumns,
  saveLabels,
} from './kanban.repository.ts';
import { fits } from './kanban.rules.ts';
import { namedColumns } from './kanban.service.ts';

/** Columns of a board, in order. */
export async function readColumns(context: Context, boardId: number) {
  const sees = await seesValues(context, await context.read((db) => mustSee(context, db, boardId)));
  return context.read(async (db) => {
    const board = await mustSee(context, db, boardId);
    return { columns: await namedColumns(context, db, board, sees), revision: board.revision };
  });
}

type Named<T> = Partial<T> & { after_id?: number | null };

/** Adds a column: by name to a free board, by value to a board of rows. */
export async function createColumn(
  context: Context,
  { board_id, after_id, name, value, ...fields }: Named<ColumnFields> & { board_id: number },
) {
  return context.write(async (tx) => {
    const board = await takeBoard(context, tx, board_id);
    const columns = await listColumns(tx, context.spaceId, [board_id]);
    if (columns.length >= KANBAN_LIMITS.columns) fail('kanban.too_many', { most: KANBAN_LIMITS.columns });
    const groupBy = board.group_by;
    if (groupBy === null && !name) fail('request.invalid', { where: 'body', fields: [], field: 'name', reason: 'validation.enter_name' });
    if (groupBy !== null && (value === undefined || !fits(groupBy, value))) fail('kanban.unknown_value');
    if (groupBy !== null && columns.some((column) => column.value === value)) fail('kanban.value_taken');
    const plain = { tint: null, wip_limit: null, on_enter: null, done: groupBy === 'status' && value === 'completed' };
    const column = { ...plain, ...fields, name: name ?? '', value: groupBy === null ? null : (value ?? null) };
    const made = await saveColumns(tx, context.spaceId, board_id, [column], after_id);
    if (!made) fail('kanban.column_not_found');
    return { id: made[0], revision: board.revision };
  });
}

/** A column with its board, locked. */
async function takeColumn(context: Context, tx: Tx, id: number): Promise<{ column: KeptColumn; board: KeptBoard }> {
  const found = await findColumn(tx, context.spaceId, id);
  if (!found) fail('kanban.column_not_found');
  const board = await takeBoard(context, tx, found.board_id);
  const column = await findColumn(tx, context.spaceId, id);
  return column ? { column, board } : fail('kanban.column_not_found');
}

export async function updateColumn(context: Context, { id, after_id, ...fields }: Named<Omit<ColumnFields, 'value'>> & { id: number }) {
  return context.write(async (tx) => {
    const { column, board } = await takeColumn(context, tx, id);
    if (fields.name === '' && board.source === 'free')
      fail('request.invalid', { where: 'body', fields: [], field: 'name', reason: 'validation.enter_name' });
    if (!(await changeColumn(tx, context.spaceId, column, fields, after_id))) fail('kanban.column_not_found');
    return { revision: board.revision };
  });
}

/** Deletes a column; cards of a free board go to another one first. */
export async function removeColumn(context: Context, id: number, moveTo: number | undefined) {
  return context.write(async (tx) => {
    const { board } = await takeColumn(context, tx, id);
    const { spaceId, userId } = context;
    const count = await countItems(tx, spaceId, { column_id: id });
    if (count > 0 && moveTo === undefined) fail('kanban.column_has_items', { count });
    if (moveTo !== undefined) {
      const target = await findColumn(tx, spaceId, moveTo);
      if (target?.board_id !== board.id || moveTo === id) fail('kanban.column_not_found');
      const cards = (await listItems(tx, spaceId, board.id)).filter(({ column_id }) => column_id === id);
      const ranks = (await ranksInColumn(tx, spaceId, moveTo, cards.length, undefined)) ?? [];
      const change = { spaceId, boardId: board.id, revision: board.revision, userId };
      await placeItems(
        tx,
        change,
        moveTo,
        cards.map((card, at) => ({ id: card.id, rank: ranks[at] })),
      );
      await saveMoves(
        tx,
        change,
        cards.map((card) => ({ id: card.id, from: id, to: moveTo })),
        context.now(),
      );
    }
    await deleteColumn(tx, spaceId, id);
    return { revision: board.revision };
  });
}

/** Labels of a board, in order. */
export async function readLabels(context: Context, boardId: number) {
  return context.read(async (db) => {
    const { revision } = await mustSee(context, db, boardId);
    return { labels: await listLabels(db, context.spaceId, boardId), revision };
  });
}

export async function createLabel(context: Context, { board_id, ...label }: Omit<KanbanLabel, 'id'>) {
  return context.write(async (tx) => {
    const { revision } = await takeBoard(context, tx, board_id);
    if ((await listLabels(tx, context.spaceId, board_id)).length >= KANBAN_LIMITS.labels)
      fail('kanban.too_many', { most: KANBAN_LIMITS.labels });
    const [id] = await saveLabels(tx, context.spaceId, board_id, [label]);
    return { id, revision };
  });
}

async function takeLabel(context: Context, tx: Tx, id: number): Promise<{ label: KanbanLabel; board: KeptBoard }> {
  const [label] = await findLabels(tx, context.spaceId, [id]);
  if (!label) fail('kanban.label_not_found');
  return { label, board: await takeBoard(context, tx, label.board_id) };
}

export async function updateLabel(
  context: Context,
  { id, after_id, ...fields }: Named<Pick<KanbanLabel, 'name' | 'tint'>> & { id: number },
) {
  return context.write(async (tx) => {
    const { label, board } = await takeLabel(context, tx, id);
    if (!(await changeLabel(tx, context.spaceId, label, fields, after_id))) fail('kanban.label_not_found');
    return { revision: board.revision };
  });
}

/** Deletes a label and takes it off all cards. */
export async function removeLabel(context: Context, id: number) {
  return context.write(async (tx) => {
    const { board } = await takeLabel(context, tx, id);
    const { spaceId, userId } = context;
    const change = { spaceId, boardId: board.id, revision: board.revision, userId };
    await touchItems(tx, change, await listLabelled(tx, spaceId, id));
    await deleteLabel(tx, spaceId, id);
    return { revision: board.revision };
  });
}
