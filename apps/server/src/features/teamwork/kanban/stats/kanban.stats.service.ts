import { KANBAN_LIMITS, type KanbanBoard } from '@gantry/contract';
import type { Context } from '../../../../platform/context.ts';
import { fail, Refused } from '../../../../platform/fail.ts';
import { holdsAt, nodesBelow } from '../../../access/roles/roles.access.service.ts';
import { findCountedVersion } from '../../../planning/version-heads/version-heads.service.ts';
import { isPlain } from '../kanban.board-rows.service.ts';
import { columnByValue } from '../kanban.cards.service.ts';
import { readItems } from '../kanban.read.service.ts';
import { type KeptColumn, listBoards, listColumns } from '../kanban.repository.ts';
import { countWeeks, dayAfter, daysBetween, flowOf, percentile } from './kanban.figures.rules.ts';
import { countByColumn, countByValue, listDone, listFlow, type WorkValue } from './kanban.stats.repository.ts';

const DAYS_SHOWN = 84;
const DAYS_MOST = 366;
/** Boards of one answer. */
const BOARDS_MOST = KANBAN_LIMITS.boards;

type Asked = { from?: string; until?: string; board?: number };
type ColumnCounts = ReadonlyMap<number, { cards: number; overdue: number }>;

/** Figures of the boards of a node and of all below it, or of one of them. */
export async function readStats(context: Context, nodeId: number, asked: Asked) {
  const { today, spaceId } = context;
  const until = asked.until ?? today;
  const given = asked.from ?? dayAfter(until, 1 - DAYS_SHOWN);
  const from = daysBetween(given, until) < 0 ? until : daysBetween(given, until) >= DAYS_MOST ? dayAfter(until, 1 - DAYS_MOST) : given;
  const boards = await context.read(async (db) =>
    listBoards(db, spaceId, await nodesBelow(db, spaceId, nodeId), { only: asked.board, limit: BOARDS_MOST + 1 }),
  );
  if (boards.length > BOARDS_MOST) fail('request.limit_reached', { most: BOARDS_MOST });
  const ofRows = new Map<number, ColumnCounts>();
  for (const board of boards.filter(({ source }) => source === 'rows')) ofRows.set(board.id, await countRows(context, board));
  return context.read(async (db) => {
    const ids = boards.map(({ id }) => id);
    const columns = await listColumns(db, spaceId, ids);
    const counts = new Map((await countByColumn(db, spaceId, ids, today)).map((one) => [one.column_id, one]));
    const flow = await listFlow(db, spaceId, ids, from, until);
    const done = await listDone(db, spaceId, ids, from, until);
    return {
      from,
      until,
      boards: boards.map(({ id, name, source }) => {
        const shown = columns
          .filter(({ board_id }) => board_id === id)
          .map((column) => {
            const { cards = 0, overdue = 0 } = (source === 'rows' ? ofRows.get(id) : counts)?.get(column.id) ?? {};
            const breached = column.wip_limit !== null && cards > column.wip_limit;
            return { column_id: column.id, cards, wip_limit: column.wip_limit, breached, overdue };
          });
        const finished = done.filter(({ board_id }) => board_id === id);
        const hours = finished.map((one) => one.hours).toSorted((a, b) => a - b);
        const now = shown.map((column) => ({ id: column.column_id, cards: column.cards }));
        return {
          board_id: id,
          name,
          cards: shown.reduce((sum, { cards }) => sum + cards, 0),
          overdue: shown.reduce((sum, { overdue }) => sum + overdue, 0),
          columns: shown,
          done: countWeeks(finished.map(({ week }) => week)),
          cycle: { cards: hours.length, p50_hours: percentile(hours, 0.5), p85_hours: percentile(hours, 0.85) },
          flow: source === 'rows' ? [] : flowOf(now, flow, from, until),
        };
      }),
    };
  });
}

const WORK_VALUES: Partial<Record<string, WorkValue>> = {
  status: 'status',
  executor: 'executor_id',
  curator: 'curator_id',
  summary: 'parent_id',
};

/** Cards of a board of rows by column; nothing where the caller reads no plan there, or there is none. The database counts plain ones. */
async function countRows(context: Context, board: KanbanBoard): Promise<ColumnCounts> {
  const value = WORK_VALUES[board.group_by ?? ''];
  if (!value || !isPlain(board)) return countDecidedRows(context, board.id);
  const { spaceId, today } = context;
  return context.read(async (db) => {
    const versionId = await findCountedVersion(db, spaceId, board.eps_id);
    if (versionId === null || !(await holdsAt(context, db, board.eps_id, 'plan.read'))) return new Map();
    const columns = columnByValue(await listColumns(db, spaceId, [board.id]));
    const place = { boardId: board.id, scheduleId: board.eps_id, versionId, value };
    const found = await countByValue(db, spaceId, place, today);
    return new Map(found.flatMap(({ value: of, ...count }) => columnOf(columns, of, count)));
  });
}

const columnOf = <C>(columns: ReadonlyMap<string | null, KeptColumn>, value: string | null, count: C): [number, C][] => {
  const column = columns.get(value);
  return column ? [[column.id, count]] : [];
};

/** The same where a filter or an attribute says what the cards are. */
async function countDecidedRows(context: Context, id: number): Promise<ColumnCounts> {
  const counts = new Map<number, { cards: number; overdue: number }>();
  const { items } = await readItems(context, id, {}).catch((error: unknown) => {
    if (error instanceof Refused && error.code !== 'server.busy') return { items: [] };
    throw error;
  });
  for (const { column_id, due, row } of items) {
    if (column_id === null) continue;
    const count = counts.get(column_id) ?? { cards: 0, overdue: 0 };
    const day = due ?? row?.finish?.slice(0, 10) ?? null;
    const isLate = day !== null && day < context.today && row?.status !== 'completed';
    counts.set(column_id, { cards: count.cards + 1, overdue: count.overdue + (isLate ? 1 : 0) });
  }
  return counts;
}
