import { RESOURCE_KINDS } from '@gantry/domain';
import { z } from 'zod';
import { anySeries, calendarContent } from '../catalog/calendars.ts';
import { atVersion, endpoint, pathId, LARGE_BODY } from '../endpoint.ts';
import { edited } from './edits.ts';

export const versionCalendarsErrors = {
  'version_calendar.not_found': 404,
  'version_calendar.in_use': 409,
  'version_calendar.taken': 409,
  'version_calendar.follows_nothing': 409,
  'version_calendar.name_taken': 409,
  'version_calendar.resource_not_found': 404,
} as const;

/** A calendar of a version with its users and its source. */
const versionCalendar = calendarContent.extend({
  series: z.array(anySeries),
  id: z.number(),
  is_default: z.boolean(),
  minutes_per_day: z.number(),
  rows: z.number(),
  resources: z.number(),
  source: z.object({ id: z.number(), name: z.string(), node_name: z.string().nullable(), differs: z.boolean() }).nullable(),
});
export type VersionCalendar = z.output<typeof versionCalendar>;

const params = z.object({ id: pathId });
const one = z.object({ id: pathId, calendarId: pathId });

/** A resource of a version and the calendar that it works by; null: that of the rows it works on. */
const calendarResource = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  kind: z.enum(RESOURCE_KINDS),
  calendar_id: z.number().nullable(),
  rows: z.number(),
});

export const versionCalendars = {
  resources: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/calendars/resources',
    summary: 'Resources of a version with the calendars that they work by',
    right: 'plan.read',
    place: atVersion('id'),
    params,
    output: z.object({ revision: z.number(), resources: z.array(calendarResource) }),
  }),
  setResource: endpoint({
    method: 'PUT',
    path: '/api/v1/versions/{id}/calendars/resources/{resourceId}',
    summary: 'Say by which calendar a resource works; null: by that of the rows it works on',
    right: 'plan.edit',
    place: atVersion('id'),
    params: z.object({ id: pathId, resourceId: pathId }),
    body: z.strictObject({ calendar_id: pathId.nullable() }),
    output: edited,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/calendars',
    summary: 'Calendars of a version, and those of the hierarchy above that it can take',
    right: 'plan.read',
    place: atVersion('id'),
    params,
    output: z.object({
      revision: z.number(),
      calendars: z.array(versionCalendar),
      available: z.array(z.object({ id: z.number(), name: z.string(), node_id: z.number().nullable(), node_name: z.string().nullable() })),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/calendars',
    summary: 'Create a calendar of the version alone',
    right: 'plan.edit',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    params,
    body: calendarContent,
    output: edited.extend({ id: z.number() }),
  }),
  take: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/calendars/take',
    summary: 'Take a calendar of the hierarchy into the version; from then on it follows it',
    right: 'plan.edit',
    place: atVersion('id'),
    params,
    body: z.object({ source_id: z.number().int().positive() }),
    output: edited.extend({ id: z.number() }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/versions/{id}/calendars/{calendarId}',
    summary: 'Change a calendar of the version; one that followed the hierarchy is its own from then on',
    right: 'plan.edit',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    params: one,
    body: calendarContent,
    output: edited,
  }),
  follow: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/calendars/{calendarId}/follow',
    summary: 'Bring a calendar up to what the hierarchy says now',
    right: 'plan.edit',
    place: atVersion('id'),
    params: one,
    output: edited,
  }),
  setDefault: endpoint({
    method: 'PUT',
    path: '/api/v1/versions/{id}/calendars/{calendarId}/default',
    summary: 'Make a calendar the one of rows that name none',
    right: 'plan.edit',
    place: atVersion('id'),
    params: one,
    output: edited,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/versions/{id}/calendars/{calendarId}',
    summary: 'Remove a calendar of the version; refused while rows or resources work by it',
    right: 'plan.edit',
    place: atVersion('id'),
    params: one,
    output: edited,
  }),
};
