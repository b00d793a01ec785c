import { NODE_KINDS } from '@gantry/domain';
import { z } from 'zod';
import { atNode, atSpace, atVersion, endpoint, pathId, type Place } from '../endpoint.ts';
import { event, heardBy } from '../event.ts';

/** Kinds of figures that lie over time: money, hours, and how many works begin and end. */
export const SERIES_KINDS = ['cost', 'labour', 'count'] as const;
export type SeriesKind = (typeof SERIES_KINDS)[number];

/** The periods of a series; weeks begin on Monday. */
export const SERIES_PERIODS = ['week', 'month', 'quarter', 'year'] as const;
export type SeriesPeriod = (typeof SERIES_PERIODS)[number];

/** Counts of works that open the works that they count. */
export const WORK_COUNTS = [
  'works',
  'not_started',
  'in_progress',
  'completed',
  'critical',
  'near_critical',
  'negative_float',
  'overdue',
  'late_against_target',
  'without_target',
] as const;
export type WorkCount = (typeof WORK_COUNTS)[number];

const params = z.object({ id: pathId });
const query = z.object({ period: z.enum(SERIES_PERIODS).default('month') });

/**
 * Which versions an answer counts: one a schedule, the actual one, else the newest. Those in `outdated` have changed since their figures
 * were counted; `job_id` counts them anew, and `analytics_changed` tells its end.
 */
const state = z.object({
  versions: z.number(),
  outdated: z.array(z.object({ version_id: z.number(), name: z.string() })),
  job_id: z.number().nullable(),
  /** Versions that are left out because the caller may not see what they cost. */
  hidden: z.number(),
});

/** Earned value of the sums, with earned schedule: how many days the work is ahead, and the index of time. */
const earnedValue = z.object({
  bac: z.number(),
  pv: z.number(),
  ev: z.number(),
  ac: z.number(),
  sv: z.number(),
  cv: z.number(),
  spi: z.number().nullable(),
  cpi: z.number().nullable(),
  eac: z.number().nullable(),
  vac: z.number().nullable(),
  svt_days: z.number(),
  spit: z.number().nullable(),
});
export type AnalyticsEarnedValue = z.output<typeof earnedValue>;

/** What stands directly below a place. */
const part = z.object({ id: z.number(), name: z.string(), kind: z.enum([...NODE_KINDS, 'version']) });

const series = z.object({
  period: z.enum(SERIES_PERIODS),
  unit: z.enum(['money', 'hours', 'works']),
  /** The latest data date of the versions counted. */
  data_date: z.string().nullable(),
  /** First days of the periods, one after another. */
  periods: z.array(z.string()),
  /** `values` fall on the periods, `cumulative` stand at their ends; null where a line does not reach. */
  lines: z.array(
    z.object({ key: z.string(), values: z.array(z.number().nullable()), cumulative: z.array(z.number().nullable()), total: z.number() }),
  ),
  /** The totals of the lines by what stands directly below the place. */
  parts: z.array(part.extend({ totals: z.record(z.string(), z.number()) })),
  /** Of money and hours; null of works. */
  earned_value: earnedValue.nullable(),
  state,
});
export type AnalyticsSeries = z.output<typeof series>;

const stats = z.object({
  works: z.number(),
  milestones: z.number(),
  not_started: z.number(),
  in_progress: z.number(),
  completed: z.number(),
  critical: z.number(),
  near_critical: z.number(),
  negative_float: z.number(),
  /** Unfinished works whose finish lies before the data date. */
  overdue: z.number(),
  /** Works that finish after their target finish, and works without one. */
  late_against_target: z.number(),
  without_target: z.number(),
  start: z.string().nullable(),
  finish: z.string().nullable(),
  target_finish: z.string().nullable(),
  /** Days from the target finish to the finish: more than 0 is late. */
  deviation_days: z.number().nullable(),
  data_date: z.string().nullable(),
  /** Shares of the budget in hours, else in money, else of works: done, and planned to be done. Null without works. */
  progress: z.number().nullable(),
  progress_planned: z.number().nullable(),
});

const statsAnswer = stats.extend({ parts: z.array(part.extend({ stats })), state });
export type AnalyticsStats = z.output<typeof stats>;

const seriesOf = (scope: string, kind: SeriesKind, of: string, place: Place) =>
  endpoint({
    method: 'GET',
    path: `/api/v1/${scope}/{id}/analytics/${kind}`,
    summary: `${{ cost: 'Money', labour: 'Hours', count: 'Works that begin and end' }[kind]} of ${of} by periods: target, plan, fact, earned, forecast`,
    right: 'plan.read',
    place,
    params,
    query,
    output: series,
  });

const statsOf = (scope: string, of: string, place: Place) =>
  endpoint({
    method: 'GET',
    path: `/api/v1/${scope}/{id}/analytics/stats`,
    summary: `Counts of works, dates and progress of ${of}`,
    right: 'plan.read',
    place,
    params,
    output: statsAnswer,
  });

const scope = (name: string, of: string, place: Place) => ({
  cost: seriesOf(name, 'cost', of, place),
  labour: seriesOf(name, 'labour', of, place),
  count: seriesOf(name, 'count', of, place),
  stats: statsOf(name, of, place),
});
const space = scope('space', 'all schedules of a space', atSpace('id'));
const facility = scope('facilities', 'all schedules of a facility', atNode('id'));
const project = scope('projects', 'all schedules of a project', atNode('id'));
const schedule = scope('schedules', 'a schedule', atNode('id'));
const version = scope('versions', 'a version', atVersion('id'));

export const analytics = {
  costOfSpace: space.cost,
  labourOfSpace: space.labour,
  countOfSpace: space.count,
  statsOfSpace: space.stats,
  costOfFacility: facility.cost,
  labourOfFacility: facility.labour,
  countOfFacility: facility.count,
  statsOfFacility: facility.stats,
  costOfProject: project.cost,
  labourOfProject: project.labour,
  countOfProject: project.count,
  statsOfProject: project.stats,
  costOfSchedule: schedule.cost,
  labourOfSchedule: schedule.labour,
  countOfSchedule: schedule.count,
  statsOfSchedule: schedule.stats,
  costOfVersion: version.cost,
  labourOfVersion: version.labour,
  countOfVersion: version.count,
  statsOfVersion: version.stats,
  worksOfVersion: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/analytics/rows',
    summary: 'The works behind a count of a version, a page of them, in the order of the plan',
    right: 'plan.read',
    place: atVersion('id'),
    params,
    query: z.object({
      figure: z.enum(WORK_COUNTS),
      offset: z.coerce.number<number>().int().min(0).default(0),
      limit: z.coerce.number<number>().int().min(1).max(500).default(100),
    }),
    output: z.object({
      revision: z.number(),
      total: z.number(),
      rows: z.array(z.object({ item_id: z.number(), code: z.string(), name: z.string() })),
    }),
  }),
  clearCache: endpoint({
    method: 'POST',
    path: '/api/v1/schedules/{id}/analytics/clearCache',
    summary: 'Forget the figures of the versions of a schedule and count those that are counted anew, in the background',
    right: 'plan.calculate',
    place: atNode('id'),
    params,
    output: z.object({ success: z.literal(true), versions: z.number(), job_id: z.number() }),
  }),
};

export const analyticsEvents = {
  analytics_changed: heardBy('plan.read', 'version', 'version_id', event({ version_id: z.number(), schedule_id: z.number() })),
};
