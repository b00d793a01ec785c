import type { Services } from '../../../platform/context.ts';
import { startEvery } from '../../../platform/jobs/every.ts';
import { stayingOf } from './report-subscriptions.leaving.service.ts';
import { listDue, takeRun } from './report-subscriptions.repository.ts';
import { forgetOldDeliveries, forgetOldSendings } from './report-subscriptions.sendings.repository.ts';
import { beginSendings } from './report-subscriptions.sendings.service.ts';
import { followingRun } from './report-subscriptions.service.ts';

const LOOK_EVERY_MS = 60_000;
const SYSTEM = { spaceId: null, userId: null, system: true };

type Needs = Pick<Services, 'database' | 'jobs' | 'push' | 'log' | 'now'>;

/** Spaces whose old sendings were forgotten on a day. */
const swept = { day: '', spaces: new Set<number>() };

/** Whether old sendings of a space are still to be forgotten today: they are looked for among all of the space. */
function isToSweep(spaceId: number, now: Date): boolean {
  const day = now.toISOString().slice(0, 10);
  if (swept.day !== day) {
    swept.day = day;
    swept.spaces.clear();
  }
  return !swept.spaces.has(spaceId);
}

/** Starts reports whose time has come: one a recipient, for all runs that were missed, by one server alone. Answers how many. */
export async function startDueReports(services: Needs): Promise<number> {
  const now = services.now();
  let begun = 0;
  for (const one of await services.database.read(SYSTEM, (db) => listDue(db, now))) {
    await services.database.write({ spaceId: one.space_id, userId: null, system: true }, async (tx) => {
      if (!(await takeRun(tx, one, followingRun(one, now), now))) return;
      const names = stayingOf(one);
      await beginSendings(services, tx, one, { names, askedBy: null, now });
      begun += names.length;
      await forgetOldDeliveries(tx, one.space_id);
      if (isToSweep(one.space_id, now)) await forgetOldSendings(tx, one.space_id, now);
      swept.spaces.add(one.space_id);
    });
  }
  return begun;
}

/** Looks every minute; the returned function stops it. */
export const startReportTimers = (services: Needs): (() => void) =>
  startEvery(services.log, 'reports.timer', LOOK_EVERY_MS, () => startDueReports(services));
