import { wallClockAt } from '@gantry/domain';
import type { Services } from '../../../platform/context.ts';
import { startEvery } from '../../../platform/jobs/every.ts';
import { listSpaceZones, notify } from '../notices/notices.service.ts';
import { type DueActionItem, listDueActionItems, markHeard } from './action-items.repository.ts';

const LOOK_EVERY_MS = 15 * 60_000;
/** From this hour of a space's day on, people hear what is due. */
const HOUR = 6;
/** So many at once: the rest follow at the next look. */
const MOST = 1000;

const SYSTEM = { spaceId: null, userId: null, system: true };

type Needs = Pick<Services, 'database' | 'push' | 'jobs' | 'webPush' | 'log' | 'now'>;

/** People of open action items hear once that the date comes near, and once that it has passed, by the day of their space. */
export async function noticeDueActionItems(services: Needs): Promise<number> {
  const spaces = await services.database.read(SYSTEM, listSpaceZones);
  let made = 0;
  for (const [zone, inZone] of Map.groupBy(spaces, ({ time_zone }) => time_zone)) {
    const { day, hour } = wallClockAt(services.now(), zone);
    if (hour < HOUR) continue;
    const ids = inZone.map(({ id }) => id);
    for (const item of await services.database.read(SYSTEM, (db) => listDueActionItems(db, ids, day, MOST)))
      made += await noticeDue(services, item);
  }
  return made;
}

async function noticeDue(services: Needs, item: DueActionItem): Promise<number> {
  const kind = item.passed ? 'assignment_date_delay' : 'assignment_date_approaching';
  return services.database.write({ spaceId: item.space_id, userId: null }, async (tx) => {
    await markHeard(tx, item);
    return notify(services, tx, item.space_id, {
      userIds: item.user_ids,
      kind,
      actorId: null,
      nodeId: item.node_id,
      itemId: item.row_id,
      rowCode: item.row_code,
      data: { name: item.title, count: 1, date: `${item.due}T00:00` },
      dedupe: `${kind} ${item.id} ${item.due}`,
    });
  });
}

/** Looks for due action items at intervals; the returned function stops the timer. */
export const startActionItemTimers = (services: Needs): (() => void) =>
  startEvery(services.log, 'action_items.timer', LOOK_EVERY_MS, () => noticeDueActionItems(services));
