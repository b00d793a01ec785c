import type { KanbanBoard } from '@gantry/contract';
import type { Context } from '../../../../platform/context.ts';
import { type Db, perDatabase } from '../../../../platform/postgres/database.ts';
import { countFreeCards, type Counts, countWorksOf, listCountedHeads, type WorkCounts } from './kanban.stats.repository.ts';

/** What was counted of versions, at their revisions and on a day. */
const countsOfVersions = perDatabase(() => new Map<string, { state: string; counts: WorkCounts }>());
const VERSIONS_COUNTED = 1000;

/**
 * How many cards boards have, and of them how many of the caller and past their day, both not done. Of boards of rows all rows count: a
 * version is counted once for all its boards and everybody who lists them, and again when it has changed.
 */
export async function countCards(
  context: Context,
  db: Db,
  boards: readonly Pick<KanbanBoard, 'id' | 'eps_id' | 'source'>[],
): Promise<Map<number, Counts>> {
  const { spaceId, userId, today } = context;
  const ofSource = (source: KanbanBoard['source']) => boards.filter((board) => board.source === source);
  const free = ofSource('free').map(({ id }) => id);
  const found = new Map((await countFreeCards(db, spaceId, free, { userId, today })).map(({ id, ...counts }) => [id, counts]));
  const schedules = [...new Set(ofSource('rows').map(({ eps_id }) => eps_id))];
  const counted = schedules.length ? await countsOfSchedules(context, db, schedules) : new Map<number, WorkCounts>();
  for (const { id, eps_id } of ofSource('rows')) {
    const { cards = 0, overdue = 0, people } = counted.get(eps_id) ?? {};
    found.set(id, { cards, overdue, mine: people?.get(userId) ?? 0 });
  }
  return found;
}

async function countsOfSchedules(context: Context, db: Db, scheduleIds: readonly number[]): Promise<Map<number, WorkCounts>> {
  const { spaceId, today } = context;
  const known = countsOfVersions(context);
  const heads = await listCountedHeads(db, spaceId, scheduleIds);
  const keyOf = (id: number) => `${spaceId} ${id}`;
  const stateOf = ({ revision }: { revision: number }) => `${revision} ${today}`;
  const changed = heads.filter((head) => known.get(keyOf(head.id))?.state !== stateOf(head));
  // Other calls may let go of what is known while the rest is counted.
  const counted = new Map(heads.map(({ id }) => [id, known.get(keyOf(id))?.counts]));
  const ids = changed.map(({ id }) => id);
  const anew = ids.length ? await countWorksOf(db, spaceId, ids, today) : new Map<number, WorkCounts>();
  for (const head of changed) {
    const counts = anew.get(head.id) ?? NOTHING;
    counted.set(head.id, counts);
    known.delete(keyOf(head.id));
    known.set(keyOf(head.id), { state: stateOf(head), counts });
  }
  const counts = new Map(heads.map(({ id, schedule_id }) => [schedule_id, counted.get(id) ?? NOTHING]));
  for (const key of known.keys()) {
    if (known.size <= VERSIONS_COUNTED) break;
    known.delete(key);
  }
  return counts;
}
const NOTHING: WorkCounts = { cards: 0, overdue: 0, people: new Map() };
