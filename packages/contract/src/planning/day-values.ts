import { DATA_MODES, FACT_APPROVALS, LATE_FACTS, PERIODS, RESOURCE_MEASURES, TIMESHEET_APPROVALS } from '@gantry/domain';
import { z } from 'zod';
import { atNode, atVersion, endpoint, pathId, LARGE_BODY } from '../endpoint.ts';
import { edited } from './edits.ts';

export const dayValuesErrors = {
  'values.period_closed': 409,
  'values.of_a_summary': 422,
  'values.not_by_days': 422,
  'values.unknown_resource': 422,
  'values.too_long': 422,
  'values.negative': 422,
  'values.sum_negative': 422,
  'values.too_many': 422,
  'values.of_a_draft': 422,
  'values.of_a_milestone': 422,
  'values.future': 422,
  'values.too_fine': 422,
  'values.too_large': 422,
  'values.day_too_long': 422,
  'values.of_timesheets': 409,
  'values.day_out_of_range': 422,
  'report.not_yours': 403,
  'report.not_the_curator': 403,
} as const;

/** Longest span of the days of one series. */
export const MOST_DAYS = 10_000;

/** Days of the grid of one answer, and days of cells that one call writes. */
export const MOST_GRID_DAYS = 370;
export const MOST_WRITTEN_DAYS = 50_000;

const day = z.iso.date();
const measure = z.enum(RESOURCE_MEASURES);
const mode = z.enum(DATA_MODES);
const days = z.number().int().min(0).max(MOST_DAYS).nullable();

/** From which day on values may be changed, by the data date of the version; null = any day. */
const limit = z.object({ days, from: z.string().nullable() });
const limits = z.object({
  plan: limit,
  /** `late`: a fact of an earlier day counts on the first that may be changed. */
  fact: limit.extend({ late: z.boolean() }),
});

/** A fact of a day that was closed already, and the day on which it counts. */
const lateFact = z.object({
  item_id: z.number(),
  measure,
  resource_id: z.number().nullable(),
  of_day: z.string(),
  day: z.string(),
  amount: z.number(),
  /** Who has entered it; null for a person who is gone. */
  name: z.string().nullable(),
  at: z.string(),
});
export type LateFact = z.output<typeof lateFact>;

/** Hours of a person that were approved in timesheets: they are the labour of the work on that day, which nobody types. */
const heldHours = z.object({ item_id: z.number(), day: z.string(), user_id: z.number(), name: z.string(), hours: z.number() });
export type HeldHours = z.output<typeof heldHours>;

/** What a schedule sets for its versions. */
const scheduleSettings = z.object({
  /** Days before the key date for which planned and done values may still be changed; null = any. */
  editing_period_days: z.object({ plan: days, fact: days }),
  /** Whether people may approve what they have entered themselves. */
  approve_own: z.boolean(),
  /** Whether a work is completed on the day whose fact reaches its total. */
  complete_by_fact: z.boolean(),
  /** How many people approve hours before they become facts. */
  timesheet_approval: z.enum(TIMESHEET_APPROVALS),
  /** Whether reports of who does not plan are facts at once or wait for the curator. */
  fact_approval: z.enum(FACT_APPROVALS),
  /** What becomes of facts of days before the editing period. */
  late_facts: z.enum(LATE_FACTS),
});

/** Values of a row from a day on: a number, null takes the value away, `keep` leaves it. */
const cellsOfRow = z.object({
  resource_id: z.number().int().positive().nullable().default(null),
  measure,
  mode,
  first_day: day,
  values: z
    .array(z.union([z.number(), z.null(), z.literal('keep')]))
    .min(1)
    .max(MOST_GRID_DAYS),
});
const cells = cellsOfRow.extend({ item_id: z.number().int().positive() });
export type DayCells = z.output<typeof cells>;

const written = edited.extend({
  written: z.number(),
  /** Days that were left as they are, and why; null = all of the row's cells. */
  refused: z.array(
    z.object({
      item_id: z.number(),
      day: z.string().nullable(),
      code: z.string(),
      /** What the text of the reason names beyond the row and the day. */
      parameters: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    }),
  ),
  /** Facts of closed days that count on the first open one. */
  late: z.array(lateFact),
  /** Days on which a person has more than twelve hours in all schedules together: taken, and worth a second look. */
  long: z.array(z.object({ name: z.string(), day: z.string(), hours: z.number(), schedules: z.string() })),
});

