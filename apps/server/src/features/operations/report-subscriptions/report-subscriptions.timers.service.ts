import { BUILT_IN_FORMS } from '@gantry/contract';
import type { Services } from '../../../platform/context.ts';
import { startEvery } from '../../../platform/jobs/every.ts';
import { SUBSCRIBED_REPORT, type SubscribedReport } from './report-subscriptions.letters.service.ts';
import { listDue, takeRun } from './report-subscriptions.repository.ts';
import { followingRun } from './report-subscriptions.service.ts';

const LOOK_EVERY_MS = 60_000;
const SYSTEM = { spaceId: null, userId: null, system: true };

type Needs = Pick<Services, 'database' | 'jobs' | 'log' | 'now'>;

/** Starts reports whose time has come: one a recipient, for all runs that were missed, by one server alone. Answers how many. */
export async function startDueReports(services: Needs): Promise<number> {
  const now = services.now();
  let begun = 0;
  for (const one of await services.database.read(SYSTEM, (db) => listDue(db, now))) {
    const form = one.form_id ?? BUILT_IN_FORMS.find((word) => word === one.form_word);
    await services.database.write({ spaceId: one.space_id, userId: null, system: true }, async (tx) => {
      if (!(await takeRun(tx, one, followingRun(one, now), now)) || form === undefined) return;
      const input: SubscribedReport = { form, nodeId: one.node_id, format: one.format, language: one.language };
      for (const userId of one.recipients.map(Number)) {
        await services.jobs.enqueue(tx, { spaceId: one.space_id, userId, kind: SUBSCRIBED_REPORT, title: '', input });
        begun++;
      }
    });
  }
  return begun;
}

/** Looks every minute; the returned function stops it. */
export const startReportTimers = (services: Needs): (() => void) =>
  startEvery(services.log, 'reports.timer', LOOK_EVERY_MS, () => startDueReports(services));
