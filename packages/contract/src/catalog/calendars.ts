import { type CalendarSeries, hasTooManyExceptions, MINUTES_PER_DAY, readDay, SERIES_REPEATS, type Shift } from '@gantry/domain';
import { z } from 'zod';
import { followed } from '../access/jobs.ts';
import { ANYWHERE, endpoint, IN_SPACE, pathId, LARGE_BODY } from '../endpoint.ts';
import { titleField } from '../fields.ts';

export const calendarsErrors = {
  'calendar.not_found': 404,
  'calendar.name_taken': 409,
  'calendar.in_use': 409,
  'calendar.nothing_read': 422,
} as const;

/** Series of one calendar, working periods of a day, and days from the first of a span to its last. */
export const MOST_SERIES = 2000;
export const MOST_SHIFTS = 24;
/** Versions with a calendar that one answer names. */
export const MOST_CALENDAR_USES = 1000;
export const LONGEST_SPAN = 366;

const minute = z.number().int().min(0).max(MINUTES_PER_DAY);
/** Working periods of a day, in order and apart. */
const shifts = z
  .array(z.object({ start: minute, finish: minute }))
  .max(MOST_SHIFTS)
  .refine(
    (list) => list.every(({ start, finish }, index) => start < finish && (index === 0 || list[index - 1].finish <= start)),
    'validation.shifts',
  ) satisfies z.ZodType<Shift[]>;
const day = z.string().refine((text) => readDay(text) !== null, 'validation.date');

/** Days that differ from the week: a span, once or again and again. One that was read from days may be longer than a span that is sent. */
export const anySeries = z.object({
  name: z.string().trim().max(128).default(''),
  from: day,
  to: day,
  repeat: z.enum(SERIES_REPEATS).default('none'),
  every: z.number().int().min(1).max(100).default(1),
  until: day.nullable().default(null),
  shifts: shifts.nullable(),
}) satisfies z.ZodType<CalendarSeries>;

export const calendarSeries = anySeries.refine(
  ({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) <= LONGEST_SPAN * 86_400_000,
  { path: ['to'], message: 'validation.span' },
);

const seriesList = z.array(calendarSeries).max(MOST_SERIES);

/** The content of a calendar: its week from Monday, and exceptional days. */
export const calendarContent = z.object({
  name: titleField('validation.enter_name'),
  week: z.array(shifts).length(7),
  series: seriesList.refine((list) => !hasTooManyExceptions(list), 'validation.too_many_days'),
});
export type CalendarContent = z.output<typeof calendarContent>;

const nodeId = z.number().int().positive().nullable();

/** A calendar of the hierarchy. `node_id` null: of the whole space. */
export const nodeCalendar = calendarContent.extend({
  series: seriesList,
  id: z.number(),
  node_id: z.number().nullable(),
  node_name: z.string().nullable(),
  is_default: z.boolean(),
  /** It belongs to an ancestor of the requested node. */
  inherited: z.boolean(),
  minutes_per_day: z.number(),
  minutes_per_week: z.number(),
  minutes_per_month: z.number(),
  minutes_per_year: z.number(),
  /** Versions that have taken it. */
  versions: z.number(),
  updated_at: z.string(),
});
export type NodeCalendar = z.output<typeof nodeCalendar>;

/** A version that has taken a calendar: how many of its rows and resources work by it. */
const calendarUse = z.object({
  version_id: z.number(),
  version_name: z.string(),
  schedule_id: z.number(),
  schedule_name: z.string(),
  locked: z.boolean(),
  is_default: z.boolean(),
  rows: z.number(),
  resources: z.number(),
});
export type CalendarUse = z.output<typeof calendarUse>;

const params = z.object({ id: pathId });

export const calendars = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/calendars',
    summary: 'Calendars of a node with those it inherits from above; without a node all calendars of the space',
    right: 'structure.read',
    place: ANYWHERE,
    query: z.object({ node_id: z.coerce.number().int().positive().optional() }),
    output: z.object({ calendars: z.array(nodeCalendar) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/calendars',
    summary: 'Create a calendar at a node, or for the whole space',
    right: 'structure.edit',
    bodyBytes: LARGE_BODY,
    place: IN_SPACE,
    body: calendarContent.extend({ node_id: nodeId.default(null) }),
    output: z.object({ success: z.literal(true), id: z.number() }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/calendars/{id}',
    summary: 'Change a calendar; versions that follow it take the change over in a job, each as an edit that can be undone',
    right: 'structure.edit',
    bodyBytes: LARGE_BODY,
    place: IN_SPACE,
    params,
    body: calendarContent.extend({ follow: z.boolean().default(true) }),
    output: followed,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/calendars/{id}',
    summary: 'Delete a calendar; refused while rows or resources of versions work by it',
    right: 'structure.edit',
    place: IN_SPACE,
    params,
  }),
  setDefault: endpoint({
    method: 'PUT',
    path: '/api/v1/calendars/{id}/default',
    summary: 'Make a calendar the default of its node: new versions below begin with it. With is_default false: no longer',
    right: 'structure.edit',
    place: IN_SPACE,
    params,
    body: z.object({ is_default: z.boolean().default(true) }),
  }),
  usage: endpoint({
    method: 'GET',
    path: '/api/v1/calendars/{id}/usage',
    summary: 'Versions that have taken a calendar',
    right: 'structure.read',
    place: ANYWHERE,
    params,
    output: z.object({ versions: z.array(calendarUse) }),
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/v1/calendars/{id}/preview',
    summary: 'What a change of a calendar would do to its days and years, and which versions follow it',
    right: 'structure.read',
    bodyBytes: LARGE_BODY,
    place: ANYWHERE,
    params,
    body: calendarContent,
    output: z.object({
      days: z.object({ freed: z.number(), worked: z.number(), other_hours: z.number() }),
      years: z.array(z.object({ year: z.number(), before_minutes: z.number(), after_minutes: z.number() })),
      versions: z.array(calendarUse),
    }),
  }),
  readHolidays: endpoint({
    method: 'POST',
    path: '/api/v1/calendars/holidays',
    summary: 'Read the days of a file: iCalendar, or CSV with date, last date, name and hours. Nothing is saved',
    right: 'structure.read',
    bodyBytes: LARGE_BODY,
    place: ANYWHERE,
    body: z.object({ text: z.string().min(1).max(4_000_000) }),
    output: z.object({
      series: z.array(calendarSeries),
      /** Lines that were left out, with the line they stand at. */
      skipped: z.array(z.object({ line: z.number(), text: z.string() })),
    }),
  }),
};
