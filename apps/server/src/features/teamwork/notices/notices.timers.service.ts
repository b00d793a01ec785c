import { type NoticeKind, wallClockAt } from '@gantry/domain';
import type { Services } from '../../../platform/context.ts';
import { startEvery } from '../../../platform/jobs/every.ts';
import { type DueWork, listDueWorks, listSpaceZones } from './notices.repository.ts';
import { dayAfter } from './notices.rules.ts';
import { notifyAll } from './notices.service.ts';

const LOOK_EVERY_MS = 15 * 60_000;
/** From this hour of a space's day on, people hear what the next day brings. */
const HOUR = 6;
/** Notices that are made in one transaction. */
const AT_ONCE = 1000;
const WHAT = { start: 'task_will_start', finish: 'task_will_finish' } as const satisfies Record<string, NoticeKind>;

const SYSTEM = { spaceId: null, userId: null, system: true };

type Needs = Pick<Services, 'database' | 'push' | 'jobs' | 'webPush' | 'log' | 'now'>;

/** Notifies executors and curators of the works that start or finish on the next day: one notice a person and schedule, once a day. */
export async function noticeDueWorks(services: Needs): Promise<number> {
  const spaces = await services.database.read(SYSTEM, listSpaceZones);
  let made = 0;
  for (const [zone, inZone] of Map.groupBy(spaces, ({ time_zone }) => time_zone)) {
    const { day, hour } = wallClockAt(services.now(), zone);
    if (hour >= HOUR)
      made += await noticeDueWorksOf(
        services,
        inZone.map(({ id }) => id),
        day,
      );
  }
  return made;
}

async function noticeDueWorksOf(services: Needs, spaceIds: readonly number[], today: string): Promise<number> {
  const [from, to] = [dayAfter(today), dayAfter(today, 2)];
  let made = 0;
  for (const what of ['start', 'finish'] as const) {
    const due = await services.database.read(SYSTEM, (db) => listDueWorks(db, spaceIds, what, from, to));
    for (const [spaceId, ofSpace] of Map.groupBy(due, ({ space_id }) => space_id)) {
      const notices = bySchedule(ofSpace).flatMap((works) => noticesOf(works, WHAT[what], from));
      for (let at = 0; at < notices.length; at += AT_ONCE)
        made += await services.database.write({ spaceId, userId: null }, (tx) =>
          notifyAll(services, tx, spaceId, notices.slice(at, at + AT_ONCE)),
        );
    }
  }
  return made;
}

/** What each person hears of the works of a schedule. */
function noticesOf(works: readonly DueWork[], kind: NoticeKind, day: string) {
  const people = new Map<number, DueWork[]>();
  for (const work of works)
    for (const person of new Set(work.user_ids)) {
      const own = people.get(person);
      if (own) own.push(work);
      else people.set(person, [work]);
    }
  return [...people].map(([person, [first, ...others]]) => ({
    userIds: [person],
    kind,
    actorId: null,
    nodeId: first.schedule_id,
    itemId: first.row_id,
    rowCode: first.row_code,
    data: { name: first.name, count: 1 + others.length, date: first.date },
    dedupe: `${kind} ${first.schedule_id} ${day}`,
  }));
}

const bySchedule = (works: readonly DueWork[]) => [...Map.groupBy(works, ({ schedule_id }) => schedule_id).values()];

/** Looks for due works at intervals; the returned function stops the timer. */
export const startNoticeTimers = (services: Needs): (() => void) =>
  startEvery(services.log, 'notices.timer', LOOK_EVERY_MS, () => noticeDueWorks(services));
