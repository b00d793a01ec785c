import { type NoticeKind, wallClockAt } from '@gantry/domain';
import type { Services } from '../../../platform/context.ts';
import { startEvery } from '../../../platform/jobs/every.ts';
import { type DueWork, listDueWorks, listSpaceZones } from './notices.repository.ts';
import { dayAfter } from './notices.rules.ts';
import { notify } from './notices.service.ts';

const LOOK_EVERY_MS = 15 * 60_000;
/** From this hour of a space's day on, people hear what the next day brings. */
const HOUR = 6;
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
    for (const works of bySchedule(due)) {
      const [first] = works;
      made += await services.database.write({ spaceId: first.space_id, userId: null }, async (tx) => {
        let sent = 0;
        for (const person of new Set(works.flatMap(({ user_ids }) => user_ids))) {
          const own = works.filter(({ user_ids }) => user_ids.includes(person));
          sent += await notify(services, tx, first.space_id, {
            userIds: [person],
            kind: WHAT[what],
            actorId: null,
            nodeId: first.schedule_id,
            itemId: own[0].row_id,
            rowCode: own[0].row_code,
            data: { name: own[0].name, count: own.length, date: own[0].date },
            dedupe: `${WHAT[what]} ${first.schedule_id} ${from}`,
          });
        }
        return sent;
      });
    }
  }
  return made;
}

const bySchedule = (works: readonly DueWork[]) => Map.groupBy(works, ({ space_id, schedule_id }) => `${space_id} ${schedule_id}`).values();

/** Looks for due works at intervals; the returned function stops the timer. */
export const startNoticeTimers = (services: Needs): (() => void) =>
  startEvery(services.log, 'notices.timer', LOOK_EVERY_MS, () => noticeDueWorks(services));
