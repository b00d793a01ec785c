import { api, type Output } from '@gantry/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

export type Delegation = Output<typeof api.delegation.given>['delegations'][number];

const keyOf = (spaceId: number, side: string) => ['space', spaceId, 'delegation', side];

/** Delegations in a space that the person gave or received. */
export function useDelegations(spaceId: number, side: 'given' | 'received'): Delegation[] | undefined {
  const endpoint = side === 'given' ? api.delegation.given : api.delegation.received;
  return useQuery({ queryKey: keyOf(spaceId, side), queryFn: ({ signal }) => call(endpoint, {}, { signal, spaceId }) }).data?.delegations;
}

function useDelegationMutation<A, R>(spaceId: number, mutationFn: (args: A) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: ['space', spaceId, 'delegation'] }) });
}

export const useDelegate = (spaceId: number) =>
  useDelegationMutation(spaceId, (body: { receiver_id: number; starts_at: string; ends_at: string }) =>
    call(api.delegation.create, { body }, { spaceId }),
  );

export const useEndDelegation = (spaceId: number) =>
  useDelegationMutation(spaceId, (id: number) => call(api.delegation.remove, { params: { id } }, { spaceId }));
