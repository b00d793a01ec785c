import {
  type api,
  type CurvesQuery,
  type CustomCost,
  type FigureKind,
  type FigureQuery,
  type FormulaQuery,
  namedCalls,
  type SeriesPeriod,
} from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import type { Handlers } from '../../../platform/http/http.ts';
import { setCountsAbove } from '../../structure/eps/eps.service.ts';
import { readCurves } from './behind/analytics.curves.service.ts';
import { readCustomCost } from './behind/analytics.custom.service.ts';
import { readFormula } from './behind/analytics.formula.service.ts';
import { listNodesWithFigures } from './behind/analytics.list.service.ts';
import { navigate, readNode } from './behind/analytics.navigate.service.ts';
import { listRowsBehind, listWorksBehind } from './behind/analytics.rows.service.ts';
import { clearCache, type PlaceQuery, readDashboard, readFigures, readStats, type Scope } from './analytics.service.ts';

type At = { params: { id: number } };

/** The calls of one kind of place. */
function callsOf(scope: Scope['kind']) {
  const figures =
    <K extends FigureKind>(kind: K) =>
    (context: Context, { params: { id }, query }: At & { query: FigureQuery }) =>
      readFigures(context, { kind: scope, id }, kind, query);
  return {
    cost: figures('cost'),
    labour: figures('labour'),
    count: figures('count'),
    money: figures('money'),
    volume: figures('volume'),
    byTarget: figures('by-target'),
    byDayPlan: figures('by-dp'),
    byExecutor: figures('graph-by-executor'),
    stats: (context: Context, { params: { id }, query }: At & { query: PlaceQuery }) => readStats(context, { kind: scope, id }, query),
    dashboard: (context: Context, { params: { id }, query }: At & { query: PlaceQuery & { period: SeriesPeriod } }) =>
      readDashboard(context, { kind: scope, id }, query),
    series: (context: Context, { params: { id }, query }: At & { query: CurvesQuery }) => readCurves(context, { kind: scope, id }, query),
    formula: (context: Context, { params: { id }, query }: At & { query: FormulaQuery }) =>
      readFormula(context, { kind: scope, id }, query),
    customCost: (context: Context, { params: { id }, body }: At & { body: CustomCost }) =>
      readCustomCost(context, { kind: scope, id }, body),
  };
}

export const analyticsRoutes: Handlers<typeof api.analytics> = {
  ...namedCalls(callsOf('space'), 'Space'),
  ...namedCalls(callsOf('facility'), 'Facility'),
  ...namedCalls(callsOf('project'), 'Project'),
  ...namedCalls(callsOf('schedule'), 'Schedule'),
  ...namedCalls(callsOf('version'), 'Version'),
  worksOfVersion: (context, { params, query }) => listWorksBehind(context, params.id, query),
  rowsOfVersion: (context, { params, body }) => listRowsBehind(context, params.id, body.figure, body),
  clearCache: (context, { params }) => clearCache(context, params.id),
  nodesWithFigures: (context, { query }) => listNodesWithFigures(context, query),
  ofNode: (context, { params, query }) => readNode(context, params.id, query.period),
  navigate: (context, { params, query }) => navigate(context, params.id, query),
  setChecked: (context, { params, body }) => setCountsAbove(context, params.id, body.checked),
};
