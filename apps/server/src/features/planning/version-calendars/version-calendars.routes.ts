import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import {
  catchUpCalendar,
  changeVersionCalendar,
  createVersionCalendar,
  listCalendarResources,
  listVersionCalendars,
  makeVersionDefault,
  removeVersionCalendar,
  setResourceCalendar,
  takeCalendar,
} from './version-calendars.service.ts';

export const versionCalendarsRoutes: Handlers<typeof api.versionCalendars> = {
  list: (context, { params }) => listVersionCalendars(context, params.id),
  resources: (context, { params }) => listCalendarResources(context, params.id),
  setResource: (context, { params, body }) => setResourceCalendar(context, params.id, params.resourceId, body.calendar_id),
  create: (context, { params, body }) => createVersionCalendar(context, params.id, body),
  take: (context, { params, body }) => takeCalendar(context, params.id, body.source_id),
  update: (context, { params, body }) => changeVersionCalendar(context, params.id, params.calendarId, body),
  follow: (context, { params }) => catchUpCalendar(context, params.id, params.calendarId),
  setDefault: (context, { params }) => makeVersionDefault(context, params.id, params.calendarId),
  remove: (context, { params }) => removeVersionCalendar(context, params.id, params.calendarId),
};
