import { accessTokens } from './access/access-tokens.ts';
import { audit } from './access/audit.ts';
import { auth } from './access/auth.ts';
import { invitations } from './access/invitations.ts';
import { localization } from './access/localization.ts';
import { preferences } from './access/preferences.ts';
import { recovery } from './access/recovery.ts';
import { singleSignOn } from './access/single-sign-on.ts';
import { installation } from './access/installation.ts';
import { licenses } from './access/licenses.ts';
import { spaces } from './access/spaces.ts';
import { system } from './access/system.ts';
import { users } from './access/users.ts';
import { attributeAccess } from './catalog/attribute-access.ts';
import { attributes } from './catalog/attributes.ts';
import { calculatedAttributeSettings } from './catalog/calculated-attribute-settings.ts';
import { calendars } from './catalog/calendars.ts';
import { indicators } from './catalog/indicators.ts';
import { specialties } from './catalog/specialties.ts';
import { attributeFiles } from './catalog/attribute-files.ts';
import { parametricLists } from './catalog/parametric-lists.ts';
import { measures } from './catalog/measures.ts';
import { coefficients } from './catalog/coefficients.ts';
import { distributions } from './catalog/distributions.ts';
import { directories } from './catalog/directories.ts';
import { directoryRelations } from './catalog/directory-relations.ts';
import type { Endpoint } from './endpoint.ts';
import { imports } from './operations/import.ts';
import { importSettings } from './operations/import-settings.ts';
import { parity } from './operations/parity.ts';
import { demoData } from './operations/demo-data.ts';
import { exports } from './operations/export.ts';
import { directoryRelationFiles } from './operations/directory-relation-files.ts';
import { directoryFiles } from './operations/directory-files.ts';
import { backups } from './operations/backups.ts';
import { remoteSpaces } from './operations/remote-spaces.ts';
import { ai } from './operations/ai.ts';
import { batch } from './operations/batch.ts';
import { reportSubscriptions } from './operations/report-subscriptions.ts';
import { projectFiles } from './operations/project-files.ts';
import { delegation } from './access/delegation.ts';
import { grants } from './access/grants.ts';
import { jobs } from './access/jobs.ts';
import { roles } from './access/roles.ts';
import { push } from './access/push.ts';
import { edits } from './planning/edits.ts';
import { filters } from './planning/filters.ts';
import { grouping } from './planning/grouping.ts';
import { gwbs } from './planning/gwbs.ts';
import { layouts } from './planning/layouts.ts';
import { activities } from './planning/activities.ts';
import { compare } from './planning/compare.ts';
import { presence } from './planning/presence.ts';
import { dayValues } from './planning/day-values.ts';
import { dayEntries } from './planning/day-entries.ts';
import { resources } from './planning/resources.ts';
import { replacements } from './planning/replacements.ts';
import { resourceSettings } from './planning/resource-settings.ts';
import { links } from './planning/links.ts';
import { relations } from './planning/relations.ts';
import { timetable } from './planning/timetable.ts';
import { attributeCalculate } from './planning/attribute-calculate.ts';
import { indicatorValues } from './planning/indicator-values.ts';
import { attributeValues } from './planning/attribute-values.ts';
import { versionCalendars } from './planning/version-calendars.ts';
import { versionDirectories } from './planning/version-directories.ts';
import { catalogChanges } from './planning/catalog-changes.ts';
import { versions } from './planning/versions.ts';
import { wbs } from './planning/wbs.ts';
import { eps } from './structure/eps.ts';
import { epsViews } from './structure/eps-views.ts';
import { facilities } from './structure/facilities.ts';
import { projects } from './structure/projects.ts';
import { schedules } from './structure/schedules.ts';
import { modelLinks } from './bim/model-links.ts';
import { primitiveModels } from './bim/primitive-models.ts';
import { modelProfiles } from './bim/model-profiles.ts';
import { modelSchedules } from './bim/model-schedules.ts';
import { modelVolumes } from './bim/model-volumes.ts';
import { models } from './bim/models.ts';
import { storage } from './teamwork/storage.ts';
import { costLinks } from './costing/cost-links.ts';
import { estimateQuantities } from './costing/estimate-quantities.ts';
import { estimateMappings, estimates } from './costing/estimates.ts';
import { notices } from './teamwork/notices.ts';
import { chat } from './teamwork/chat.ts';
import { actionItems } from './teamwork/action-items.ts';
import { lastPlanner } from './teamwork/last-planner.ts';
import { timesheets } from './teamwork/timesheets.ts';
import { checklists } from './teamwork/checklists.ts';
import { kanban } from './teamwork/kanban.ts';
import { analytics } from './insight/analytics.ts';
import { analyticsSettings } from './insight/analytics-settings.ts';
import { cyclogram } from './insight/cyclogram.ts';
import { health } from './insight/health.ts';
import { risk } from './insight/risk.ts';
import { pipes } from './insight/pipes.ts';
import { scoreboard } from './insight/scoreboard.ts';
import { print } from './insight/print.ts';
import { narratives } from './insight/narrative.ts';
import { reportForms } from './insight/report-forms.ts';
import { search } from './insight/search.ts';
import { comments } from './teamwork/comments.ts';
import { acts } from './costing/acts.ts';
import { pdc } from './costing/pdc.ts';
import { complianceRules } from './costing/compliance-rules.ts';

/** Every contract of the product, by feature. */
export const api = {
  system,
  auth,
  singleSignOn,
  users,
  recovery,
  accessTokens,
  spaces,
  invitations,
  licenses,
  installation,
  roles,
  grants,
  delegation,
  audit,
  localization,
  preferences,
  eps,
  epsViews,
  facilities,
  projects,
  schedules,
  attributes,
  attributeAccess,
  calculatedAttributeSettings,
  calendars,
  indicators,
  specialties,
  attributeFiles,
  parametricLists,
  measures,
  directories,
  coefficients,
  distributions,
  directoryRelations,
  directoryRelationFiles,
  versions,
  versionCalendars,
  versionDirectories,
  catalogChanges,
  attributeValues,
  indicatorValues,
  attributeCalculate,
  edits,
  presence,
  compare,
  activities,
  wbs,
  relations,
  links,
  dayValues,
  dayEntries,
  resources,
  resourceSettings,
  replacements,
  layouts,
  filters,
  grouping,
  gwbs,
  timetable,
  estimates,
  costLinks,
  estimateMappings,
  estimateQuantities,
  imports,
  importSettings,
  parity,
  exports,
  directoryFiles,
  batch,
  backups,
  remoteSpaces,
  demoData,
  projectFiles,
  jobs,
  push,
  models,
  modelLinks,
  modelProfiles,
  modelVolumes,
  modelSchedules,
  primitiveModels,
  storage,
  notices,
  chat,
  actionItems,
  timesheets,
  lastPlanner,
  checklists,
  kanban,
  analytics,
  analyticsSettings,
  cyclogram,
  health,
  pipes,
  risk,
  ai,
  scoreboard,
  print,
  reportForms,
  narratives,
  reportSubscriptions,
  search,
  comments,
  acts,
  pdc,
  complianceRules,
};

export type Api = typeof api;

/** All endpoints with the name of their feature and their own. */
export function endpoints(): { feature: string; name: string; endpoint: Endpoint }[] {
  return Object.entries(api).flatMap(([feature, group]) =>
    Object.entries(group).map(([name, endpoint]) => ({ feature, name, endpoint: endpoint as Endpoint })),
  );
}