const skipRefused = z.boolean().default(false).describe('Leave refused cells out instead of refusing all');
const versionOnly = z.object({ id: pathId });
const versionRow = z.object({ id: pathId, wbsId: pathId });

const gridRow = z.object({
  item_id: z.number(),
  /** One value a day from the first asked; null = none, which is not 0. */
  plan: z.array(z.number().nullable()),
  fact: z.array(z.number().nullable()),
  approved: z.array(z.number().nullable()),
  /** Of all days, not only those asked; `total` null where nothing states it. */
  total: z.number().nullable(),
  planned: z.number(),
  done: z.number(),
  /** What neither is done nor planned from the key day on. */
  undistributed: z.number().nullable(),
  /** What was to be done before the key day, by the approved plan where there is one, and is not. */
  deviation: z.number(),
  /** Stated of volumes alone: materials of several units, and neither a carrier nor a volume of the work itself. */
  mixed_units: z.literal(true).optional(),
});
export type DayGridRow = z.output<typeof gridRow>;

const gridPage = z.object({
  revision: z.number(),
  key_day: z.string(),
  limits,
  total: z.number(),
  rows: z.array(gridRow),
  /** Facts of the rows that count on another day than their own, where one of the two days was asked for. */
  late: z.array(lateFact),
  held: z.array(heldHours),
});

/** Summaries that one call adds up. */
export const MOST_SUMMED_ROWS = 100;
const summed = gridRow.pick({ item_id: true, plan: true, fact: true, approved: true });

const dayPlans = {
  grid: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/wdp',
    summary: `The day grid: planned, done and approved values of works between two days, at most ${MOST_GRID_DAYS}`,
    right: 'plan.read',
    place: atVersion('id'),
    params: versionOnly,
    query: z.object({
      from: day,
      to: day.describe('The last day'),
      measure: measure.default('volume'),
      parent: pathId.optional().describe('Only rows below this one'),
      offset: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(1000).default(200),
    }),
    output: gridPage,
  }),
  sums: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/wdp-sums',
    summary: 'Planned, done and approved values of all works below some summaries, added up by days',
    right: 'plan.read',
    place: atVersion('id'),
    params: versionOnly,
    query: z.object({
      ids: z
        .string()
        .regex(/^\d{1,9}(,\d{1,9}){0,99}$/)
        .describe(`Ids of summaries, at most ${MOST_SUMMED_ROWS}`),
      from: day,
      to: day.describe('The last day'),
      measure: measure.default('volume'),
    }),
    output: z.object({ revision: z.number(), rows: z.array(summed) }),
  }),
  gridOfRow: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/wdp/{wbsId}',
    summary: 'One row of the day grid',
    right: 'plan.read',
    place: atVersion('id'),
    params: versionRow,
    query: z.object({ from: day, to: day.describe('The last day'), measure: measure.default('volume') }),
    output: gridPage,
  }),
  setDays: endpoint({
    method: 'PUT',
    path: '/api/v1/versions/{id}/wdp',
    summary: `Set values of days of many rows in one edit, at most ${MOST_WRITTEN_DAYS} days`,
    right: 'plan.report',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    params: versionOnly,
    body: z.object({ cells: z.array(cells).min(1).max(10_000), skip_refused: skipRefused }),
    output: written,
  }),
  setDaysOfRow: endpoint({
    method: 'PUT',
    path: '/api/v1/versions/{id}/wdp/{wbsId}',
    summary: 'Set values of days of one row',
    right: 'plan.report',
    place: atVersion('id'),
    params: versionRow,
    body: z.object({ cells: z.array(cellsOfRow).min(1).max(100), skip_refused: skipRefused }),
    output: written,
  }),
  setPlanned: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/wdp/planning-status',
    summary: 'Set whether rows are planned by days; those that are not take no plans of days, and scenarios ask them for none',
    right: 'plan.edit',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    params: versionOnly,
    body: z.strictObject({ ids: z.array(z.number().int().positive()).min(1).max(100_000), planned: z.boolean() }),
    output: edited,
  }),
  setPlannedOfRow: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/wdp/{wbsId}/planning-status',
    summary: 'Set whether a row is planned by days',
    right: 'plan.edit',
    place: atVersion('id'),
    params: versionRow,
    body: z.strictObject({ planned: z.boolean() }),
    output: edited,
  }),
  planAtDay: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/update-volume-plan-at-day',
    summary: 'Lay what is left of the volume of works evenly over their working days from a day to their finish, in one edit',
    right: 'plan.edit',
    changesData: true,
    place: atVersion('id'),
    heavy: 'version',
    params: versionOnly,
    query: z.object({
      day,
      ids: z
        .string()
        .regex(/^\d{1,9}(,\d{1,9})*$/)
        .max(60_000)
        .optional()
        .describe('Ids of rows, separated by commas; without them all works'),
    }),
    output: edited.extend({
      /** Volume planned from the day on. */
      rows: z.array(z.object({ item_id: z.number(), before: z.number(), after: z.number() })),
    }),
  }),
  clearPlan: endpoint({
    method: 'DELETE',
    path: '/api/v1/versions/{id}/wdp/{wbsId}',
    summary: 'Take the planned values of a row away, from the first day on that may still be changed',
    right: 'plan.edit',
    place: atVersion('id'),
    params: versionRow,
    output: written,
  }),
};

