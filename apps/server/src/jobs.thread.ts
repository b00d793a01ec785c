import { parentPort, workerData } from 'node:worker_threads';
import { compose } from './compose.ts';
import { startTokenClearing } from './features/access/access-tokens/access-tokens.timers.service.ts';
import { startHierarchyClearing } from './features/access/roles/roles.reach.service.ts';
import { startAuditSeals } from './features/access/audit/audit.seals.service.ts';
import { startSessionClearing } from './features/access/auth/auth.timers.service.ts';
import { startInvitationClearing } from './features/access/invitations/invitations.timers.service.ts';
import { startDirectoryClearing } from './features/catalog/directories/directories.timers.service.ts';
import { startModelCallTimers } from './features/operations/ai/model/ai.model.timers.service.ts';
import { startBackupTimers } from './features/operations/backups/backups.timers.service.ts';
import { startCatalogTimers } from './features/planning/catalog-changes/catalog-changes.timers.service.ts';
import { startUploadTimers } from './features/operations/directory-files/directory-files.timers.service.ts';
import { startProposalTimers } from './features/operations/import/import.timers.service.ts';
import { startRemoteTimers } from './features/operations/remote-spaces/remote-spaces.timers.service.ts';
import { startReportTimers } from './features/operations/report-subscriptions/report-subscriptions.timers.service.ts';
import { startFactClearing } from './features/insight/analytics/analytics.timers.service.ts';
import { startSearchIndex } from './features/insight/search/search.index.service.ts';
import { startStemClearing } from './features/insight/search/search.timers.service.ts';
import { startEntryClearing } from './features/planning/day-entries/day-entries.timers.service.ts';
import { startActionItemTimers } from './features/teamwork/action-items/action-items.timers.service.ts';
import { startRoadblockTimers } from './features/teamwork/last-planner/last-planner.timers.service.ts';
import { startNoticeLetters } from './features/teamwork/notices/notices.letters.service.ts';
import { startNoticeTimers } from './features/teamwork/notices/notices.timers.service.ts';
import { startModelSweep } from './features/bim/models/models.service.ts';
import { startStorageSweep } from './features/teamwork/storage/storage.sweep.service.ts';
import type { Env } from './platform/env/env.ts';
import { startCallClearing } from './platform/http/repeats.ts';
import { startJobClearing } from './platform/jobs/jobs.clearing.ts';
import type { Connection } from './platform/postgres/database.ts';
import { standBack } from './platform/jobs/priority.ts';
import { beat } from './platform/jobs/side-thread.ts';
import { createLog } from './platform/log.ts';
import { openTraces } from './platform/traces/traces.ts';

/** What the thread that runs jobs is started with. */
export type JobsThreadInput = { env: Env; connection: Connection };

// Long work reads and writes whole versions; beside the calls it would make every one of them wait.
const { env, connection } = workerData as JobsThreadInput;
const log = createLog({ thread: 'jobs' }, undefined, env.logLevel);
const endTraces = await openTraces(env.traces, log);
// People go before jobs, in the database too.
standBack();
const composition = compose(env, { ...connection, standsBack: true }, log);
composition.services.jobs.start();
const { services } = composition;
const stopTimers = [
  startNoticeTimers(services),
  startNoticeLetters(services),
  startActionItemTimers(services),
  startRoadblockTimers(services),
  startStorageSweep(services),
  startModelSweep(services),
  startBackupTimers(services),
  startRemoteTimers(services),
  startAuditSeals(services),
  startReportTimers(services),
  startModelCallTimers(services),
  startProposalTimers(services),
  startUploadTimers(services),
  startCatalogTimers(services),
  startJobClearing(services),
  startSessionClearing(services),
  startTokenClearing(services),
  startHierarchyClearing(services),
  startInvitationClearing(services),
  startEntryClearing(services),
  startDirectoryClearing(services),
  startCallClearing(services),
  startFactClearing(services),
  startStemClearing(services),
];
const stopIndex = startSearchIndex(composition.services);
const stopBeat = beat(parentPort);

parentPort?.once('message', async () => {
  for (const stop of stopTimers) stop();
  stopBeat();
  await stopIndex();
  await composition.close();
  await endTraces();
  parentPort?.close();
});
