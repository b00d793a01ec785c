import {
  api,
  type Figure,
  type FigureNarrowing,
  MOST_ROWS_BEHIND,
  type SeriesKind,
  type SeriesPeriod,
  type WorkCount,
} from '@gantry/contract';
import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { call } from '../../../lib/calls/api-client.ts';
import { ApiError } from '../../../lib/calls/api-error.ts';
import { usePush } from '../../../lib/push/push.ts';
import { refusalText } from '../../../ui/text/refusal-text.ts';
import { askAgain } from '../../../lib/calls/ask-again.ts';

/** A place whose figures are shown: of all its works, or of those that pass a filtering state, meet an indicator and stand below a row. */
export type AnalyticsPlace = { kind: 'space' | 'facility' | 'project' | 'schedule' | 'version'; id: number } & FigureNarrowing;

/** Which works of a place its figures are about; nothing of all works. */
export const worksOf = ({ filter, indicator, within, within_key, below }: FigureNarrowing): FigureNarrowing => ({
  ...(within === undefined ? {} : { within, within_key: within_key ?? '' }),
  ...(filter === undefined ? {} : { filter }),
  ...(indicator === undefined ? {} : { indicator }),
  ...(below === undefined ? {} : { below }),
});
/** Asks for the figures of a place itself rather than of what stands below it. */
export const ofItself = ({ kind, id, ...works }: AnalyticsPlace) => ({
  of: 'self' as const,
  ...worksOf(works),
  ...(kind === 'version' ? { version: id } : kind === 'space' ? {} : { node: id }),
});
export const isNarrowed = (place: FigureNarrowing): boolean => Object.keys(worksOf(place)).length > 0;

const { analytics } = api;
/** The calls of each kind of place. */
export const SERIES = {
  space: { cost: analytics.costOfSpace, labour: analytics.labourOfSpace, count: analytics.countOfSpace },
  facility: { cost: analytics.costOfFacility, labour: analytics.labourOfFacility, count: analytics.countOfFacility },
  project: { cost: analytics.costOfProject, labour: analytics.labourOfProject, count: analytics.countOfProject },
  schedule: { cost: analytics.costOfSchedule, labour: analytics.labourOfSchedule, count: analytics.countOfSchedule },
  version: { cost: analytics.costOfVersion, labour: analytics.labourOfVersion, count: analytics.countOfVersion },
};
export const DASHBOARDS = {
  space: analytics.dashboardOfSpace,
  facility: analytics.dashboardOfFacility,
  project: analytics.dashboardOfProject,
  schedule: analytics.dashboardOfSchedule,
  version: analytics.dashboardOfVersion,
};
export const EXECUTORS = {
  space: analytics.byExecutorOfSpace,
  facility: analytics.byExecutorOfFacility,
  project: analytics.byExecutorOfProject,
  schedule: analytics.byExecutorOfSchedule,
  version: analytics.byExecutorOfVersion,
};
export const DAY_PLANS = {
  space: analytics.byDayPlanOfSpace,
  facility: analytics.byDayPlanOfFacility,
  project: analytics.byDayPlanOfProject,
  schedule: analytics.byDayPlanOfSchedule,
  version: analytics.byDayPlanOfVersion,
};
export const FORMULAS = {
  space: analytics.formulaOfSpace,
  facility: analytics.formulaOfFacility,
  project: analytics.formulaOfProject,
  schedule: analytics.formulaOfSchedule,
  version: analytics.formulaOfVersion,
};
const VOLUMES = {
  space: analytics.volumeOfSpace,
  facility: analytics.volumeOfFacility,
  project: analytics.volumeOfProject,
  schedule: analytics.volumeOfSchedule,
  version: analytics.volumeOfVersion,
};
const STATS = {
  space: analytics.statsOfSpace,
  facility: analytics.statsOfFacility,
  project: analytics.statsOfProject,
  schedule: analytics.statsOfSchedule,
  version: analytics.statsOfVersion,
};

/** Figures are loaded again when what lay behind was counted. */
function useCountedAgain(): void {
  const client = useQueryClient();
  usePush('analytics_changed', (event) => askAgain(client, ['analytics'], event));
}

const NOWHERE: AnalyticsPlace = { kind: 'space', id: 0 };

/** One kind of figures of a place by periods. */
export const seriesQuery = ({ kind: scope, id, ...place }: AnalyticsPlace, kind: SeriesKind, period: SeriesPeriod, revision?: number) =>
  queryOptions({
    queryKey: ['analytics', scope, id, kind, period, worksOf(place), revision],
    queryFn: ({ signal }) =>
      call(SERIES[scope][kind], { params: { id }, query: { period, ...worksOf(place) } }, { signal, quiet: isNarrowed(place) }),
  });

/** Counts, dates and progress of a place. */
export const statsQuery = ({ kind, id, ...place }: AnalyticsPlace, revision?: number) =>
  queryOptions({
    queryKey: ['analytics', kind, id, 'stats', worksOf(place), revision],
    queryFn: ({ signal }) => call(STATS[kind], { params: { id }, query: worksOf(place) }, { signal, quiet: isNarrowed(place) }),
  });

