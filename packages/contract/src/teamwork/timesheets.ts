import { MOST_MINUTES_OF_A_DAY, TIMESHEET_ACTS, TIMESHEET_APPROVALS, TIMESHEET_STATUSES } from '@gantry/domain';
import { z } from 'zod';
import { ANYWHERE, atVersion, endpoint, LARGE_BODY, pathId } from '../endpoint.ts';
import { event, heardBy } from '../event.ts';
import { messageField } from '../fields.ts';

export const timesheetsErrors = {
  'timesheet.not_found': 404,
  'timesheet.row_not_found': 422,
  'timesheet.of_a_summary': 422,
  'timesheet.not_yours': 403,
  'timesheet.stranger': 422,
  'timesheet.future': 422,
  'timesheet.too_much': 422,
  'timesheet.not_open': 409,
  'timesheet.not_counted': 409,
  'timesheet.no_reason': 422,
  'timesheet.own': 403,
  'timesheet.not_the_approver': 403,
  'timesheet.changed_since': 409,
  'timesheet.wrong_period': 422,
} as const;

/** Lines of one call, and days of one answer. */
const MOST_LINES = 500;
export const MOST_TIMESHEET_DAYS = 92;
/** Works of a person in one answer, those nearest to the days asked. */
export const MOST_OWN_WORKS = 2_000;
const NOTE_LENGTH = 500;

const day = z.iso.date();
const id = z.number().int().positive();
const minutes = z.number().int().min(0).max(MOST_MINUTES_OF_A_DAY);
const note = z.union([z.literal(''), messageField(NOTE_LENGTH)]);
const status = z.enum(TIMESHEET_STATUSES);

/** What somebody worked on a work on a day; the work is the same in all versions of its schedule. */
const line = z.object({
  id: z.number(),
  /** The row in the version that was asked for; null where it is not in it. */
  row_id: z.number().nullable(),
  row_code: z.string(),
  row_name: z.string(),
  schedule_id: z.number(),
  user_id: z.number(),
  name: z.string(),
  day: z.string(),
  minutes: z.number(),
  /** Minutes beyond the usual ones; both count as work done. */
  overtime: z.number(),
  note: z.string(),
  status,
  /** How many of the approvals that the schedule wants it has. */
  approvals: z.number(),
  /** Why it was declined. */
  reason: z.string().nullable(),
  entered_by: z.number().nullable(),
  /** What the caller may do with it now. */
  acts: z.array(z.enum(TIMESHEET_ACTS)),
});
export type TimesheetLine = z.output<typeof line>;

