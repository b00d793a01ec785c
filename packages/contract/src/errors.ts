import { accessTokensErrors } from './access/access-tokens.ts';
import { authErrors } from './access/auth.ts';
import { delegationErrors } from './access/delegation.ts';
import { grantsErrors } from './access/grants.ts';
import { invitationsErrors } from './access/invitations.ts';
import { installationErrors } from './access/installation.ts';
import { licensesErrors } from './access/licenses.ts';
import { recoveryErrors } from './access/recovery.ts';
import { rolesErrors } from './access/roles.ts';
import { singleSignOnErrors } from './access/single-sign-on.ts';
import { spacesErrors } from './access/spaces.ts';
import { usersErrors } from './access/users.ts';
import { attributeAccessErrors } from './catalog/attribute-access.ts';
import { attributesErrors } from './catalog/attributes.ts';
import { calendarsErrors } from './catalog/calendars.ts';
import { indicatorsErrors } from './catalog/indicators.ts';
import { specialtiesErrors } from './catalog/specialties.ts';
import { attributeFilesErrors } from './catalog/attribute-files.ts';
import { parametricListsErrors } from './catalog/parametric-lists.ts';
import { measuresErrors } from './catalog/measures.ts';
import { coefficientsErrors } from './catalog/coefficients.ts';
import { distributionsErrors } from './catalog/distributions.ts';
import { directoriesErrors } from './catalog/directories.ts';
import { directoryRelationsErrors } from './catalog/directory-relations.ts';
import { aiErrors } from './operations/ai.ts';
import { importErrors } from './operations/import.ts';
import { importSettingsErrors } from './operations/import-settings.ts';
import { parityErrors } from './operations/parity.ts';
import { exportErrors } from './operations/export.ts';
import { printErrors } from './insight/print.ts';
import { reportFormsErrors } from './insight/report-forms.ts';
import { reportSubscriptionsErrors } from './operations/report-subscriptions.ts';
import { directoryRelationFilesErrors } from './operations/directory-relation-files.ts';
import { directoryFilesErrors } from './operations/directory-files.ts';
import { jobsErrors } from './access/jobs.ts';
import { costLinksErrors } from './costing/cost-links.ts';
import { estimatesErrors } from './costing/estimates.ts';
import { activitiesErrors } from './planning/activities.ts';
import { compareErrors } from './planning/compare.ts';
import { editsErrors } from './planning/edits.ts';
import { dayValuesErrors } from './planning/day-values.ts';
import { dayEntriesErrors } from './planning/day-entries.ts';
import { resourcesErrors } from './planning/resources.ts';
import { replacementsErrors } from './planning/replacements.ts';
import { resourceSettingsErrors } from './planning/resource-settings.ts';
import { linksErrors } from './planning/links.ts';
import { relationsErrors } from './planning/relations.ts';
import { timetableErrors } from './planning/timetable.ts';
import { attributeValuesErrors } from './planning/attribute-values.ts';
import { versionCalendarsErrors } from './planning/version-calendars.ts';
import { versionDirectoriesErrors } from './planning/version-directories.ts';
import { catalogChangesErrors } from './planning/catalog-changes.ts';
import { versionsErrors } from './planning/versions.ts';
import { gwbsErrors } from './planning/gwbs.ts';
import { wbsErrors } from './planning/wbs.ts';
import { presetErrors } from './preset.ts';
import { epsErrors } from './structure/eps.ts';
import { modelLinksErrors } from './bim/model-links.ts';
import { primitiveModelsErrors } from './bim/primitive-models.ts';
import { modelProfilesErrors } from './bim/model-profiles.ts';
import { modelsErrors } from './bim/models.ts';
import { storageErrors } from './teamwork/storage.ts';
import { noticesErrors } from './teamwork/notices.ts';
import { chatErrors } from './teamwork/chat.ts';
import { backupsErrors } from './operations/backups.ts';
import { demoDataErrors } from './operations/demo-data.ts';
import { remoteSpacesErrors } from './operations/remote-spaces.ts';
import { actionItemsErrors } from './teamwork/action-items.ts';
import { lastPlannerErrors } from './teamwork/last-planner.ts';
import { timesheetsErrors } from './teamwork/timesheets.ts';
import { checklistsErrors } from './teamwork/checklists.ts';
import { analyticsErrors } from './insight/analytics.ts';
import { healthErrors } from './insight/health.ts';
import { analyticsSettingsErrors } from './insight/analytics-settings.ts';
import { cyclogramErrors } from './insight/cyclogram.ts';
import { pipesErrors } from './insight/pipes.ts';
import { kanbanErrors } from './teamwork/kanban-shapes.ts';
import { commentsErrors } from './teamwork/comments.ts';
import { actsErrors } from './costing/acts.ts';
import { pdcErrors } from './costing/pdc.ts';
import { complianceRulesErrors } from './costing/compliance-rules.ts';

