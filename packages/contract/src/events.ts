import type { z } from 'zod';
import type { PushEvent } from './event.ts';
import { authEvents } from './access/auth.ts';
import { pushEvents } from './access/push.ts';
import { jobsEvents } from './access/jobs.ts';
import { spacesEvents } from './access/spaces.ts';
import { epsEvents } from './structure/eps.ts';
import { attributeAccessEvents } from './catalog/attribute-access.ts';
import { directoriesEvents } from './catalog/directories.ts';
import { versionsEvents } from './planning/versions.ts';
import { editsEvents } from './planning/edits.ts';
import { presenceEvents } from './planning/presence.ts';
import { linksEvents } from './planning/links.ts';
import { timetableEvents } from './planning/timetable.ts';
import { indicatorValuesEvents } from './planning/indicator-values.ts';
import { catalogChangesEvents } from './planning/catalog-changes.ts';
import { importEvents } from './operations/import.ts';
import { exportEvents } from './operations/export.ts';
import { batchEvents } from './operations/batch.ts';
import { actsEvents } from './costing/acts.ts';
import { complianceRulesEvents } from './costing/compliance-rules.ts';
import { costLinksEvents } from './costing/cost-links.ts';
import { estimatesEvents } from './costing/estimates.ts';
import { projectFilesEvents } from './operations/project-files.ts';
import { noticesEvents } from './teamwork/notices.ts';
import { chatEvents } from './teamwork/chat.ts';
import { actionItemsEvents } from './teamwork/action-items.ts';
import { replacementsEvents } from './planning/replacements.ts';
import { dayEntriesEvents } from './planning/day-entries.ts';
import { lastPlannerEvents } from './teamwork/last-planner.ts';
import { timesheetsEvents } from './teamwork/timesheets.ts';
import { checklistsEvents } from './teamwork/checklists.ts';
import { kanbanEvents } from './teamwork/kanban.ts';
import { commentsEvents } from './teamwork/comments.ts';
import { modelLinksEvents } from './bim/model-links.ts';
import { modelsEvents } from './bim/models.ts';
import { storageEvents } from './teamwork/storage.ts';
import { analyticsEvents } from './insight/analytics.ts';
import { riskEvents } from './insight/risk.ts';
import { printEvents } from './insight/print.ts';
import { reportSubscriptionsEvents } from './operations/report-subscriptions.ts';
import { backupsEvents } from './operations/backups.ts';
import { remoteSpacesEvents } from './operations/remote-spaces.ts';
import { demoDataEvents } from './operations/demo-data.ts';

const declared = {
  ...authEvents,
  ...pushEvents,
  ...jobsEvents,
  ...spacesEvents,
  ...epsEvents,
  ...attributeAccessEvents,
  ...directoriesEvents,
  ...versionsEvents,
  ...editsEvents,
  ...presenceEvents,
  ...linksEvents,
  ...timetableEvents,
  ...indicatorValuesEvents,
  ...catalogChangesEvents,
  ...importEvents,
  ...exportEvents,
  ...batchEvents,
  ...estimatesEvents,
  ...costLinksEvents,
  ...actsEvents,
  ...reportSubscriptionsEvents,
  ...complianceRulesEvents,
  ...projectFilesEvents,
  ...noticesEvents,
  ...modelsEvents,
  ...modelLinksEvents,
  ...storageEvents,
  ...chatEvents,
  ...actionItemsEvents,
  ...timesheetsEvents,
  ...lastPlannerEvents,
  ...dayEntriesEvents,
  ...replacementsEvents,
  ...checklistsEvents,
  ...kanbanEvents,
  ...commentsEvents,
  ...analyticsEvents,
  ...riskEvents,
  ...printEvents,
  ...backupsEvents,
  ...remoteSpacesEvents,
  ...demoDataEvents,
};

export type EventName = keyof typeof declared;
/** What pages hear of each event. */
export type EventData = { [N in EventName]: z.output<(typeof declared)[N]['data']> };
/** What a server sends of each event. */
export type EventSent = { [N in EventName]: z.output<(typeof declared)[N]['sent']> };

/** Every event of the push channel, each declared beside its feature. */
export const EVENTS: { [N in EventName]: PushEvent<z.ZodType<EventData[N]>, z.ZodType<EventSent[N]>> } = declared;

/** A message of the push channel. */
export type PushMessage<N extends EventName = EventName> = { event: N; data: EventData[N] };

/** Whether this is an event that we know; others, of another release, are passed over. */
export function isEventName(name: string): name is EventName {
  return Object.hasOwn(EVENTS, name);
}
