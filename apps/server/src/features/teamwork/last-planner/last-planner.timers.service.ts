import { wallClockAt } from '@gantry/domain';
import type { Services } from '../../../platform/context.ts';
import { startEvery } from '../../../platform/jobs/every.ts';
import { listSpaceZones, notify } from '../notices/notices.service.ts';
import { listOverdue, markOverdue } from './last-planner.roadblocks.repository.ts';

const LOOK_EVERY_MS = 15 * 60_000;
/** From this hour of a space's day on, people hear what was needed before it. */
const HOUR = 6;
/** So many at once: the rest follow at the next look. */
const MOST = 1000;

const SYSTEM = { spaceId: null, userId: null, system: true };

type Needs = Pick<Services, 'database' | 'push' | 'jobs' | 'webPush' | 'log' | 'now'>;

/** Owners of open roadblocks hear once that the day on which they were needed has passed; another day is another reason. */
export async function noticeOverdueRoadblocks(services: Needs): Promise<number> {
  const spaces = await services.database.read(SYSTEM, listSpaceZones);
  let made = 0;
  for (const [zone, inZone] of Map.groupBy(spaces, ({ time_zone }) => time_zone)) {
    const { day, hour } = wallClockAt(services.now(), zone);
    if (hour < HOUR) continue;
    const ids = inZone.map(({ id }) => id);
    for (const one of await services.database.read(SYSTEM, (db) => listOverdue(db, ids, day, MOST)))
      made += await services.database.write({ spaceId: one.space_id, userId: null }, async (tx) => {
        await markOverdue(tx, one);
        return notify(services, tx, one.space_id, {
          userIds: one.user_ids,
          kind: 'roadblock_overdue',
          actorId: null,
          nodeId: one.node_id,
          itemId: one.row_id,
          rowCode: one.row_code,
          data: { name: one.row_name, count: 1, date: `${one.needed_by}T00:00` },
          dedupe: `roadblock_overdue ${one.id} ${one.needed_by}`,
        });
      });
  }
  return made;
}

/** Looks for overdue roadblocks at intervals; the returned function stops the timer. */
export const startRoadblockTimers = (services: Needs): (() => void) =>
  startEvery(services.log, 'roadblocks.timer', LOOK_EVERY_MS, () => noticeOverdueRoadblocks(services));