const period = { from: day, to: day.describe(`The last day; at most ${MOST_TIMESHEET_DAYS} days`) };
const lines = z.object({
  lines: z.array(line),
  approval: z.enum(TIMESHEET_APPROVALS),
  /** The version whose facts approved hours become: lines are written down and approved there. */
  counted_version_id: z.number(),
  /** Whether the caller writes down hours of others. */
  may_plan: z.boolean(),
  /** People whose hours the caller manages, and so writes down. */
  managed: z.array(z.number()),
});
const query = z.object({ ...period, user: pathId.optional(), status: status.optional() });
const ofVersion = z.object({ id: pathId });
const one = z.object({ id: pathId, timesheetId: pathId });
const refused = z.array(
  z.object({
    id: z.number(),
    code: z.string(),
    /** What the text of the reason names. */
    parameters: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
);

/** Typed hours of days of works that gave way to approved ones. */
const givenWay = z.array(z.object({ item_id: z.number(), name: z.string(), day: z.string(), hours: z.number() }));

const person = z.object({
  user_id: z.number(),
  name: z.string(),
  /** By the calendar of the person's resource, else that of the version, up to today. */
  expected: z.number(),
  reported: z.number(),
  approved: z.number(),
  /** Of works of other schedules. */
  elsewhere: z.number(),
  /** Working days of the period, up to today, of which nothing is written down. */
  missing: z.array(z.string()),
});

const work = z.object({
  version_id: z.number(),
  schedule_id: z.number(),
  schedule_name: z.string(),
  row_id: z.number(),
  row_code: z.string(),
  row_name: z.string(),
  start: z.string().nullable(),
  finish: z.string().nullable(),
});

export const timesheets = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/timesheet',
    summary: 'Hours that people worked on works of a schedule between two days',
    right: 'plan.read',
    place: atVersion('id'),
    heavy: 'version',
    params: ofVersion,
    query,
    output: lines,
  }),
  listOfRow: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/timesheet/wbs/{wbsId}',
    summary: 'Hours that people worked on a work between two days',
    right: 'plan.read',
    place: atVersion('id'),
    heavy: 'version',
    params: z.object({ id: pathId, wbsId: pathId }),
    query,
    output: lines,
  }),
  users: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/timesheet/users',
    summary: 'People of a schedule with what they should have worked between two days, what they wrote down and the days that miss',
    right: 'plan.read',
    place: atVersion('id'),
    heavy: 'version',
    params: ofVersion,
    query: z.object(period),
    output: z.object({ people: z.array(person) }),
  }),
  own: endpoint({
    method: 'GET',
    path: '/api/v1/timesheet/own',
    summary: 'The hours of the caller between two days in all schedules, and the works on which the caller can write hours down',
    right: 'space.read',
    place: ANYWHERE,
    query: z.object(period),
    output: z.object({
      works: z.array(work),
      more: z.boolean().describe('There are more works, further from the days asked'),
      lines: z.array(line),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/timesheet',
    summary: `Write hours down, at most ${MOST_LINES} lines; a line of a work, a person and a day that is open is written over, one of 0 goes. Refused lines are left out and named`,
    right: 'plan.report',
    place: atVersion('id'),
    bodyBytes: LARGE_BODY,
    audit: true,
    params: ofVersion,
    body: z.strictObject({
      lines: z
        .array(
          z.strictObject({
            item_id: id,
            user_id: id.optional().describe('Left out: the caller'),
            day,
            minutes,
            overtime: minutes.default(0),
            note: note.default(''),
          }),
        )
        .min(1)
        .max(MOST_LINES),
      submit: z.boolean().default(false),
    }),
    output: z.object({
      success: z.literal(true),
      ids: z.array(z.number()),
      refused: z.array(
        z.object({
          index: z.number(),
          code: z.string(),
          /** What the text of the reason names. */
          parameters: z.record(z.string(), z.string()),
        }),
      ),
      /** Days of more than twelve hours: taken, and worth a second look. */
      long: z.array(z.object({ user_id: z.number(), day: z.string(), minutes: z.number() })),
      given_way: givenWay,
    }),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/timesheet/{timesheetId}',
    summary: 'Change an open line, submit it, or take it back while nobody has approved it',
    right: 'plan.report',
    place: atVersion('id'),
    audit: true,
    params: one,
    body: z.strictObject({ minutes, overtime: minutes, note, submit: z.boolean() }).partial(),
    output: z.object({ success: z.literal(true), line }),
  }),
  approve: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/timesheet/{timesheetId}/approve',
    summary:
      'Approve a submitted line, or some of the same version, or decline them with a reason; approved hours become facts of the work, hours declined later stop being facts',
    right: 'plan.approve',
    place: atVersion('id'),
    audit: true,
    params: one,
    body: z.strictObject({
      result: z.enum(['APPROVED', 'DECLINED']),
      reason: messageField(1000).optional(),
      ids: z.array(id).min(1).max(MOST_LINES).optional().describe('Beside the one of the path'),
    }),
    output: z.object({ success: z.literal(true), done: z.array(z.number()), refused, given_way: givenWay, revision: z.number() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/versions/{id}/timesheet/{timesheetId}',
    summary: 'Delete an open line',
    right: 'plan.report',
    place: atVersion('id'),
    audit: true,
    params: one,
  }),
};

const changed = { eps_id: z.number(), timesheet_id: z.number(), wbs_id: z.number() };

export const timesheetsEvents = {
  /** Hours were written down, changed, submitted, approved or declined; names the first of them. */
  timesheet_created: heardBy('plan.read', 'node', 'eps_id', event(changed)),
  timesheet_deleted: heardBy('plan.read', 'node', 'eps_id', event(changed)),
};
