import { api, type Output } from '@gantry/contract';
import type { SpaceRight } from '@gantry/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

export type AccessToken = Output<typeof api.accessTokens.list>['tokens'][number];

const KEY = ['access-tokens'];

/** The person's access tokens. */
export const useTokens = () =>
  useQuery({ queryKey: KEY, queryFn: ({ signal }) => call(api.accessTokens.list, {}, { signal }) }).data?.tokens;

function useTokenMutation<A, R>(mutationFn: (args: A) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: KEY }) });
}

export const useCreateToken = () =>
  useTokenMutation((body: { name: string; space_id: number | null; rights: SpaceRight[]; days: number }) =>
    call(api.accessTokens.create, { body }),
  );

export const useRevokeToken = () => useTokenMutation((id: number) => call(api.accessTokens.remove, { params: { id } }));
