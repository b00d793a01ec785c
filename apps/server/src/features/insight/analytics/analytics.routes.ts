import type { api, SeriesKind, SeriesPeriod } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import type { Handlers } from '../../../platform/http/http.ts';
import { clearCache, listWorksBehind, readSeries, readStats, type Scope } from './analytics.service.ts';

type Asked = { params: { id: number }; query: { period: SeriesPeriod } };
const series =
  (scope: Scope['kind'], kind: SeriesKind) =>
  (context: Context, { params, query }: Asked) =>
    readSeries(context, { kind: scope, id: params.id }, kind, query.period);
const stats =
  (scope: Scope['kind']) =>
  (context: Context, { params }: Pick<Asked, 'params'>) =>
    readStats(context, { kind: scope, id: params.id });

export const analyticsRoutes: Handlers<typeof api.analytics> = {
  costOfSpace: series('space', 'cost'),
  labourOfSpace: series('space', 'labour'),
  countOfSpace: series('space', 'count'),
  statsOfSpace: stats('space'),
  costOfFacility: series('facility', 'cost'),
  labourOfFacility: series('facility', 'labour'),
  countOfFacility: series('facility', 'count'),
  statsOfFacility: stats('facility'),
  costOfProject: series('project', 'cost'),
  labourOfProject: series('project', 'labour'),
  countOfProject: series('project', 'count'),
  statsOfProject: stats('project'),
  costOfSchedule: series('schedule', 'cost'),
  labourOfSchedule: series('schedule', 'labour'),
  countOfSchedule: series('schedule', 'count'),
  statsOfSchedule: stats('schedule'),
  costOfVersion: series('version', 'cost'),
  labourOfVersion: series('version', 'labour'),
  countOfVersion: series('version', 'count'),
  statsOfVersion: stats('version'),
  worksOfVersion: (context, { params, query }) => listWorksBehind(context, params.id, query),
  clearCache: (context, { params }) => clearCache(context, params.id),
};
