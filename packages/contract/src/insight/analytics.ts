import { NODE_KINDS } from '@gantry/domain';
import { z } from 'zod';
import { ANYWHERE, anywhereIn, atNode, atVersion, endpoint, pathId, type Place } from '../endpoint.ts';
import { event, heardBy } from '../event.ts';
import { listedNode, nodeList, nodeListQuery } from '../structure/eps-views.ts';
import {
  curvesAnswer,
  curvesQuery,
  customCost,
  customCostAnswer,
  dashboardAnswer,
  figure,
  type FigureKind,
  figureAnswers,
  figureQuery,
  formulaAnswer,
  formulaQuery,
  MOST_ROWS_BEHIND,
  namedCalls,
  nodeFigures,
  SERIES_PERIODS,
  statsAnswer,
  WORK_COUNTS,
} from './figures.ts';

export const analyticsErrors = {
  'analytics.no_attribute': 422,
  'analytics.too_large': 422,
  'analytics.no_such_question': 422,
} as const;

const params = z.object({ id: pathId });
const versionQuery = figureQuery.pick({ version: true, filter: true, indicator: true, within: true, within_key: true, below: true });

/** What each kind tells, before the name of its place. */
const TELLS: Record<FigureKind, string> = {
  cost: 'Money by periods: target, plan, early, late, fact, earned, what is left, forecast and estimate',
  labour: 'Hours by periods: target, plan, early, late, fact, earned, what is left, forecast and estimate',
  count: 'Works that begin and end by periods, and how many are in progress',
  money: 'Price and cost of what was distributed over days, and what is between them',
  volume: 'Volumes by items, each in its unit, and the lines of one',
  'by-target': 'What was done against the target, and by how many days works slip',
  'by-dp': 'What was done against the approved plan of days, and the promises that were kept',
  'graph-by-executor': 'Hours and works by who carries them out',
};

type ScopePath = 'space' | 'facilities' | 'projects' | 'schedules' | 'versions';

function figuresOf<O extends z.ZodType>(path: ScopePath, place: Place, kind: FigureKind, output: O) {
  return endpoint({
    method: 'GET',
    path: `/api/v1/${path}/{id}/analytics/${kind}`,
    summary: `${TELLS[kind]} (${path})`,
    right: 'plan.read',
    place,
    params,
    query: figureQuery,
    output,
  });
}

/** The calls of one kind of place: all kinds of figures. */
const callsOf = (path: ScopePath, place: Place) => ({
  cost: figuresOf(path, place, 'cost', figureAnswers.cost),
  labour: figuresOf(path, place, 'labour', figureAnswers.labour),
  count: figuresOf(path, place, 'count', figureAnswers.count),
  money: figuresOf(path, place, 'money', figureAnswers.money),
  volume: figuresOf(path, place, 'volume', figureAnswers.volume),
  byTarget: figuresOf(path, place, 'by-target', figureAnswers['by-target']),
  byDayPlan: figuresOf(path, place, 'by-dp', figureAnswers['by-dp']),
  byExecutor: figuresOf(path, place, 'graph-by-executor', figureAnswers['graph-by-executor']),
  stats: endpoint({
    method: 'GET',
    path: `/api/v1/${path}/{id}/analytics/stats`,
    summary: `Counts of works, dates and progress (${path})`,
    right: 'plan.read',
    place,
    params,
    query: versionQuery,
    output: statsAnswer,
  }),
  dashboard: endpoint({
    method: 'GET',
    path: `/api/v1/${path}/{id}/analytics/dashboard`,
    summary: `Counts, curves, promises, delays and milestones in one answer (${path})`,
    right: 'plan.read',
    place,
    params,
    query: versionQuery.extend({ period: figureQuery.shape.period }),
    output: dashboardAnswer,
  }),
  series: endpoint({
    method: 'GET',
    path: `/api/v1/${path}/{id}/analytics/series`,
    summary: `The caller's active curves, or chosen ones (${path})`,
    right: 'plan.read',
    place,
    params,
    query: curvesQuery,
    output: curvesAnswer,
  }),
  formula: endpoint({
    method: 'GET',
    path: `/api/v1/${path}/{id}/analytics/formula`,
    summary: `What a formula over the figures comes to, in all and for each part: a formula of sums (${path})`,
    right: 'plan.read',
    place,
    params,
    query: formulaQuery,
    output: formulaAnswer,
  }),
  customCost: endpoint({
    method: 'POST',
    path: `/api/v1/${path}/{id}/analytics/custom-cost`,
    summary: `An amount of each work laid over time in a chosen way, and how it is paid (${path})`,
    right: 'cost.read',
    place,
    params,
    body: customCost,
    output: customCostAnswer,
    changesData: false,
  }),
});

