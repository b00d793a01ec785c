import type { KanbanItem } from '@gantry/contract';
import { compileFilter, NO_DATE, parseMinute, type ReaderOf, type RowFilter } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail, Refused } from '../../../platform/fail.ts';
import { nodesBelow } from '../../access/roles/roles.access.service.ts';
import { mustSee } from './kanban.access.service.ts';
import { readRows } from './kanban.board-rows.service.ts';
import { type Cards, nameValues, peopleOn, readCards } from './kanban.cards.service.ts';
import { countWeeks, dayAfter, daysBetween, flowOf, percentile } from './stats/kanban.figures.rules.ts';
import { type Answers, expandMarks, slotOf } from './kanban.rules.ts';
import { findHistory, listDescriptions, listItems } from './kanban.items.repository.ts';
import { type KeptBoard, listBoards, listColumns, listLabels } from './kanban.repository.ts';
import { countByColumn, listDone, listFlow } from './stats/kanban.stats.repository.ts';

/** A board that the caller sees with its cards. */
async function open(context: Context, id: number): Promise<{ board: KeptBoard; rows: Awaited<ReturnType<typeof readRows>> | null }> {
  const board = await context.read((db) => mustSee(context, db, id));
  return { board, rows: board.source === 'rows' ? await readRows(context, board) : null };
}

/** Cards of a board, or what has changed since a revision; of a board of rows all, unless nothing has changed. */
export async function readItems(context: Context, id: number, since: number | undefined) {
  const { board, rows } = await open(context, id);
  return context.read(async (db) => {
    const { revision } = await mustSee(context, db, id);
    const full = since === undefined || since > revision || (rows !== null && since < revision);
    const nothing: Cards = { items: [], missing: [] };
    const isSame = rows !== null && !full;
    const { items, missing } = isSame ? nothing : await readCards(context, db, board, rows, full ? {} : { since });
    const deleted = full || rows ? [] : (await listItems(db, context.spaceId, id, { since })).filter((item) => item.deleted);
    const names = await nameValues(
      context,
      db,
      board,
      missing.map(({ value }) => value),
    );
    return {
      revision,
      full,
      items,
      deleted: deleted.map((item) => item.id),
      people: await peopleOn(db, items),
      missing: missing.map((one) => ({ ...one, value_name: one.value === null ? null : (names.get(one.value) ?? null) })),
    };
  });
}

/** One card with all that it says. */
export async function readItem(context: Context, id: number, boardId: number) {
  const { board, rows } = await open(context, boardId);
  return context.read(async (db) => {
    const { revision } = await mustSee(context, db, boardId);
    const [item] = (await readCards(context, db, board, rows, { ids: [id] })).items;
    if (!item) fail('kanban.item_not_found');
    const { made, moves } = await findHistory(db, context.spaceId, item.id);
    const description = (await listDescriptions(db, context.spaceId, boardId, [item.id])).get(item.id) ?? '';
    return {
      revision,
      item,
      people: await peopleOn(db, [item]),
      description,
      created_at: made?.created_at.toISOString() ?? null,
      created_by: made?.created_by ?? null,
      moves,
    };
  });
}

const folded = (text: string): string => text.toLocaleLowerCase();

/** Ids of the cards that pass a filter and hold a text. */
export async function filterItems(context: Context, id: number, { filter, text }: { filter?: RowFilter | null; text: string }) {
  const { board, rows } = await open(context, id);
  return context.read(async (db) => {
    const { items } = await readCards(context, db, board, rows);
    const descriptions = await listDescriptions(db, context.spaceId, id);
    const stated = (item: KanbanItem) => descriptions.get(item.id) ?? '';
    const labels = new Map((await listLabels(db, context.spaceId, id)).map((label) => [label.id, label.name]));
    const most = Math.max(0, ...items.map(({ person_ids, label_ids }) => Math.max(person_ids.length, label_ids.length)));
    const wanted = filter ? expandMarks(filter, most) : null;
    const { test, ignored } = wanted ? compileFilter(wanted, readersOf(items, stated, labels)) : { test: null, ignored: [] };
    const words = folded(text).split(/\s+/).filter(Boolean);
    const holds = (item: KanbanItem) => {
      const all = folded(`${item.title} ${item.row?.code ?? ''} ${stated(item)}`);
      return words.every((word) => all.includes(word));
    };
    const ids = items.flatMap((item, at) => ((!test || test(at)) && holds(item) ? [item.id] : []));
    const { revision } = await mustSee(context, db, id);
    return { ids, revision, ignored: [...new Set(ignored.map(({ column }) => column))] };
  });
}