/** Refusals that any call may answer. */
export const commonErrors = {
  'request.invalid': 400,
  'request.not_found': 404,
  'request.too_deep': 400,
  'request.too_large': 413,
  'request.too_slow': 408,
  'request.unsupported_media': 415,
  'request.key_of_another': 422,
  'request.done_already': 409,
  'request.limit_reached': 409,
  'server.busy': 503,
  'server.unknown': 500,
  'server.database_unavailable': 503,
  'server.disk_full': 507,
  'server.files_unavailable': 503,
} as const;

/** Every error code with its HTTP status. */
export const ERRORS = {
  ...estimatesErrors,
  ...costLinksErrors,
  ...commonErrors,
  ...authErrors,
  ...singleSignOnErrors,
  ...usersErrors,
  ...recoveryErrors,
  ...accessTokensErrors,
  ...spacesErrors,
  ...invitationsErrors,
  ...licensesErrors,
  ...installationErrors,
  ...rolesErrors,
  ...grantsErrors,
  ...delegationErrors,
  ...epsErrors,
  ...attributesErrors,
  ...attributeAccessErrors,
  ...calendarsErrors,
  ...indicatorsErrors,
  ...specialtiesErrors,
  ...attributeFilesErrors,
  ...parametricListsErrors,
  ...measuresErrors,
  ...directoriesErrors,
  ...coefficientsErrors,
  ...distributionsErrors,
  ...directoryRelationsErrors,
  ...directoryRelationFilesErrors,
  ...versionsErrors,
  ...versionCalendarsErrors,
  ...versionDirectoriesErrors,
  ...catalogChangesErrors,
  ...attributeValuesErrors,
  ...editsErrors,
  ...compareErrors,
  ...activitiesErrors,
  ...wbsErrors,
  ...gwbsErrors,
  ...relationsErrors,
  ...linksErrors,
  ...dayValuesErrors,
  ...dayEntriesErrors,
  ...resourcesErrors,
  ...resourceSettingsErrors,
  ...replacementsErrors,
  ...timetableErrors,
  ...aiErrors,
  ...importErrors,
  ...importSettingsErrors,
  ...parityErrors,
  ...exportErrors,
  ...printErrors,
  ...reportFormsErrors,
  ...reportSubscriptionsErrors,
  ...directoryFilesErrors,
  ...jobsErrors,
  ...presetErrors,
  ...modelsErrors,
  ...modelLinksErrors,
  ...modelProfilesErrors,
  ...primitiveModelsErrors,
  ...storageErrors,
  ...noticesErrors,
  ...chatErrors,
  ...backupsErrors,
  ...demoDataErrors,
  ...remoteSpacesErrors,
  ...actionItemsErrors,
  ...timesheetsErrors,
  ...lastPlannerErrors,
  ...checklistsErrors,
  ...kanbanErrors,
  ...analyticsErrors,
  ...healthErrors,
  ...analyticsSettingsErrors,
  ...cyclogramErrors,
  ...pipesErrors,
  ...commentsErrors,
  ...actsErrors,
  ...pdcErrors,
  ...complianceRulesErrors,
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** One reason of a refusal; texts stand in locales under the code. */
export type Refusal = { code: string; message: string; parameters: Record<string, unknown> };

export type ErrorBody = { success: false; error_message: string; errors: Refusal[]; request_id?: string };
