import { type AnalyticsConventions, type AnalyticsCurve, api, type Dashboard } from '@gantry/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { type Preset, usePresets } from '../../../lib/storage/presets.ts';

const { analyticsSettings: calls } = api;

export type SavedDashboard = Preset<Dashboard>;
export type SavedCurve = Preset<AnalyticsCurve>;

const DASHBOARDS = {
  list: calls.listDashboards,
  create: calls.createDashboard,
  update: calls.updateDashboard,
  setActive: calls.setActiveDashboard,
  remove: calls.removeDashboard,
};

/** A person's dashboards and shared ones; `shown` is the one of a node, else of its kind, else of everything. */
export function useDashboards(spaceId: number, target: string) {
  const client = useQueryClient();
  const presets = usePresets<Dashboard>(spaceId, DASHBOARDS, target);
  const { data, error } = useQuery({
    queryKey: ['space', spaceId, 'presets', calls.listDashboards.path, `${target} shown`],
    queryFn: ({ signal }) => call(calls.listDashboards, { query: { target } }, { signal, spaceId, quiet: true }),
    staleTime: 30_000,
  });
  const again = () => client.invalidateQueries({ queryKey: ['space', spaceId, 'presets', calls.listDashboards.path] });
  return {
    ...presets,
    error,
    known: data !== undefined,
    shown: data?.items.find(({ id }) => id === data.in_effect) ?? null,
    /** Shows one at a node, a kind of nodes or (empty) everywhere; null: what is shown above. */
    async show(id: number | null, where: string): Promise<void> {
      if (id === null) await call(calls.resetDashboards, { body: { target: where } }, { spaceId });
      else await call(calls.setActiveDashboard, { params: { id }, body: { target: where } }, { spaceId });
      await again();
    },
  };
}

const CURVES = {
  list: calls.listCurves,
  create: calls.createCurve,
  update: calls.updateCurve,
  setActive: calls.setActiveCurve,
  remove: calls.removeCurve,
};

/** A person's curves in their order and those that others share, each active or not by itself. */
export function useCurves(spaceId: number) {
  const client = useQueryClient();
  const presets = usePresets<AnalyticsCurve>(spaceId, CURVES, '');
  const again = () => client.invalidateQueries({ queryKey: ['space', spaceId, 'presets', calls.listCurves.path] });
  return {
    ...presets,
    async setActive(id: number, active: boolean): Promise<void> {
      await call(calls.setActiveCurve, { params: { id }, body: { active } }, { spaceId });
      await again();
    },
    async place(id: number, index: number): Promise<void> {
      await call(calls.placeCurve, { params: { id }, body: { index } }, { spaceId });
      await again();
    },
  };
}

/** The conventions that a node, or (null) the space, can go by, and what can be done with them; figures are asked for again after a change. */
export function useConventions(spaceId: number, scope: number | null) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ['space', spaceId, 'analytics-settings', scope],
    queryFn: ({ signal }) => call(calls.list, { query: { scope: scope ?? '' } }, { signal, spaceId, quiet: true }),
  });
  const again = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: ['space', spaceId, 'analytics-settings'] });
    await client.invalidateQueries({ queryKey: ['space', spaceId, 'scoreboard'] });
    await client.invalidateQueries({ queryKey: ['analytics'] });
  };
  return {
    data: query.data,
    error: query.error,
    async create(name: string, content: AnalyticsConventions): Promise<void> {
      await call(calls.create, { body: { scope, name, content, active: true } }, { spaceId });
      await again();
    },
    async update(id: number, change: { name?: string; content?: AnalyticsConventions }): Promise<void> {
      await call(calls.update, { params: { id }, body: change }, { spaceId });
      await again();
    },
    async activate(id: number): Promise<void> {
      await call(calls.setActive, { params: { id }, body: {} }, { spaceId });
      await again();
    },
    async reset(): Promise<void> {
      await call(calls.reset, { body: { scope } }, { spaceId });
      await again();
    },
    async remove(id: number): Promise<void> {
      await call(calls.remove, { params: { id } }, { spaceId });
      await again();
    },
  };
}
