import { CALCULATION_STATUS, FLOAT_TYPES, LAG_CALENDARS, PROGRESS_BY, PROGRESS_MODES } from '@gantry/domain';
import { z } from 'zod';
import { atNode, atVersion, endpoint, pathId, LARGE_BODY } from '../endpoint.ts';
import { dateTimeField } from '../fields.ts';
import { edited } from './edits.ts';
import { event, heardBy } from '../event.ts';

export const timetableErrors = { 'timetable.nothing_to_calculate': 422, 'timetable.out_of_date': 409 } as const;

const params = z.object({ id: pathId });
const status = z.union(Object.values(CALCULATION_STATUS).map((value) => z.literal(value)));

/** How many scenarios of started work there are. */
export const SCENARIO_COUNT = 16;

/** Options of a calculation as the calculate settings keep them. */
export const calculateSettings = z.object({
  rules: z.enum(['p6', 'msproject']),
  data_date: dateTimeField,
  progress_mode: z.enum(PROGRESS_MODES),
  lag_calendar: z.enum(LAG_CALENDARS),
  use_expected_finish: z.boolean(),
  float_type: z.enum(FLOAT_TYPES),
  open_ends_critical: z.boolean(),
  critical_by: z.enum(['total_float', 'longest_path']),
  critical_float_minutes: z.number().int(),
  near_critical_float_minutes: z.number().int(),
  must_finish_by: dateTimeField.nullable(),
  progress_scenario: z.number().int().min(1).max(SCENARIO_COUNT).nullable(),
  rate_of_progress: z.enum(['plan', 'pace']),
  rate_of_fact: z.enum(['fact', 'plan']),
  /** What the progress of works goes by that state nothing else; null: the first of volume, labour and cost that has facts. */
  progress_by: z.enum(PROGRESS_BY).nullable(),
  external_relations: z.enum(['live', 'ignored']),
});

/** Options of a calculation: another data date, only some rows; `auto` when an edit triggered it. */
const asked = z
  .object({
    data_date: dateTimeField.optional(),
    ids: z.array(z.number().int().positive()).min(1).max(100_000).optional(),
    auto: z.boolean().optional(),
  })
  .default({});

/** What a calculation says of itself: counts, open ends, cycles with their path. */
export const timetableIssue = z.object({ code: z.string(), parameters: z.record(z.string(), z.json()), items: z.array(z.number()) });

/** By what works that compete for a resource go first, the smaller first. */
export const LEVELING_PRIORITIES = ['late_finish', 'total_float', 'early_start', 'duration', 'row'] as const;

/** How far leveling looks for an earlier finish than the list of priorities gives. */
export const LEVELING_SEARCHES = ['none', 'quick', 'thorough'] as const;

const levelingAsked = z.object({
  resource_ids: z.array(z.number().int().positive()).min(1).max(10_000).nullable().default(null).describe('null: all with a limit'),
  priority: z.enum(LEVELING_PRIORITIES).default('late_finish'),
  keep_order: z.boolean().default(false).describe('Works keep the order in which they stand now'),
  within_float: z.boolean().default(false).describe('Nothing moves beyond its float'),
  search: z.enum(LEVELING_SEARCHES).default('none'),
});
export type LevelingAsked = z.output<typeof levelingAsked>;

/** The most rows that a preview names; it counts all. */
export const MOST_DELAYS = 1_000;

const levelingPreview = z.object({
  revision: z.number(),
  finish_before: z.string(),
  finish_after: z.string().nullable(),
  moved_count: z.number(),
  /** Working minutes by which a row starts later than calculated, and what it waits for: others that hold a resource, less of it, or a row before it. */
  moved: z.array(
    z.object({
      item_id: z.number(),
      minutes: z.number(),
      from: z.string(),
      to: z.string(),
      cause: z.object({
        kind: z.enum(['resource', 'limit', 'relation']),
        resource_id: z.number().nullable(),
        item_ids: z.array(z.number()),
        until: z.string().nullable(),
      }),
    }),
  ),
  over_before: z.number(),
  over_after: z.number(),
  over: z.array(z.object({ resource_id: z.number(), from: z.string(), to: z.string(), used: z.number(), limit: z.number() })),
  /** Rows that alone take more than there is: they stay where they are. */
  oversized: z.array(z.number()),
  /** Rows whose floor would change; 0 = the version is leveled so already. */
  changed_count: z.number(),
  schedules: z.number(),
});
export type LevelingPreview = z.output<typeof levelingPreview>;

