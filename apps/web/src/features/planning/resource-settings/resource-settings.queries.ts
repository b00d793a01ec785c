import { api, type ResourceSettingsAnswer } from '@gantry/contract';
import { USUAL_RESOURCE_SETTINGS } from '@gantry/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

const keyOf = (spaceId: number, nodeId: number | null) => ['space', spaceId, 'resource-settings', nodeId] as const;

/** What is set for the resources of a node, or (null) of the space. */
export function useResourceSettings(spaceId: number, nodeId: number | null) {
  return useQuery({
    queryKey: keyOf(spaceId, nodeId),
    queryFn: ({ signal }) =>
      call(api.resourceSettings.read, { query: nodeId === null ? {} : { eps_id: nodeId } }, { signal, spaceId, quiet: true }),
  });
}

/** What holds for the resources of a place; the usual until the server has answered. */
export const useSettingsHere = (spaceId: number, nodeId: number | null) =>
  useResourceSettings(spaceId, nodeId).data?.settings ?? USUAL_RESOURCE_SETTINGS;

/** Sets what a node, or the space, says of its resources; loads are counted again. */
export function useSaveResourceSettings(spaceId: number, nodeId: number | null) {
  const client = useQueryClient();
  return async (own: ResourceSettingsAnswer['own']): Promise<void> => {
    await call(api.resourceSettings.save, { body: { eps_id: nodeId, ...own } }, { spaceId });
    await client.invalidateQueries({ queryKey: ['space', spaceId, 'resource-settings'] });
    await client.invalidateQueries({ queryKey: ['space', spaceId, 'load'] });
  };
}
