import type { FastifyInstance } from 'fastify';
import { join } from 'node:path';
import { accessTokensRoutes } from './features/access/access-tokens/access-tokens.routes.ts';
import { auditRoutes } from './features/access/audit/audit.routes.ts';
import { authRoutes } from './features/access/auth/auth.routes.ts';
import { createAuthenticate } from './features/access/gate/gate.service.ts';
import { loadCsrfSecret } from './features/access/auth/auth.service.ts';
import { delegationRoutes } from './features/access/delegation/delegation.routes.ts';
import { grantsRoutes } from './features/access/grants/grants.routes.ts';
import { admitReaders } from './features/access/grants/grants.service.ts';
import { jobsRoutes } from './features/access/jobs/jobs.routes.ts';
import { invite } from './features/access/invitations/invitations.service.ts';
import { invitationsRoutes } from './features/access/invitations/invitations.routes.ts';
import { installationRoutes } from './features/access/installation/installation.routes.ts';
import { checkLicenses, daysOfLicenses } from './features/access/licenses/licenses.service.ts';
import { licensesRoutes } from './features/access/licenses/licenses.routes.ts';
import { localizationRoutes } from './features/access/localization/localization.routes.ts';
import { preferencesRoutes } from './features/access/preferences/preferences.routes.ts';
import { mountPush } from './features/access/push/push.routes.ts';
import { recoveryRoutes } from './features/access/recovery/recovery.routes.ts';
import { rolesRoutes } from './features/access/roles/roles.routes.ts';
import { singleSignOnRoutes } from './features/access/single-sign-on/single-sign-on.routes.ts';
import { openIdentityProviders } from './features/access/single-sign-on/single-sign-on.service.ts';
import { spacesRoutes } from './features/access/spaces/spaces.routes.ts';
import { systemRoutes } from './features/access/system/system.routes.ts';
import { usersRoutes } from './features/access/users/users.routes.ts';
import { attributeAccessRoutes } from './features/catalog/attribute-access/attribute-access.routes.ts';
import { createNodeWith } from './features/catalog/attributes/attributes.service.ts';
import { attributesRoutes } from './features/catalog/attributes/attributes.routes.ts';
import { calculatedAttributeSettingsRoutes } from './features/catalog/calculated-attribute-settings/calculated-attribute-settings.routes.ts';
import { calendarsRoutes } from './features/catalog/calendars/calendars.routes.ts';
import { measuresRoutes } from './features/catalog/measures/measures.routes.ts';
import { directoriesRoutes } from './features/catalog/directories/directories.routes.ts';
import { distributionsRoutes } from './features/catalog/distributions/distributions.routes.ts';
import { distributionsOfPlan } from './features/planning/catalog-changes/catalog-changes.distributions.service.ts';
import { coefficientsRoutes } from './features/catalog/coefficients/coefficients.routes.ts';
import { directoryRelationsRoutes } from './features/catalog/directory-relations/directory-relations.routes.ts';
import { attributeFilesRoutes } from './features/catalog/attribute-files/attribute-files.routes.ts';
import { parametricListsRoutes } from './features/catalog/parametric-lists/parametric-lists.routes.ts';
import { specialtiesRoutes } from './features/catalog/specialties/specialties.routes.ts';
import { indicatorsRoutes } from './features/catalog/indicators/indicators.routes.ts';
import { importSettingsRoutes } from './features/operations/import-settings/import-settings.routes.ts';
import { aiRoutes } from './features/operations/ai/ai.routes.ts';
import { backupsRoutes } from './features/operations/backups/backups.routes.ts';
import { remoteSpacesRoutes } from './features/operations/remote-spaces/remote-spaces.routes.ts';
import { reportSubscriptionsRoutes } from './features/operations/report-subscriptions/report-subscriptions.routes.ts';
import { batchRoutes } from './features/operations/batch/batch.routes.ts';
import { projectFilesRoutes } from './features/operations/project-files/project-files.routes.ts';
import { demoDataRoutes } from './features/operations/demo-data/demo-data.routes.ts';
import { directoryRelationFilesRoutes } from './features/operations/directory-relation-files/directory-relation-files.routes.ts';
import { exportRoutes } from './features/operations/export/export.routes.ts';
import { directoryFilesRoutes } from './features/operations/directory-files/directory-files.routes.ts';
import { parityRoutes } from './features/operations/parity/parity.routes.ts';
import { importRoutes } from './features/operations/import/import.routes.ts';
import { editsRoutes } from './features/planning/edits/edits.routes.ts';
import { expandAttributeUpdates, expandEdits } from './features/planning/edits/undo/edits.history.service.ts';
import { filtersRoutes } from './features/planning/filters/filters.routes.ts';
import { groupingRoutes } from './features/planning/grouping/grouping.routes.ts';
import { gwbsRoutes } from './features/planning/gwbs/gwbs.routes.ts';
import { layoutsRoutes } from './features/planning/layouts/layouts.routes.ts';
import { activitiesRoutes } from './features/planning/activities/activities.routes.ts';
import { compareRoutes } from './features/planning/compare/compare.routes.ts';
import { presenceRoutes } from './features/planning/presence/presence.routes.ts';
import { watchPresence } from './features/planning/presence/presence.service.ts';
import { resourcesRoutes } from './features/planning/resources/resources.routes.ts';
import { replacementsRoutes } from './features/planning/replacements/replacements.routes.ts';
import { resourceSettingsRoutes } from './features/planning/resource-settings/resource-settings.routes.ts';
import { dayValuesRoutes } from './features/planning/day-values/day-values.routes.ts';
import { linksRoutes } from './features/planning/links/links.routes.ts';
import { relationsRoutes } from './features/planning/relations/relations.routes.ts';
import { followByJobs } from './features/planning/timetable/live/timetable.live.follow.service.ts';
import { timetableRoutes } from './features/planning/timetable/timetable.routes.ts';
import { attributeCalculateRoutes } from './features/planning/attribute-calculate/attribute-calculate.routes.ts';
import { attributeValuesRoutes } from './features/planning/attribute-values/attribute-values.routes.ts';
import { indicatorValuesRoutes } from './features/planning/indicator-values/indicator-values.routes.ts';
import { versionCalendarsRoutes } from './features/planning/version-calendars/version-calendars.routes.ts';
import { followLater } from './features/planning/catalog-changes/catalog-changes.follow.service.ts';
import { catalogChangesRoutes } from './features/planning/catalog-changes/catalog-changes.routes.ts';
import { directoryFollowers } from './features/planning/version-directories/version-directories.follow.service.ts';
import { versionDirectoriesRoutes } from './features/planning/version-directories/version-directories.routes.ts';
import { versionsRoutes } from './features/planning/versions/versions.routes.ts';
import { wbsRoutes } from './features/planning/wbs/wbs.routes.ts';
import { epsRoutes } from './features/structure/eps/eps.routes.ts';
import { epsViewsRoutes } from './features/structure/eps-views/eps-views.routes.ts';
import { facilitiesRoutes } from './features/structure/facilities/facilities.routes.ts';
import { projectsRoutes } from './features/structure/projects/projects.routes.ts';
import { schedulesRoutes } from './features/structure/schedules/schedules.routes.ts';
import { expandChat } from './features/teamwork/chat/chat.messages.service.ts';
import { chatRoutes } from './features/teamwork/chat/chat.routes.ts';
import { costLinksRoutes } from './features/costing/cost-links/cost-links.routes.ts';
import { estimateQuantitiesRoutes } from './features/costing/estimate-quantities/estimate-quantities.routes.ts';
import { estimateMappingsRoutes, estimatesRoutes } from './features/costing/estimates/estimates.routes.ts';
import { dayEntriesRoutes } from './features/planning/day-entries/day-entries.routes.ts';
import { lastPlannerRoutes } from './features/teamwork/last-planner/last-planner.routes.ts';
import { timesheetsRoutes } from './features/teamwork/timesheets/timesheets.routes.ts';
import { actionItemsRoutes } from './features/teamwork/action-items/action-items.routes.ts';
import { checklistsRoutes } from './features/teamwork/checklists/checklists.routes.ts';
import { analyticsRoutes } from './features/insight/analytics/analytics.routes.ts';
import { analyticsSettingsRoutes } from './features/insight/analytics-settings/analytics-settings.routes.ts';
import { cyclogramRoutes } from './features/insight/cyclogram/cyclogram.routes.ts';
import { healthRoutes } from './features/insight/health/health.routes.ts';
import { pipesRoutes } from './features/insight/pipes/pipes.routes.ts';
import { riskRoutes } from './features/insight/risk/risk.routes.ts';
import { startMovedSweep } from './features/planning/links/links.status.service.ts';
import { sizesOf } from './features/planning/version-heads/version-heads.sizes.service.ts';
import { startBeacon } from './features/planning/version-heads/version-heads.beacon.service.ts';
import { scoreboardRoutes } from './features/insight/scoreboard/scoreboard.routes.ts';
import { printRoutes } from './features/insight/print/print.routes.ts';
import { narrativeRoutes } from './features/insight/narrative/narrative.routes.ts';
import { reportFormsRoutes } from './features/insight/report-forms/report-forms.routes.ts';
import { searchRoutes } from './features/insight/search/search.routes.ts';
import { commentsRoutes } from './features/teamwork/comments/comments.routes.ts';
import { modelLinksRoutes } from './features/bim/model-links/model-links.routes.ts';
import { modelProfilesRoutes } from './features/bim/model-profiles/model-profiles.routes.ts';
import { modelSchedulesRoutes } from './features/bim/model-schedules/model-schedules.routes.ts';
import { modelVolumesRoutes } from './features/bim/model-volumes/model-volumes.routes.ts';
import { primitiveModelsRoutes } from './features/bim/primitive-models/primitive-models.routes.ts';
import { modelsRoutes } from './features/bim/models/models.routes.ts';
import { storageRoutes } from './features/teamwork/storage/storage.routes.ts';
import { expandNotices } from './features/teamwork/notices/notices.service.ts';
import { kanbanRoutes } from './features/teamwork/kanban/kanban.routes.ts';
import { noticesRoutes } from './features/teamwork/notices/notices.routes.ts';
import { actsRoutes } from './features/costing/acts/acts.routes.ts';
import { pdcRoutes } from './features/costing/pdc/pdc.routes.ts';
import { complianceRulesRoutes } from './features/costing/compliance-rules/compliance-rules.routes.ts';
import type { Env } from './platform/env/env.ts';
import type { Connection } from './platform/postgres/database.ts';
import { createSafeFetch } from './platform/egress/egress.ts';
import { fail } from './platform/fail.ts';
import { openHeavyCalls } from './platform/http/heavy.ts';
import { createHttp, mount } from './platform/http/http.ts';
import { type Log } from './platform/log.ts';
import { servePage } from './platform/http/page.ts';
import { traceCalls } from './platform/traces/traces.ts';
import { type Composition, compose } from './compose.ts';

