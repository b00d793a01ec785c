import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import {
  changeCalendar,
  createCalendar,
  type FollowLater,
  listCalendarsOf,
  makeDefault,
  previewChange,
  readHolidayFile,
  removeCalendar,
  usesOf,
} from './calendars.service.ts';

export const calendarsRoutes = (followLater: FollowLater): Handlers<typeof api.calendars> => ({
  list: async (context, { query }) => ({ calendars: await listCalendarsOf(context, query.node_id) }),
  create: async (context, { body: { node_id, ...content } }) => ({ id: await createCalendar(context, node_id, content) }),
  update: async (context, { params, body: { follow, ...content } }) => ({
    job_id: await changeCalendar(context, params.id, content, follow ? followLater : null),
  }),
  remove: (context, { params }) => removeCalendar(context, params.id),
  setDefault: (context, { params, body }) => makeDefault(context, params.id, body.is_default),
  usage: async (context, { params }) => ({ versions: await usesOf(context, params.id) }),
  preview: (context, { params, body }) => previewChange(context, params.id, body),
  readHolidays: async (_context, { body }) => readHolidayFile(body.text),
});