export const analytics = {
  ...namedCalls(callsOf('space', anywhereIn('id')), 'Space'),
  ...namedCalls(callsOf('facilities', atNode('id')), 'Facility'),
  ...namedCalls(callsOf('projects', atNode('id')), 'Project'),
  ...namedCalls(callsOf('schedules', atNode('id')), 'Schedule'),
  ...namedCalls(callsOf('versions', atVersion('id')), 'Version'),
  worksOfVersion: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/analytics/rows',
    summary: 'The works behind a count of a version, a page of them, in the order of the plan',
    right: 'plan.read',
    place: atVersion('id'),
    heavy: 'version',
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
  rowsOfVersion: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/analytics/rows',
    summary: 'The works that a figure of a version is made of, the largest amounts first: together they are the figure to the last digit',
    right: 'plan.read',
    place: atVersion('id'),
    heavy: 'version',
    params,
    body: z.object({
      figure,
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(MOST_ROWS_BEHIND).default(100),
    }),
    output: z.object({
      revision: z.number(),
      total: z.number(),
      /** The figure itself: the sum over all rows, not over those of the page. */
      amount: z.number(),
      rows: z.array(z.object({ row_id: z.number(), code: z.string(), name: z.string(), amount: z.number() })),
    }),
    changesData: false,
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
  nodesWithFigures: endpoint({
    method: 'GET',
    path: '/api/v1/eps/list/with-analytic',
    summary: "Nodes as a list, as the caller's active view has it, each with what lies below it: works, dates, progress and indexes",
    right: 'plan.read',
    place: ANYWHERE,
    heavy: 'space',
    query: nodeListQuery,
    output: z.object({ ...nodeList, nodes: z.array(listedNode.extend({ analytic: nodeFigures })) }),
  }),
  ofNode: endpoint({
    method: 'GET',
    path: '/api/v1/eps/{id}/analytics',
    summary: 'What a node of the hierarchy comes to, in one answer, and whether it counts above itself',
    right: 'plan.read',
    place: atNode('id'),
    params,
    query: z.object({ period: z.enum(SERIES_PERIODS).default('month') }),
    output: dashboardAnswer.extend({ checked: z.boolean() }),
  }),
  navigate: endpoint({
    method: 'GET',
    path: '/api/v1/eps/{id}/analytics/navigate',
    summary: 'What a figure of a node is made of: the nodes below it, of a schedule its version',
    right: 'plan.read',
    place: atNode('id'),
    params,
    query: figure,
    output: z.object({
      level: z.enum(['nodes', 'versions']),
      value: z.number(),
      items: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          kind: z.enum([...NODE_KINDS, 'version']),
          value: z.number(),
          /** Of the whole figure; null where that is 0. */
          share: z.number().nullable(),
        }),
      ),
    }),
  }),
  setChecked: endpoint({
    method: 'PATCH',
    path: '/api/v1/eps/{id}/analytics/set-checked',
    summary: 'Say whether a node counts in the figures of what stands above it',
    right: 'structure.edit',
    place: atNode('id'),
    params,
    body: z.object({ checked: z.boolean() }),
  }),
};

export const analyticsEvents = {
  analytics_changed: heardBy('plan.read', 'version', 'version_id', event({ version_id: z.number(), schedule_id: z.number() })),
};