/** State of the calculation of a version. */
export const timetableState = z.object({
  status,
  data_date: z.string().nullable(),
  finish: z.string().nullable(),
  calculated_at: z.string().nullable(),
  input_revision: z.number().nullable(),
  hash: z.string().nullable(),
  critical_count: z.number(),
  issues: z.array(timetableIssue),
  settings: calculateSettings,
});

export const timetable = {
  state: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/timetable',
    summary: 'State of the calculation, its settings and its log',
    right: 'plan.read',
    place: atVersion('id'),
    params,
    output: timetableState,
  }),
  calculate: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/timetable/calculate',
    summary:
      'Calculate the timetable as a job; the event timetable_calculate tells the state. With the header `Prefer: calculate` it is done at once where that is possible, and there is no job',
    right: 'plan.calculate',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    params,
    body: asked,
    output: z.object({ success: z.literal(true), job_id: z.number().nullable() }),
  }),
  calculateNow: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/timetable/calculate/synchronous',
    summary: 'Calculate the timetable and answer when done',
    right: 'plan.calculate',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    params,
    body: asked,
    output: z.object({ success: z.literal(true), revision: z.number(), state: timetableState }),
  }),
  previewLeveling: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/timetable/leveling/preview',
    summary: 'What leveling would move and why, so that no resource is used beyond its limit; nothing is stored',
    right: 'plan.edit',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    heavy: 'version',
    params,
    body: levelingAsked,
    output: levelingPreview,
  }),
  level: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/timetable/leveling',
    summary: 'Level a version as the preview of this revision showed it: one edit',
    right: 'plan.edit',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    heavy: 'version',
    params,
    body: levelingAsked.extend({ revision: z.number().int().nonnegative() }),
    output: z.object({ revision: z.number() }),
  }),
  clearLeveling: endpoint({
    method: 'DELETE',
    path: '/api/v1/versions/{id}/timetable/leveling',
    summary: 'End the leveling of a version: its rows start again as relations and limits let them',
    right: 'plan.edit',
    place: atVersion('id'),
    params,
    output: z.object({ revision: z.number() }),
  }),
  saveSettings: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/timetable/settings',
    summary: 'Change options of the calculation of a version',
    right: 'plan.edit',
    place: atVersion('id'),
    params,
    body: calculateSettings.partial(),
    output: edited,
  }),
  setScenario: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/timetable/scenario',
    summary: 'Set by which scenario some rows go on once begun, null = as the version says, and their base intensity',
    right: 'plan.edit',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    heavy: 'version',
    params,
    body: z.object({
      ids: z.array(z.number().int().positive()).min(1).max(100_000),
      scenario: z.number().int().min(1).max(SCENARIO_COUNT).nullable().optional(),
      /** Volume a working day: what the scenario of base intensity counts with. */
      base_intensity_per_day: z.number().positive().nullable().optional(),
    }),
    output: edited,
  }),
  scheduleSettings: endpoint({
    method: 'GET',
    path: '/api/v1/schedules/{id}/calculate-settings',
    summary: 'Options of the calculation of a schedule: of its actual version, or of the named one',
    right: 'plan.read',
    place: atNode('id'),
    params,
    query: z.object({ version_id: pathId.optional() }),
    output: z.object({ version_id: z.number(), settings: calculateSettings }),
  }),
  saveScheduleSettings: endpoint({
    method: 'PUT',
    path: '/api/v1/schedules/{id}/calculate-settings',
    summary: 'Change options of the calculation of a schedule, in its actual version or in the named one',
    right: 'plan.edit',
    place: atNode('id'),
    params,
    body: calculateSettings.partial().extend({ version_id: z.number().int().positive().optional() }),
    output: edited,
  }),
};

export const timetableEvents = {
  timetable_calculate: heardBy(
    'plan.read',
    'version',
    'version_id',
    event({ version_id: z.number(), status, error: z.string().optional() }),
  ),
};
