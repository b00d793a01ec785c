import { z } from 'zod';
import { atVersion, endpoint, pathId } from '../endpoint.ts';
import { edited } from '../planning/edits.ts';

export const healthErrors = {
  'health.out_of_date': 409,
  'health.no_fix': 409,
} as const;

/** The engine's checks in its order, behind them the one of attributes that must have a value. */
export const HEALTH_CHECK_IDS = [
  'missing_logic',
  'leads',
  'lags',
  'relation_types',
  'hard_constraints',
  'high_float',
  'negative_float',
  'high_duration',
  'invalid_dates',
  'missing_resources',
  'missed_tasks',
  'critical_path_test',
  'critical_path_length_index',
  'baseline_execution_index',
  'dangling_starts',
  'dangling_finishes',
  'summary_logic',
  'redundant_relations',
  'rings',
  'out_of_sequence',
  'duplicate_names',
  'merge_points',
  'broken_critical_path',
  'critical_effort',
  'over_allocation',
  'missing_baseline',
  'calendar_mix',
  'calendar_outliers',
  'missing_calendar',
  'missing_volume',
  'missing_cost',
  'stale_limits',
  'milestone_durations',
  'required_attribute',
] as const;
export type HealthCheckName = (typeof HEALTH_CHECK_IDS)[number];

/** Rows of a finding that an answer names; `rows` says how many there are. */
export const HEALTH_ROWS = 200;
/** Fixes that are shown and applied in one go. */
export const HEALTH_FIXES = 500;

const finding = z.object({
  check: z.enum(HEALTH_CHECK_IDS),
  /** Whose rule it is: DCMA's fourteen points, the GAO's guide, or our own. */
  source: z.enum(['dcma', 'gao', 'own']),
  unit: z.enum(['share', 'count', 'index']),
  verdict: z.enum(['passed', 'failed', 'not_measured']),
  value: z.number().nullable(),
  /** The most, or where `passes` is `at_least` the least, that passes. */
  limit: z.number(),
  passes: z.enum(['at_most', 'at_least']),
  population: z.number(),
  rows: z.number(),
  row_ids: z.array(z.number()),
  /** How many fixes are offered; 0 where nothing is safe to change. */
  fixes: z.number(),
  /** Of a required attribute. */
  attribute: z.object({ id: z.number(), name: z.string() }).nullable(),
});
export type HealthFindingRow = z.output<typeof finding>;

/** What a fix would change: a relation from a row to another one, or a field of a row. */
const change = z.object({
  command: z.enum(['remove_relation', 'set_lag', 'add_relation', 'set_limit', 'set_calendar', 'set_duration']),
  row_id: z.number(),
  other_id: z.number().nullable(),
  /** Which end of the row a limit is of. */
  end: z.enum(['start', 'finish']).nullable(),
  /** Types of relations and limits, names of calendars, or minutes of lags and durations; null is none. */
  before: z.union([z.string(), z.number()]).nullable(),
  after: z.union([z.string(), z.number()]).nullable(),
});
export type HealthChange = z.output<typeof change>;

const params = z.object({ id: pathId, check: z.enum(HEALTH_CHECK_IDS) });

export const health = {
  read: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/health',
    summary: 'Checks of a version: what each finds, the rows, and how many fixes it offers',
    right: 'plan.read',
    place: atVersion('id'),
    heavy: 'version',
    params: z.object({ id: pathId }),
    output: z.object({ revision: z.number(), findings: z.array(finding) }),
  }),
  preview: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/health/{check}',
    summary: 'What the fixes of a check would change, and what that does to dates',
    right: 'plan.read',
    place: atVersion('id'),
    heavy: 'version',
    params,
    output: z.object({
      revision: z.number(),
      changes: z.array(change),
      finish_before: z.string().nullable(),
      finish_after: z.string().nullable(),
      /** Rows whose start or finish would move. */
      moved: z.number(),
    }),
  }),
  fix: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/health/{check}',
    summary: 'Apply fixes of a check as one edit; refused where the version has changed since they were shown',
    right: 'plan.edit',
    place: atVersion('id'),
    heavy: 'version',
    params,
    body: z.object({
      revision: z.number().int(),
      /** Which of the shown changes, by their place; all where it is left out. */
      fixes: z.array(z.number().int().min(0)).min(1).max(HEALTH_FIXES).optional(),
    }),
    output: edited.extend({ applied: z.number() }),
  }),
};