/** How long calls under way may take when the server ends. */
const GRACE_MS = 10_000;

const HEAVY_THREAD = new URL('./heavy.thread.ts', import.meta.url);
const PAGE = join(import.meta.dirname, '../../web/dist');

export type App = Composition & {
  http: FastifyInstance;
  /** Full days until the first active licence ends; null where none does. */
  licenseDays(): Promise<number | null>;
};

/**
 * The whole server on a migrated database: the table of contents of the product. Jobs run here, or in a thread that the caller opens. Heavy
 * calls are answered here, or `beside` in a thread; with `heavy` this is that thread.
 */
export async function createApp(
  env: Env,
  connection: Connection,
  log: Log,
  options: { now?: () => Date; jobs?: 'here' | 'elsewhere'; calls?: 'here' | 'beside' | 'heavy' } = {},
): Promise<App> {
  const isHeavy = options.calls === 'heavy';
  const composition = compose(env, connection, log, { now: options.now, isLive: !isHeavy });
  const { services, contextOf } = composition;
  // Versions that are kept calculated are the other thread's.
  if (isHeavy) followByJobs(services);
  admitReaders(services);
  expandEdits(services);
  expandAttributeUpdates(services);
  expandNotices(services);
  expandChat(services);

  const csrfSecret = await loadCsrfSecret(services);
  await checkLicenses(services);
  const authenticate = createAuthenticate(services, { csrfSecret, idlenessMinutes: env.idlenessMinutes, privacy: env.privacy });
  const providers = openIdentityProviders(env, csrfSecret, log);
  const safeFetch = createSafeFetch(env.egressAllowed);
  const http = await createHttp(services, env.trustedProxies, { isBehind: isHeavy });
  const heavy = options.calls === 'beside' ? openHeavyCalls(HEAVY_THREAD, { env, connection }, log) : null;
  traceCalls(http);
  mount(
    http,
    {
      system: systemRoutes(env, providers),
      auth: authRoutes(csrfSecret),
      singleSignOn: singleSignOnRoutes(providers),
      users: usersRoutes({ registrationOpen: env.registrationOpen, csrfSecret, privacy: env.privacy }),
      recovery: recoveryRoutes({ byAnswer: env.restoreByAnswer, secret: csrfSecret }),
      accessTokens: accessTokensRoutes,
      spaces: spacesRoutes(invite),
      invitations: invitationsRoutes(csrfSecret),
      licenses: licensesRoutes,
      installation: installationRoutes,
      roles: rolesRoutes,
      grants: grantsRoutes,
      delegation: delegationRoutes,
      audit: auditRoutes,
      localization: localizationRoutes,
      preferences: preferencesRoutes,
      eps: epsRoutes(createNodeWith),
      epsViews: epsViewsRoutes,
      facilities: facilitiesRoutes(createNodeWith),
      projects: projectsRoutes(createNodeWith),
      schedules: schedulesRoutes(createNodeWith),
      attributes: attributesRoutes(followLater('attribute')),
      attributeAccess: attributeAccessRoutes,
      calculatedAttributeSettings: calculatedAttributeSettingsRoutes(followLater('attribute')),
      calendars: calendarsRoutes(followLater('calendar')),
      indicators: indicatorsRoutes,
      specialties: specialtiesRoutes,
      attributeFiles: attributeFilesRoutes,
      parametricLists: parametricListsRoutes,
      measures: measuresRoutes,
      directories: directoriesRoutes(directoryFollowers),
      coefficients: coefficientsRoutes,
      distributions: distributionsRoutes(distributionsOfPlan),
      directoryRelations: directoryRelationsRoutes,
      directoryRelationFiles: directoryRelationFilesRoutes,
      versions: versionsRoutes,
      versionCalendars: versionCalendarsRoutes,
      versionDirectories: versionDirectoriesRoutes,
      catalogChanges: catalogChangesRoutes,
      attributeValues: attributeValuesRoutes,
      indicatorValues: indicatorValuesRoutes,
      attributeCalculate: attributeCalculateRoutes,
      edits: editsRoutes,
      presence: presenceRoutes,
      compare: compareRoutes,
      activities: activitiesRoutes,
      wbs: wbsRoutes,
      relations: relationsRoutes,
      links: linksRoutes,
      dayValues: dayValuesRoutes,
      resources: resourcesRoutes,
      resourceSettings: resourceSettingsRoutes,
      replacements: replacementsRoutes,
      layouts: layoutsRoutes,
      filters: filtersRoutes,
      grouping: groupingRoutes,
      gwbs: gwbsRoutes,
      estimateMappings: estimateMappingsRoutes,
      estimates: estimatesRoutes,
      costLinks: costLinksRoutes,
      estimateQuantities: estimateQuantitiesRoutes,
      timetable: timetableRoutes,
      imports: importRoutes,
      importSettings: importSettingsRoutes,
      parity: parityRoutes,
      exports: exportRoutes,
      directoryFiles: directoryFilesRoutes,
      batch: batchRoutes,
      backups: backupsRoutes,
      remoteSpaces: remoteSpacesRoutes({ safeFetch, publicUrl: env.publicUrl }),
      demoData: demoDataRoutes,
      projectFiles: projectFilesRoutes,
      jobs: jobsRoutes,
      push: { stream: () => fail('request.not_found') },
      models: modelsRoutes,
      modelLinks: modelLinksRoutes,
      modelProfiles: modelProfilesRoutes,
      modelVolumes: modelVolumesRoutes,
      modelSchedules: modelSchedulesRoutes,
      primitiveModels: primitiveModelsRoutes,
      storage: storageRoutes,
      notices: noticesRoutes,
      chat: chatRoutes,
      actionItems: actionItemsRoutes,
      timesheets: timesheetsRoutes,
      lastPlanner: lastPlannerRoutes,
      dayEntries: dayEntriesRoutes,
      checklists: checklistsRoutes,
      kanban: kanbanRoutes,
      comments: commentsRoutes,
      analytics: analyticsRoutes,
      analyticsSettings: analyticsSettingsRoutes,
      cyclogram: cyclogramRoutes,
      health: healthRoutes,
      pipes: pipesRoutes,
      risk: riskRoutes,
      ai: aiRoutes(env.ai && { ...env.ai, safeFetch }),
      scoreboard: scoreboardRoutes,
      print: printRoutes,
      reportForms: reportFormsRoutes,
      narratives: narrativeRoutes,
      reportSubscriptions: reportSubscriptionsRoutes,
      search: searchRoutes,
      acts: actsRoutes,
      pdc: pdcRoutes,
      complianceRules: complianceRulesRoutes,
    },
    authenticate,
    heavy && { heavy, sizes: sizesOf(services) },
  );
  if (isHeavy) return { ...composition, http, licenseDays: () => daysOfLicenses(services) };
  mountPush(http, services, authenticate, { watch: watchPresence(services), idlenessMinutes: env.idlenessMinutes });
  const stopBeacon = startBeacon(services);
  const stopMoved = startMovedSweep(services);
  await servePage(http, PAGE);
  if (options.jobs !== 'elsewhere') services.jobs.start();

  return {
    http,
    services,
    contextOf,
    licenseDays: () => daysOfLicenses(services),
    async close() {
      stopBeacon();
      stopMoved();
      const cut = setTimeout(() => http.server.closeAllConnections(), GRACE_MS);
      await http.close();
      clearTimeout(cut);
      await heavy?.close();
      await composition.close();
    },
  };
}
