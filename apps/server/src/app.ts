import type pg from 'pg';
import type { FastifyInstance } from 'fastify';
import { join } from 'node:path';
import { RIGHTS_OF_ROLE } from '@gantry/domain';
import { authRoutes } from './features/access/auth/auth.routes.ts';
import { createAuthenticate, loadCsrfSecret } from './features/access/auth/auth.service.ts';
import { jobsRoutes } from './features/access/jobs/jobs.routes.ts';
import { localizationRoutes } from './features/access/localization/localization.routes.ts';
import { preferencesRoutes } from './features/access/preferences/preferences.routes.ts';
import { mountPush } from './features/access/push/push.routes.ts';
import { spacesRoutes } from './features/access/spaces/spaces.routes.ts';
import { deleteSpaceJob, membershipOf } from './features/access/spaces/spaces.service.ts';
import { systemRoutes } from './features/access/system/system.routes.ts';
import { usersRoutes } from './features/access/users/users.routes.ts';
import { importSettingsRoutes } from './features/operations/import-settings/import-settings.routes.ts';
import { batchRoutes } from './features/operations/batch/batch.routes.ts';
import { batchExportJob, batchImportJob } from './features/operations/batch/batch.service.ts';
import { exportRoutes } from './features/operations/export/export.routes.ts';
import { exportJob, exportThread } from './features/operations/export/export.service.ts';
import { parityRoutes } from './features/operations/parity/parity.routes.ts';
import { importRoutes } from './features/operations/import/import.routes.ts';
import { importJob, importThread } from './features/operations/import/import.service.ts';
import { editsRoutes } from './features/planning/edits/edits.routes.ts';
import { expandEdits } from './features/planning/edits/edits.history.service.ts';
import { filtersRoutes } from './features/planning/filters/filters.routes.ts';
import { groupingRoutes } from './features/planning/grouping/grouping.routes.ts';
import { gwbsRoutes } from './features/planning/gwbs/gwbs.routes.ts';
import { layoutsRoutes } from './features/planning/layouts/layouts.routes.ts';
import { activitiesRoutes } from './features/planning/activities/activities.routes.ts';
import { compareRoutes } from './features/planning/compare/compare.routes.ts';
import { compareThread } from './features/planning/compare/compare.service.ts';
import { presenceRoutes } from './features/planning/presence/presence.routes.ts';
import { watchPresence } from './features/planning/presence/presence.service.ts';
import { relationsRoutes } from './features/planning/relations/relations.routes.ts';
import { timetableRoutes } from './features/planning/timetable/timetable.routes.ts';
import { calculationJob, engineThread } from './features/planning/timetable/timetable.service.ts';
import { copyVersionJob } from './features/planning/versions/versions.copy.service.ts';
import { versionsRoutes } from './features/planning/versions/versions.routes.ts';
import { eraseVersions } from './features/planning/versions/versions.service.ts';
import { wbsRoutes } from './features/planning/wbs/wbs.routes.ts';
import { epsRoutes } from './features/structure/eps/eps.routes.ts';
import { facilitiesRoutes } from './features/structure/facilities/facilities.routes.ts';
import { projectsRoutes } from './features/structure/projects/projects.routes.ts';
import { schedulesRoutes } from './features/structure/schedules/schedules.routes.ts';
import { type Context, createContext, type Services } from './platform/context.ts';
import { openDatabase } from './platform/database.ts';
import type { Env } from './platform/env.ts';
import { fail } from './platform/fail.ts';
import { openFolder } from './platform/files.ts';
import { createHttp, mount } from './platform/http.ts';
import { openJobs } from './platform/jobs.ts';
import { describeError, type Log } from './platform/log.ts';
import { servePage } from './platform/page.ts';
import { openPush } from './platform/push.ts';

const PAGE = join(import.meta.dirname, '../../web/dist');

export type App = {
  http: FastifyInstance;
  services: Services;
  /** The context of a person in a space, outside a call. */
  contextOf(userId: number, spaceId: number): Promise<Context>;
  close(): Promise<void>;
};

