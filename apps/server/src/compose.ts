import { join } from 'node:path';
import { openAuditFiles } from './features/access/audit/audit.service.ts';
import { invitationLetter } from './features/access/invitations/invitations.service.ts';
import { quantitiesOfElements } from './features/bim/model-volumes/model-volumes.service.ts';
import { estimateCosts, indicesThread, suggestionsThread } from './features/costing/cost-links/cost-links.service.ts';
import { planThread } from './features/bim/model-schedules/model-schedules.service.ts';
import { rulesThread } from './features/costing/compliance-rules/compliance-rules.files.service.ts';
import { estimateExportJob, estimateWritingThread } from './features/costing/estimates/estimates.export.service.ts';
import { estimateImportJob, estimatesThread } from './features/costing/estimates/estimates.service.ts';
import { followLogLevels } from './features/access/installation/installation.service.ts';
import { admitJob, contextsOfJobs } from './features/access/jobs/jobs.service.ts';
import { letterJob } from './features/access/letters/letters.service.ts';
import { resetLetter, restoredLetter } from './features/access/recovery/recovery.letters.service.ts';
import { erasePreparedFiles } from './features/access/downloads/downloads.service.ts';
import { deleteSpaceJob } from './features/access/spaces/spaces.service.ts';
import { aiLearnJob, aiNamesThread, openAi } from './features/operations/ai/ai.service.ts';
import {
  backupLetter,
  eraseBackups,
  makeBackupJob,
  restoreBackupJob,
  restoreFileJob,
  verifyBackupJob,
} from './features/operations/backups/backups.service.ts';
import { copyRemoteJob } from './features/operations/remote-spaces/remote-spaces.service.ts';
import { batchCalculateJob, batchExportJob, batchImportJob } from './features/operations/batch/batch.service.ts';
import { reportLetter, subscribedReportJob } from './features/operations/report-subscriptions/report-subscriptions.service.ts';
import { removeDemoJob } from './features/operations/demo-data/demo-data.removal.service.ts';
import { demoJob, finishDemoJob } from './features/operations/demo-data/demo-data.service.ts';
import { exportJob, exportThread } from './features/operations/export/export.service.ts';
import { importJob, openImports } from './features/operations/import/import.service.ts';
import {
  directoryAcceptJob,
  directoryExportJob,
  directoryFilesThread,
  directoryUploadJob,
} from './features/operations/directory-files/directory-files.service.ts';
import { projectExportJob, projectImportJob } from './features/operations/project-files/project-files.service.ts';
import {
  relationExportJob,
  relationFilesThread,
  relationImportJob,
} from './features/operations/directory-relation-files/directory-relation-files.service.ts';
import { catalogActJobs } from './features/planning/catalog-changes/catalog-changes.acts.service.ts';
import { catalogFollowJobs } from './features/planning/catalog-changes/catalog-changes.follow.service.ts';
import { catalogAcceptJob, catalogPreviewJob } from './features/planning/catalog-changes/catalog-changes.service.ts';
import { openCompare } from './features/planning/compare/compare.service.ts';
import { indicatorsJob } from './features/planning/indicator-values/indicator-values.service.ts';
import { openCurves } from './features/planning/resources/resources.curves.service.ts';
import { resourcesThread } from './features/planning/resources/resources.load.service.ts';
import { calculationJob, engineThread, levelingThread } from './features/planning/timetable/timetable.service.ts';
import { followEdits } from './features/planning/timetable/live/timetable.live.follow.service.ts';
import { openSnapshots } from './features/planning/wbs/snapshot/wbs.snapshot.service.ts';
import { openRowsThread } from './features/planning/wbs/wbs.view.service.ts';
import { openLive } from './features/planning/timetable/live/timetable.live.service.ts';
import { versionDirectoryJobs } from './features/planning/version-directories/version-directories.jobs.ts';
import { countCostsWith } from './features/planning/versions/versions.costs.service.ts';
import { takeQuantitiesFrom } from './features/planning/versions/versions.quantities.service.ts';
import { copyVersionJob } from './features/planning/versions/versions.copy.service.ts';
import { deleteVersionJob } from './features/planning/versions/versions.removal.service.ts';
import { eraseVersions } from './features/planning/version-heads/version-heads.service.ts';
import { analyticsThread, bundlesJob, factsJob } from './features/insight/analytics/analytics.service.ts';
import { healthThread } from './features/insight/health/health.service.ts';
import { riskJob, riskThread } from './features/insight/risk/risk.service.ts';
import { narrativeThread } from './features/insight/narrative/narrative.service.ts';
import { eraseForms, reportJob, reportsJob, reportsThread } from './features/insight/report-forms/report-forms.service.ts';
import { printJob, printThread } from './features/insight/print/print.service.ts';
import { followPlaces, placesFollowJob } from './features/planning/catalog-changes/catalog-changes.distributions.service.ts';
import { dayValuesUndo } from './features/planning/day-values/day-values.reactions.ts';
import { kanbanEdits } from './features/teamwork/kanban/kanban.reactions.ts';
import { relinkJob } from './features/bim/model-links/model-links.propose.service.ts';
import { convertJob, eraseModels } from './features/bim/models/models.service.ts';
import { noticesLetter, testLetter } from './features/teamwork/notices/notices.letters.service.ts';
import { pushJob } from './features/teamwork/notices/notices.push.service.ts';
import { noticeEdits } from './features/teamwork/notices/notices.reactions.ts';
import { followReports } from './features/planning/day-entries/day-entries.reactions.ts';
import { followApprovals } from './features/teamwork/timesheets/timesheets.reactions.ts';
import { eraseStorage } from './features/teamwork/storage/storage.service.ts';
import { picturesThread } from './features/teamwork/storage/storage.upload.service.ts';
import type { ContextOfJob, Services } from './platform/context.ts';
import { type Connection, openDatabase } from './platform/postgres/database.ts';
import type { Env } from './platform/env/env.ts';
import { openBackupStore } from './platform/files/backup-store.ts';
import { openFolder } from './platform/files/files.folder.ts';
import { openS3 } from './platform/files/files.s3.ts';
import { createSafeFetch } from './platform/egress/egress.ts';
import { openJobs } from './platform/jobs/jobs.ts';
import { describeError, type Log } from './platform/log.ts';
import { openMailFolder } from './platform/mail/mail.ts';
import { openSmtp } from './platform/mail/mail.smtp.ts';
import { openPush } from './platform/push.ts';
import { openLicensing } from './platform/signed-tokens.ts';