/** What filters read of cards. */
function readersOf(items: readonly KanbanItem[], stated: (item: KanbanItem) => string, labels: ReadonlyMap<number, string>): ReaderOf {
  const minute = (text: string | null | undefined) => (text ? (parseMinute(text) ?? NO_DATE) : NO_DATE);
  const text = (of: (item: KanbanItem) => string) => ({ kind: 'text' as const, at: (row: number) => of(items[row]) });
  const number = (of: (item: KanbanItem) => number) => ({ kind: 'number' as const, at: (row: number) => of(items[row]) });
  const moment = (of: (item: KanbanItem) => string | null | undefined) => ({
    kind: 'minute' as const,
    at: (row: number) => minute(of(items[row])),
  });
  const answers: Answers = {
    title: text(({ title }) => title),
    code: text(({ row }) => row?.code ?? ''),
    description: text(stated),
    column: number(({ column_id }) => column_id ?? Number.NaN),
    due: moment(({ due }) => due),
    priority: number(({ priority }) => priority),
    status: text(({ row }) => row?.status ?? ''),
    progress: number(({ row }) => row?.progress ?? Number.NaN),
    start: moment(({ row }) => row?.start),
    finish: moment(({ row }) => row?.finish),
  };
  return (column) => {
    const slot = slotOf(column);
    if (slot?.of === 'person') return number(({ person_ids }) => person_ids[slot.at] ?? Number.NaN);
    if (slot?.of === 'label') return text(({ label_ids }) => labels.get(label_ids[slot.at]) ?? '');
    return answers[column] ?? null;
  };
}

const DAYS_SHOWN = 84;
const DAYS_MOST = 366;

/** Figures of the boards of a node and of all below it. */
export async function readStats(context: Context, nodeId: number, asked: { from?: string; until?: string }) {
  const { today } = context;
  const until = asked.until ?? today;
  const given = asked.from ?? dayAfter(until, 1 - DAYS_SHOWN);
  const from = daysBetween(given, until) < 0 ? until : daysBetween(given, until) >= DAYS_MOST ? dayAfter(until, 1 - DAYS_MOST) : given;
  const { spaceId } = context;
  const boards = await context.read(async (db) => listBoards(db, spaceId, await nodesBelow(db, spaceId, nodeId)));
  const ofRows = new Map<number, Map<number, { cards: number; overdue: number }>>();
  for (const board of boards.filter(({ source }) => source === 'rows')) ofRows.set(board.id, await countRows(context, board.id, today));
  return context.read(async (db) => {
    const ids = boards.map(({ id }) => id);
    const columns = await listColumns(db, spaceId, ids);
    const counts = new Map((await countByColumn(db, spaceId, ids, today)).map((one) => [one.column_id, one]));
    const flow = await listFlow(db, spaceId, ids, until);
    const done = await listDone(db, spaceId, ids, from, until);
    return {
      from,
      until,
      boards: boards.map(({ id, name, source }) => {
        const own = columns.filter(({ board_id }) => board_id === id);
        const shown = own.map((column) => {
          const { cards = 0, overdue = 0 } = (source === 'rows' ? ofRows.get(id) : counts)?.get(column.id) ?? {};
          const breached = column.wip_limit !== null && cards > column.wip_limit;
          return { column_id: column.id, cards, wip_limit: column.wip_limit, breached, overdue };
        });
        const finished = done.filter(({ board_id }) => board_id === id);
        const hours = finished.map((one) => one.hours).toSorted((a, b) => a - b);
        return {
          board_id: id,
          name,
          cards: shown.reduce((sum, { cards }) => sum + cards, 0),
          overdue: shown.reduce((sum, { overdue }) => sum + overdue, 0),
          columns: shown,
          done: countWeeks(finished.map(({ week }) => week)),
          cycle: { cards: hours.length, p50_hours: percentile(hours, 0.5), p85_hours: percentile(hours, 0.85) },
          flow:
            source === 'rows'
              ? []
              : flowOf(
                  own.map((column) => column.id),
                  flow,
                  from,
                  until,
                ),
        };
      }),
    };
  });
}

/** Cards of a board of rows by column; nothing where the caller reads no plan there, or there is none. */
async function countRows(context: Context, id: number, today: string): Promise<Map<number, { cards: number; overdue: number }>> {
  const counts = new Map<number, { cards: number; overdue: number }>();
  const { items } = await readItems(context, id, undefined).catch((error: unknown) => {
    if (error instanceof Refused) return { items: [] };
    throw error;
  });
  for (const { column_id, due, row } of items) {
    if (column_id === null) continue;
    const count = counts.get(column_id) ?? { cards: 0, overdue: 0 };
    const day = due ?? row?.finish?.slice(0, 10) ?? null;
    const isLate = day !== null && day < today && row?.status !== 'completed';
    counts.set(column_id, { cards: count.cards + 1, overdue: count.overdue + (isLate ? 1 : 0) });
  }
  return counts;
}