/** What calls and jobs stand on, with every kind of job known. */
type Ground = { services: Services; contextOf: App['contextOf']; close(): Promise<void> };

/** Opens database, push, files and jobs; `jobs.start()` of what it gives begins to run jobs in this thread. */
export function openGround(env: Env, connection: pg.PoolConfig, log: Log, now: () => Date = () => new Date()): Ground {
  const database = openDatabase(connection, (error) => log.warn('database.connection', describeError(error)));
  const push = openPush(connection, log);
  const jobs = openJobs(database, push, log);
  const files = openFolder(join(env.dataDir, 'files'));
  const services: Services = { database, push, jobs, files, log, now };

  const contextOf = contextOfJob(services);

  jobs.register(deleteSpaceJob(services, (spaceId, progress) => eraseVersions(services, spaceId, progress)));
  jobs.register(calculationJob(services, contextOf));
  jobs.register(copyVersionJob(contextOf));
  jobs.register(importJob(contextOf, files));
  jobs.register(exportJob(contextOf));
  jobs.register(batchImportJob(contextOf, files));
  jobs.register(batchExportJob(contextOf));
  return {
    services,
    contextOf,
    async close() {
      await jobs.close();
      await Promise.all([engineThread.close(), compareThread.close(), importThread.close(), exportThread.close()]);
      await push.close();
      await database.close();
    },
  };
}

/** The whole server on a migrated database: the table of contents of the product. Jobs run here, or in a thread that the caller opens. */
export async function createApp(
  env: Env,
  connection: pg.PoolConfig,
  log: Log,
  options: { now?: () => Date; jobs?: 'here' | 'elsewhere' } = {},
): Promise<App> {
  const ground = openGround(env, connection, log, options.now);
  const { services, contextOf } = ground;
  expandEdits(services);

  const csrfSecret = await loadCsrfSecret(services);
  const authenticate = createAuthenticate(services, csrfSecret);
  const http = await createHttp(services, env.trustedProxies);
  mount(
    http,
    {
      system: systemRoutes(env),
      auth: authRoutes(csrfSecret),
      users: usersRoutes({ registrationOpen: env.registrationOpen, csrfSecret }),
      spaces: spacesRoutes,
      localization: localizationRoutes,
      preferences: preferencesRoutes,
      eps: epsRoutes,
      facilities: facilitiesRoutes,
      projects: projectsRoutes,
      schedules: schedulesRoutes,
      versions: versionsRoutes,
      edits: editsRoutes,
      presence: presenceRoutes,
      compare: compareRoutes,
      activities: activitiesRoutes,
      wbs: wbsRoutes,
      relations: relationsRoutes,
      layouts: layoutsRoutes,
      filters: filtersRoutes,
      grouping: groupingRoutes,
      gwbs: gwbsRoutes,
      timetable: timetableRoutes,
      imports: importRoutes,
      importSettings: importSettingsRoutes,
      parity: parityRoutes,
      exports: exportRoutes,
      batch: batchRoutes,
      jobs: jobsRoutes,
      push: { stream: () => fail('request.not_found') },
    },
    authenticate,
  );
  mountPush(http, services, authenticate, watchPresence(services));
  await servePage(http, PAGE);
  if (options.jobs !== 'elsewhere') services.jobs.start();

  return {
    http,
    services,
    contextOf,
    async close() {
      await http.close();
      await ground.close();
    },
  };
}

/** A job acts with the rights that its owner has when it runs, not when it was started. */
function contextOfJob(services: Services): (userId: number, spaceId: number) => Promise<Context> {
  return async (userId, spaceId) => {
    const membership = await membershipOf(services, spaceId, userId);
    if (!membership) fail('auth.forbidden');
    const rights = new Set(RIGHTS_OF_ROLE[membership.role]);
    return createContext(services, { userId, userName: '', spaceId, rights, requestId: 'job', clientAddress: '' });
  };
}
