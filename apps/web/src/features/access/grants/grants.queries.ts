import { api } from '@gantry/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

const keyOf = (spaceId: number, nodeId: number) => ['space', spaceId, 'access', nodeId];

/** Access at a node; undefined while loading or without a node. */
export function useAccessAt(spaceId: number, nodeId: number | null) {
  return useQuery({
    queryKey: keyOf(spaceId, nodeId ?? 0),
    queryFn: ({ signal }) => call(api.grants.resource, { params: { id: nodeId ?? 0 } }, { signal, spaceId }),
    enabled: nodeId !== null,
  }).data?.access;
}

function useGrantMutation<A extends { node_id: number }, R>(spaceId: number, mutationFn: (args: A) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: ['space', spaceId, 'access'] }) });
}

export const useGrant = (spaceId: number) =>
  useGrantMutation(spaceId, (body: { node_id: number; user_id: number; role_id: number }) => call(api.grants.grant, { body }, { spaceId }));

export const useRevoke = (spaceId: number) =>
  useGrantMutation(spaceId, (body: { node_id: number; user_id: number }) => call(api.grants.revoke, { body }, { spaceId }));