/** One kind of figures of a place (null: of none) by periods; `revision`, where the place is open, asks again after each edit. */
export function useSeries(place: AnalyticsPlace | null, kind: SeriesKind, period: SeriesPeriod, revision?: number) {
  useCountedAgain();
  return useQuery({
    ...seriesQuery(place ?? NOWHERE, kind, period, revision),
    enabled: place !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Counts, dates and progress of a place, asked for again after each edit of an open one. */
export function useStats(place: AnalyticsPlace, revision?: number, enabled = true) {
  return useQuery({ ...statsQuery(place, revision), enabled, placeholderData: keepPreviousData, staleTime: 0 });
}

/** The items whose volumes a place has, each in its unit. */
export function useVolumeItems({ kind, id }: AnalyticsPlace, enabled: boolean) {
  return useQuery({
    queryKey: ['analytics', kind, id, 'volume-items'],
    queryFn: ({ signal }) => call(VOLUMES[kind], { params: { id }, query: {} }, { signal, quiet: true }),
    enabled,
    select: ({ items }) => items.map(({ key, name, unit }) => ({ key, name: unit ? `${name}, ${unit}` : name })),
  });
}

/** The works behind a count of an open version; null: of none. */
export function useWorksBehind(versionId: number, figure: WorkCount | null, revision: number, works: FigureNarrowing) {
  return useQuery({
    queryKey: ['analytics', 'version', versionId, 'works', figure, worksOf(works), revision],
    queryFn: async ({ signal }) => {
      const [params, line, how] = [{ id: versionId }, figure ?? 'works', { signal, quiet: true }];
      if (!isNarrowed(works)) return call(analytics.worksOfVersion, { params, query: { figure: line } }, how);
      const { rows, ...page } = await call(
        analytics.rowsOfVersion,
        { params, body: { figure: { kind: 'stats', line, ...worksOf(works) } } },
        how,
      );
      return { ...page, rows: rows.map(({ row_id: item_id, code, name }) => ({ item_id, code, name })) };
    },
    enabled: figure !== null,
    staleTime: 0,
  });
}

/** The works that a figure of an open version is made of, page after page. */
export function useRowsBehind(versionId: number, figure: Figure, revision: number) {
  const countOf = (pages: readonly { rows: readonly unknown[] }[]): number => pages.reduce((sum, { rows }) => sum + rows.length, 0);
  return useInfiniteQuery({
    queryKey: ['analytics', 'version', versionId, 'rows', figure, revision],
    queryFn: ({ signal, pageParam: offset }) =>
      call(analytics.rowsOfVersion, { params: { id: versionId }, body: { figure, offset } }, { signal, quiet: true }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (countOf(pages) < last.total ? countOf(pages) : undefined),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Where the works of a figure stand: in an open version, or in those of the schedules of a node; with what they are called on the screen. */
export type FigureSource = {
  /** Null: of the version alone. */
  nodeId: number | null;
  versions: readonly { schedule_id: number | null; version_id: number; revision: number }[];
  itemOf(versionId: number, itemId: number): number | undefined;
};

/** All the works that a figure is made of, by their ids on the screen; null: of none. A node leaves out what counts nothing above itself. */
export function useFigureItems(source: FigureSource | null, figure: Figure | null) {
  const { nodeId = null, versions = [] } = source ?? {};
  return useQuery({
    queryKey: ['analytics', 'items', nodeId, figure, versions.map(({ version_id, revision }) => [version_id, revision])],
    queryFn: async ({ signal }) => {
      const asked = figure as Figure;
      const parts = nodeId === null ? null : (await call(analytics.navigate, { params: { id: nodeId }, query: asked }, { signal })).items;
      const bring = new Set(parts?.flatMap(({ id, value }) => (value === 0 ? [] : [id])));
      const rows: [version: number, row: number][] = [];
      let sum = 0;
      for (const { schedule_id, version_id } of versions) {
        if (parts && !bring.has(schedule_id ?? 0)) continue;
        for (let offset = 0, all = 1; offset < all;) {
          const body = { figure: asked, offset, limit: MOST_ROWS_BEHIND };
          const page = await call(analytics.rowsOfVersion, { params: { id: version_id }, body }, { signal });
          for (const { row_id } of page.rows) rows.push([version_id, row_id]);
          if (offset === 0) sum += page.amount;
          offset += page.rows.length;
          all = page.rows.length ? page.total : 0;
        }
      }
      return { rows, amount: sum };
    },
    enabled: source !== null && figure !== null,
    select: ({ rows, amount }) => ({ ids: rows.flatMap(([version, row]) => source?.itemOf(version, row) ?? []), amount }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** What a figure of a node is made of. */
export function useFigureBelow(nodeId: number, figure: Figure) {
  return useQuery({
    queryKey: ['analytics', 'node', nodeId, 'navigate', figure],
    queryFn: ({ signal }) => call(analytics.navigate, { params: { id: nodeId }, query: figure }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Why there are no figures: what the server refused them for, else that they could not be loaded. */
export function whyNoFigures(error: Error, t: TFunction): string {
  const isRefused = error instanceof ApiError && error.errors.some(({ code }) => code.startsWith('analytics.'));
  return isRefused ? refusalText(error, t) : t('analytics.not_loaded');
}
