import { api, type ResourceLoadAnswer } from '@gantry/contract';
import type { Period } from '@gantry/domain';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import type { LoadWindow } from './resources.load.model.ts';

export type LoadMeasure = 'units' | 'cost';
/** Of works that meet a rule of an indicator, where one is named. */
type Judged = { filter_indicator?: number };
type Question = { period: Period; measure: LoadMeasure } & Partial<LoadWindow> & Judged;

/** The longest wait without a sign: the answer then has the schedules that are counted by that time. */
const WAIT_MS = 1500;
/** The pause before the rest is asked for. */
const PAUSE_MS = 200;

/**
 * Load of the schedules below a node, or (null) of the whole space; the former answer stays until the next arrives. As long as schedules
 * are not counted yet, it is asked again. Waits without `question`.
 */
export function useLoad(spaceId: number, nodeId: number | null, question: Question | null) {
  return useQuery({
    queryKey: ['space', spaceId, 'load', nodeId, question],
    enabled: question !== null,
    queryFn: ({ signal }) => {
      const query = { ...question, wait_ms: WAIT_MS };
      const options = { signal, spaceId, quiet: true };
      return nodeId === null
        ? call(api.resources.loadOfSpace, { query }, options)
        : call(api.resources.loadOfNode, { params: { id: nodeId }, query }, options);
    },
    refetchInterval: ({ state }) => (state.data?.waiting ? PAUSE_MS : false),
    placeholderData: (before, query) => (query?.queryKey[3] === nodeId ? before : undefined),
  });
}

/** Works that take a resource in a window, the largest first. */
export function useLoadWorks(
  spaceId: number,
  nodeId: number | null,
  question: ({ key: string; measure: LoadMeasure } & LoadWindow & Judged) | null,
) {
  return useQuery({
    queryKey: ['space', spaceId, 'load-works', nodeId, question],
    enabled: question !== null,
    queryFn: ({ signal }) => {
      if (!question) throw new Error('nothing is asked');
      const options = { signal, spaceId, quiet: true };
      return nodeId === null
        ? call(api.resources.worksOfSpace, { query: question }, options)
        : call(api.resources.worksOfNode, { params: { id: nodeId }, query: question }, options);
    },
  });
}

/** Load of all resources of an open version by periods; waits without `revision`. */
export function useVersionLoad(versionId: number, revision: number | null, period: Period) {
  return useQuery({
    queryKey: ['version-load', versionId, revision, period],
    enabled: revision !== null,
    queryFn: ({ signal }) => call(api.resources.load, { params: { id: versionId }, query: { period } }, { signal, quiet: true }),
    placeholderData: (before, query) => (query?.queryKey[1] === versionId ? before : undefined),
    gcTime: 60_000,
  });
}

/** The resources of a load, as choices. */
export const loadsOf = (load: Pick<ResourceLoadAnswer, 'resources'> | undefined): { value: string; label: string }[] =>
  (load?.resources ?? []).map(({ key, code, name }) => ({ value: key, label: [code, name].filter(Boolean).join(' ') }));

/** The resources of a version that have a load, as choices; none until they are wanted. */
export const useLoadsOfVersion = (versionId: number, wanted: boolean) =>
  loadsOf(useVersionLoad(versionId, wanted ? 0 : null, 'month').data);
