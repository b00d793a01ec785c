import { api, type IndicatorDefinition, type Output } from '@gantry/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../lib/calls/api-client.ts';

export type Indicator = Output<typeof api.indicators.list>['indicators'][number];

/** All indicators of a space; what a node inherits is told by the page from the nodes above it. */
export function useIndicators(spaceId: number, enabled = true) {
  return useQuery({
    enabled,
    queryKey: ['space', spaceId, 'indicators'],
    queryFn: ({ signal }) => call(api.indicators.list, {}, { signal, spaceId }),
    staleTime: 10_000,
  });
}

/** Indicators that judge the versions of a schedule. */
export function useScheduleIndicators(spaceId: number, scheduleId: number | null) {
  return useQuery({
    queryKey: ['space', spaceId, 'indicators', 'of', scheduleId],
    queryFn: ({ signal }) =>
      call(api.indicators.listOfSchedule, { params: { id: scheduleId as number } }, { signal, spaceId, quiet: true }),
    enabled: scheduleId !== null,
    staleTime: 10_000,
  });
}

/** Indicators of a node and of those above it. */
export function useInheritedIndicators(spaceId: number, nodeId: number | null) {
  return useQuery({
    queryKey: ['space', spaceId, 'indicators', 'at', nodeId],
    queryFn: ({ signal }) => call(api.indicators.list, { query: { node_id: nodeId as number } }, { signal, spaceId, quiet: true }),
    enabled: nodeId !== null,
    staleTime: 10_000,
  });
}

/** Indicators that judge schedules of a place: those of a node and of those above it, or (null) all of the space. */
export function useIndicatorsAt(spaceId: number, nodeId: number | null) {
  const all = useIndicators(spaceId, nodeId === null);
  const inherited = useInheritedIndicators(spaceId, nodeId);
  return nodeId === null ? all : inherited;
}

/** Indicators as they are chosen from: those of one name with the node that they stand at. */
export const indicatorOptions = (indicators: readonly Indicator[]) =>
  indicators.map(({ id, name, node_name }) => {
    const isAmbiguous = node_name !== null && indicators.some((other) => other.id !== id && other.name === name);
    return { value: String(id), label: isAmbiguous ? `${name} · ${node_name}` : name };
  });

/** What can be done with indicators; each answers when it is stored. */
export function useIndicatorCommands(spaceId: number) {
  const client = useQueryClient();
  return useMemo(() => {
    const changed = async <R>(answer: Promise<R>): Promise<R> => {
      const done = await answer;
      await client.invalidateQueries({ queryKey: ['space', spaceId, 'indicators'] });
      return done;
    };
    return {
      create: (nodeId: number | null, body: IndicatorDefinition) =>
        changed(call(api.indicators.create, { body: { ...body, node_id: nodeId } }, { spaceId })),
      update: (id: number, body: IndicatorDefinition) => changed(call(api.indicators.update, { params: { id }, body }, { spaceId })),
      remove: (id: number) => changed(call(api.indicators.remove, { params: { id } }, { spaceId })),
    };
  }, [client, spaceId]);
}