export const dayValues = {
  ...dayPlans,
  read: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/wbs/{wbsId}/values',
    summary: 'Values of a row by days, or added up by weeks, months, quarters or years: planned, done and approved',
    right: 'plan.read',
    place: atVersion('id'),
    params: z.object({ id: pathId, wbsId: pathId }),
    query: z.object({ period: z.enum(PERIODS).default('day') }),
    output: z.object({
      limits,
      /** Facts that came when their day was closed. */
      late: z.array(lateFact),
      held: z.array(heldHours),
      series: z.array(
        z.object({
          measure,
          mode,
          resource_id: z.number().nullable(),
          total: z.number(),
          values: z.array(z.object({ from: z.string(), value: z.number() })),
        }),
      ),
    }),
  }),
  write: endpoint({
    method: 'PUT',
    path: '/api/v1/versions/{id}/wbs/{wbsId}/values',
    summary:
      'Set values of a row on some days, null takes one away; with replace all its other days go. Facts need the right to report on the row, approved plans to approve in it, plans the right to change plans',
    right: 'plan.report',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    params: z.object({ id: pathId, wbsId: pathId }),
    body: z.object({
      measure,
      mode,
      resource_id: z.number().int().positive().nullable().default(null),
      values: z.array(z.object({ day, value: z.number().nullable() })).max(MOST_DAYS),
      replace: z.boolean().default(false),
    }),
    output: edited,
  }),
  refresh: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/wbs/refresh-values',
    summary:
      'Set progress, status, actual dates, units and costs of rows to what their values of days say, of all rows or some; with preview only count them',
    right: 'plan.edit',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    heavy: 'version',
    params: z.object({ id: pathId }),
    body: z
      .object({ ids: z.array(z.number().int().positive()).min(1).max(100_000).optional(), preview: z.boolean().default(false) })
      .default({ preview: false }),
    output: edited.extend({ rows: z.number(), refused: z.array(z.object({ id: z.number(), code: z.string() })) }),
  }),
  saveScheduleSettings: endpoint({
    method: 'PATCH',
    path: '/api/v1/schedules/{id}/settings',
    summary: 'Set how long before the key date values of days may still be changed, and whether people approve their own entries',
    right: 'structure.edit',
    place: atNode('id'),
    params: z.object({ id: pathId }),
    body: z
      .object({
        editing_period_days: z.object({ plan: days, fact: days }).partial(),
        approve_own: z.boolean(),
        complete_by_fact: z.boolean(),
        timesheet_approval: z.enum(TIMESHEET_APPROVALS),
        fact_approval: z.enum(FACT_APPROVALS),
        late_facts: z.enum(LATE_FACTS),
      })
      .partial(),
    output: scheduleSettings,
  }),
  limit: endpoint({
    method: 'GET',
    path: '/api/v1/schedules/{id}/limit-for-dp',
    summary: 'From which day on values of days may be changed, in the actual version or the named one',
    right: 'plan.read',
    place: atNode('id'),
    params: z.object({ id: pathId }),
    query: z.object({ version_id: pathId.optional() }),
    output: z.object({
      version_id: z.number(),
      key_date: z.string(),
      approve_own: z.boolean(),
      complete_by_fact: z.boolean(),
      timesheet_approval: z.enum(TIMESHEET_APPROVALS),
      fact_approval: z.enum(FACT_APPROVALS),
      late_facts: z.enum(LATE_FACTS),
      ...limits.shape,
    }),
  }),
};