/** The shared services of calls and jobs, with every kind of job registered. */
export type Composition = {
  services: Services;
  /** The context of a person in a space, outside a call. */
  contextOf: ContextOfJob;
  close(): Promise<void>;
};

/** The composition root: opens database, push, files and jobs. `jobs.start()` of the result runs jobs in this thread. */
export function compose(
  env: Env,
  connection: Connection,
  log: Log,
  { now = () => new Date(), isLive = false }: { now?: () => Date; isLive?: boolean } = {},
): Composition {
  const database = openDatabase(connection, (error) => log.warn('database.connection', describeError(error)));
  const push = openPush(connection, log);
  const jobs = openJobs(database, push, log, (db, owner) => admitJob(services, db, owner));
  const files = env.s3 ? openS3(env.s3, join(env.dataDir, 'files-cache')) : openFolder(join(env.dataDir, 'files'));
  const mail = env.smtp ? openSmtp(env.smtp, env.mailFrom) : openMailFolder(join(env.dataDir, 'mail'), env.mailFrom, log);
  const services: Services = {
    database,
    push,
    jobs,
    files,
    mail,
    copiesDir: env.copiesDir,
    backups: openBackupStore(env.backups, join(env.dataDir, 'files-cache')),
    log,
    now,
    licensing: openLicensing(env),
    publicUrl: env.publicUrl,
    storageQuotaMb: env.storageQuotaMb,
    webPush: env.webPush,
    administrators: env.administrators,
  };

  followLogLevels(services);
  noticeEdits(services);
  dayValuesUndo(services);
  followPlaces(services);
  followApprovals(services);
  followReports(services);
  countCostsWith(services, estimateCosts);
  takeQuantitiesFrom(services, quantitiesOfElements);
  kanbanEdits(services);
  const curves = openCurves(services, connection);
  const auditFiles = openAuditFiles(services, connection);
  const comparisons = openCompare(services, connection);
  const rowsThread = openRowsThread(services, connection);
  const imports = openImports(services, connection);
  const assistant = openAi(services, connection);
  const snapshots = openSnapshots(services, connection);
  const live = isLive ? openLive(services, connection) : null;
  if (live) followEdits(services);
  const contextOf = contextsOfJobs(services);

  const emptySpace = async (spaceId: number, progress: (share: number) => Promise<void>): Promise<void> => {
    await eraseVersions(services, spaceId, progress);
    await erasePreparedFiles(services, spaceId);
    await eraseStorage(services, spaceId);
    await eraseModels(services, spaceId);
    await eraseForms(services, spaceId);
    await eraseBackups(services, spaceId);
  };
  jobs.register(deleteSpaceJob(services, emptySpace));
  const letters = [
    resetLetter(services, env.publicUrl),
    restoredLetter(services),
    invitationLetter(services, env.publicUrl),
    noticesLetter(services, env.publicUrl),
    testLetter(services, env.publicUrl),
    reportLetter(services, env.publicUrl),
    backupLetter(services, env.publicUrl),
  ];
  jobs.register(letterJob(services, letters));
  const safeFetch = createSafeFetch(env.egressAllowed);
  jobs.register(pushJob(services, { safeFetch, publicUrl: env.publicUrl, contact: env.supportEmail }));
  jobs.register(calculationJob(services, contextOf));
  jobs.register(copyVersionJob(contextOf));
  jobs.register(deleteVersionJob(contextOf));
  jobs.register(indicatorsJob(contextOf));
  jobs.register(factsJob(contextOf));
  jobs.register(bundlesJob(services));
  jobs.register(riskJob(contextOf));
  jobs.register(aiLearnJob(contextOf));
  jobs.register(printJob(contextOf));
  jobs.register(reportJob(contextOf));
  jobs.register(reportsJob(contextOf));
  jobs.register(subscribedReportJob(services, contextOf));
  jobs.register(convertJob(services, contextOf));
  jobs.register(relinkJob(contextOf));
  jobs.register(catalogPreviewJob(contextOf));
  jobs.register(catalogAcceptJob(contextOf));
  for (const kind of catalogActJobs(contextOf)) jobs.register(kind);
  for (const kind of catalogFollowJobs(contextOf)) jobs.register(kind);
  jobs.register(placesFollowJob(contextOf));
  for (const job of versionDirectoryJobs(contextOf)) jobs.register(job);
  jobs.register(relationExportJob(contextOf));
  jobs.register(relationImportJob(contextOf, files));
  jobs.register(importJob(contextOf, files));
  jobs.register(estimateImportJob(contextOf, files));
  jobs.register(estimateExportJob(contextOf));
  jobs.register(exportJob(contextOf));
  jobs.register(directoryUploadJob(contextOf, files));
  jobs.register(directoryAcceptJob(contextOf));
  jobs.register(directoryExportJob(contextOf));
  jobs.register(demoJob(services, contextOf));
  jobs.register(finishDemoJob(services, contextOf));
  jobs.register(removeDemoJob(contextOf));
  jobs.register(batchImportJob(contextOf, files));
  jobs.register(batchExportJob(contextOf));
  jobs.register(batchCalculateJob(contextOf));
  jobs.register(projectImportJob(contextOf, files));
  jobs.register(projectExportJob(contextOf));
  jobs.register(makeBackupJob(services));
  jobs.register(verifyBackupJob(services));
  jobs.register(restoreBackupJob(services));
  jobs.register(restoreFileJob(services));
  jobs.register(copyRemoteJob(services, { safeFetch, publicUrl: env.publicUrl }));
  return {
    services,
    contextOf,
    async close() {
      await jobs.close();
      await Promise.all([
        live?.close(),
        engineThread.close(),
        levelingThread.close(),
        comparisons.close(),
        imports.close(),
        exportThread.close(),
        picturesThread.close(),
        directoryFilesThread.close(),
        analyticsThread.close(),
        healthThread.close(),
        riskThread.close(),
        assistant.close(),
        aiNamesThread.close(),
        resourcesThread.close(),
        curves.close(),
        auditFiles.close(),
        rowsThread.close(),
        snapshots.close(),
        printThread.close(),
        reportsThread.close(),
        narrativeThread.close(),
        estimatesThread.close(),
        estimateWritingThread.close(),
        rulesThread.close(),
        indicesThread.close(),
        suggestionsThread.close(),
        planThread.close(),
      ]);
      await relationFilesThread.close();
      await push.close();
      await database.close();
    },
  };
}
