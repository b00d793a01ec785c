import { type NoticeKind, wallClockAt } from '@gantry/domain';
import type { Services } from '../../../platform/context.ts';
import { startEvery } from '../../../platform/jobs/every.ts';
import { deleteInBlocks } from '../../../platform/jobs/jobs.clearing.ts';
import { type ActualVersion, type DueWork, listActualVersions, listDueWorks, listSpaceZones, oldNotices } from './notices.repository.ts';
import { dayAfter } from './notices.rules.ts';
import { notifyAll } from './notices.service.ts';

const LOOK_EVERY_MS = 15 * 60_000;
/** From this hour of a space's day on, people hear what the next day brings. */
const HOUR = 6;
/** Notices that are made in one transaction. */
const AT_ONCE = 1000;
/** Versions whose works are looked through in one statement. */
const VERSIONS_AT_ONCE = 100;
const CLEAR_EVERY_MS = 3_600_000;
const WHAT = { start: 'task_will_start', finish: 'task_will_finish' } as const satisfies Record<string, NoticeKind>;

const SYSTEM = { spaceId: null, userId: null, system: true };

type Needs = Pick<Services, 'database' | 'push' | 'jobs' | 'webPush' | 'log' | 'now'>;

/** What an earlier look was done with: by version, its day and revision. */
type Seen = Map<string, string>;

/**
 * Notifies executors and curators of the works that start or finish on the next day: one notice a person and schedule, once a day. A version
 * is looked through again on another day, or once it has changed.
 */
export async function noticeDueWorks(services: Needs, seen: Seen = new Map()): Promise<number> {
  const spaces = await services.database.read(SYSTEM, listSpaceZones);
  const now: Seen = new Map();
  let made = 0;
  for (const [zone, inZone] of Map.groupBy(spaces, ({ time_zone }) => time_zone)) {
    const { day, hour } = wallClockAt(services.now(), zone);
    if (hour < HOUR) continue;
    const ids = inZone.map(({ id }) => id);
    const versions = await services.database.read(SYSTEM, (db) => listActualVersions(db, ids));
    const stateOf = ({ revision }: ActualVersion) => `${day} ${revision}`;
    for (const version of versions) now.set(keyOf(version), stateOf(version));
    const changed = versions.filter((version) => seen.get(keyOf(version)) !== stateOf(version));
    for (let at = 0; at < changed.length; at += VERSIONS_AT_ONCE)
      made += await noticeDueWorksOf(services, changed.slice(at, at + VERSIONS_AT_ONCE), day);
  }
  seen.clear();
  for (const [key, state] of now) seen.set(key, state);
  return made;
}

const keyOf = ({ space_id, id }: ActualVersion): string => `${space_id} ${id}`;

async function noticeDueWorksOf(services: Needs, versions: readonly ActualVersion[], today: string): Promise<number> {
  const [from, to] = [dayAfter(today), dayAfter(today, 2)];
  const due = await services.database.read(SYSTEM, (db) => listDueWorks(db, versions, from, to));
  let made = 0;
  for (const [spaceId, ofSpace] of Map.groupBy(due, ({ space_id }) => space_id)) {
    const notices = (['start', 'finish'] as const).flatMap((what) =>
      bySchedule(ofSpace.filter((work) => work[what] !== null)).flatMap((works) => noticesOf(works, what, from)),
    );
    for (let at = 0; at < notices.length; at += AT_ONCE)
      made += await services.database.write({ spaceId, userId: null }, (tx) =>
        notifyAll(services, tx, spaceId, notices.slice(at, at + AT_ONCE)),
      );
  }
  return made;
}

/** What each person hears of the works of a schedule. */
function noticesOf(works: readonly DueWork[], what: keyof typeof WHAT, day: string) {
  const kind = WHAT[what];
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
    data: { name: first.name, count: 1 + others.length, date: first[what] },
    dedupe: `${kind} ${first.schedule_id} ${day}`,
  }));
}

const bySchedule = (works: readonly DueWork[]) => [...Map.groupBy(works, ({ schedule_id }) => schedule_id).values()];

/** Deletes notices that are older than half a year; returns how many. */
export const forgetNotices = (services: Pick<Services, 'database'>, most?: number): Promise<number> =>
  deleteInBlocks(services, oldNotices, most);

/** Looks for due works and old notices at intervals; the returned function stops the timers. */
export function startNoticeTimers(services: Needs): () => void {
  const seen: Seen = new Map();
  const stops = [
    startEvery(services.log, 'notices.timer', LOOK_EVERY_MS, () => noticeDueWorks(services, seen)),
    startEvery(services.log, 'notices.clearing', CLEAR_EVERY_MS, () => forgetNotices(services)),
  ];
  return () => stops.forEach((stop) => stop());
}
