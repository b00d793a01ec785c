import { ENTRY_MEASURES, ENTRY_STATES, TASK_STATUSES } from '@gantry/domain';
import { z } from 'zod';
import { ANYWHERE, atVersion, endpoint, LARGE_BODY, pathId } from '../endpoint.ts';
import { event, heardBy } from '../event.ts';
import { messageField } from '../fields.ts';

export const dayEntriesErrors = {
  'entry.not_found': 404,
  'entry.row_not_found': 422,
  'entry.future': 422,
  'entry.of_timesheets': 409,
  'entry.wrong_share': 422,
  'entry.wrong_overtime': 422,
  'entry.not_open': 409,
  'entry.own': 403,
  'entry.not_the_curator': 403,
  'entry.no_reason': 422,
  'entry.of_another': 409,
  'entry.wrong_period': 422,
  'report.needs_approval': 403,
} as const;

/** Reports of one call, days of one answer. */
export const MOST_ENTRIES = 500;
export const MOST_FIELD_DAYS = 31;
/** Works of one answer, those nearest to the days asked. */
export const MOST_FIELD_WORKS = 1_000;
/** Photos that a report brings, and the bytes of one after the phone has made it smaller. */
export const MOST_ENTRY_PHOTOS = 20;
export const ENTRY_PHOTO_BYTES = 15 * 1024 * 1024;
const NOTE_LENGTH = 1000;

const day = z.iso.date();
const measure = z.enum(ENTRY_MEASURES);
const amount = z.number().min(0);
const uuid = z.uuid();

const entry = z.object({
  id: z.string(),
  schedule_id: z.number(),
  /** The row in the version that was asked for; null where it is not in it. */
  row_id: z.number().nullable(),
  row_code: z.string(),
  row_name: z.string(),
  day: z.string(),
  measure,
  amount: z.number(),
  /** Of hours those beyond the usual ones; all of them count as work done. */
  overtime: z.number(),
  note: z.string(),
  reporter_id: z.number().nullable(),
  reporter: z.string(),
  state: z.enum(ENTRY_STATES),
  /** A newer report of the same person on the same day stands for it. */
  superseded: z.boolean(),
  reason: z.string().nullable(),
  created_at: z.string(),
  /** Whether the caller decides on it now. */
  may_decide: z.boolean(),
});
export type DayEntry = z.output<typeof entry>;

const row = z.object({
  schedule_id: z.number(),
  schedule_name: z.string(),
  version_id: z.number(),
  row_id: z.number(),
  row_code: z.string(),
  row_name: z.string(),
  /** Names of the summaries above, the topmost first. */
  path: z.array(z.string()),
  measure,
  unit: z.string(),
  total: z.number().nullable(),
  done: z.number(),
  progress: z.number(),
  status: z.enum(TASK_STATUSES),
  start: z.string().nullable(),
  finish: z.string().nullable(),
  /** One value a day from the first asked; null = none, which is not 0. */
  plan: z.array(z.number().nullable()),
  fact: z.array(z.number().nullable()),
  /** The first day whose facts may still be changed; null = any. */
  open_from: z.string().nullable(),
  /** Whether photos can be added at the schedule. */
  may_store: z.boolean(),
});
export type FieldRow = z.output<typeof row>;

const report = z.strictObject({
  id: uuid,
  schedule_id: z.number().int().positive(),
  row_id: z.number().int().positive(),
  row_code: z.string().max(512).default(''),
  day,
  measure,
  amount,
  overtime: amount.default(0).describe('Of hours those beyond the usual ones'),
  base: z.number().nullable().default(null).describe('The fact of the day as the reporter saw it'),
  note: z.union([z.literal(''), messageField(NOTE_LENGTH)]).default(''),
});
export type FieldReport = z.input<typeof report>;

/** What became of a report. */
const verdict = z.object({
  id: z.string(),
  state: z.enum([...ENTRY_STATES, 'refused']),
  /** Why it was refused or declined. */
  code: z.string().nullable(),
  /** What the text of the code names. */
  parameters: z.record(z.string(), z.union([z.string(), z.number()])),
  reason: z.string().nullable(),
  /** The fact of the day afterwards. */
  fact: z.number().nullable(),
});
export type Verdict = z.output<typeof verdict>;

export const dayEntries = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/wdp/entries',
    summary: 'Reports of days of a schedule or of one of its works, newest first; open ones await a decision',
    right: 'plan.read',
    place: atVersion('id'),
    params: z.object({ id: pathId }),
    query: z.object({
      item: pathId.optional(),
      open: z.stringbool().default(false),
      limit: z.coerce.number<number>().int().min(1).max(500).default(100),
    }),
    output: z.object({ entries: z.array(entry) }),
  }),
  decide: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/wdp/entries',
    summary: 'Approve reports, which makes them facts, or decline them with a reason',
    right: 'plan.approve',
    place: atVersion('id'),
    audit: true,
    params: z.object({ id: pathId }),
    body: z.strictObject({
      ids: z.array(uuid).min(1).max(MOST_ENTRIES),
      result: z.enum(['APPROVED', 'DECLINED']),
      reason: messageField(NOTE_LENGTH).optional(),
    }),
    output: z.object({
      success: z.literal(true),
      done: z.array(z.string()),
      refused: z.array(
        z.object({
          id: z.string(),
          code: z.string(),
          /** What the text of the reason names. */
          parameters: z.record(z.string(), z.union([z.string(), z.number()])),
        }),
      ),
      revision: z.number(),
    }),
  }),
  work: endpoint({
    method: 'GET',
    path: '/api/v1/field/work',
    summary: `Works on which the caller reports, in all schedules, with what is planned and done on each day, at most ${MOST_FIELD_WORKS} works and ${MOST_FIELD_DAYS} days; no costs`,
    right: 'plan.report',
    place: ANYWHERE,
    query: z.object({ from: day, to: day }),
    output: z.object({ rows: z.array(row), more: z.boolean().describe('There are more works, further from the days asked') }),
  }),
  report: endpoint({
    method: 'POST',
    path: '/api/v1/field/entries',
    summary: `Report what was done, at most ${MOST_ENTRIES}; each report has its verdict, and sent again it is the same report`,
    right: 'plan.report',
    place: ANYWHERE,
    bodyBytes: LARGE_BODY,
    audit: true,
    body: z.strictObject({ entries: z.array(report).min(1).max(MOST_ENTRIES) }),
    output: z.object({ success: z.literal(true), verdicts: z.array(verdict) }),
  }),
};

export const dayEntriesEvents = {
  /** Reports of a schedule came or were decided on. */
  day_entries_changed: heardBy('plan.read', 'node', 'eps_id', event({ eps_id: z.number() })),
};
