import { api, type Output } from '@gantry/contract';
import type { SpaceRight } from '@gantry/domain';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { queryClient } from '../../../lib/query-client.ts';

export type Person = Output<typeof api.users.whoAmI>;
export type Membership = Output<typeof api.users.spaces>['spaces'][number];

export const whoAmIQuery = queryOptions({
  queryKey: ['who-am-i'],
  queryFn: ({ signal }) => call(api.users.whoAmI, {}, { signal }),
  staleTime: 5 * 60_000,
});

/** The signed-in person; undefined while unknown. */
export const useWhoAmI = (): Person | undefined => useQuery(whoAmIQuery).data;

/** The id of the signed-in person as far as this page knows. */
export const knownUserId = (): number | null => queryClient.getQueryData(whoAmIQuery.queryKey)?.id ?? null;

export const mySpacesQuery = queryOptions({
  queryKey: ['my-spaces'],
  queryFn: ({ signal }) => call(api.users.spaces, {}, { signal }),
  staleTime: 10_000,
});

export const spaceConfigQuery = (spaceId: number) =>
  queryOptions({
    queryKey: ['space', spaceId, 'config'],
    queryFn: ({ signal }) => call(api.users.spaceConfig, {}, { signal, spaceId }),
    staleTime: 60_000,
  });

/** Answers whether the person may do something in the space; false until it is known. */
export function useRight(spaceId: number): (right: SpaceRight) => boolean {
  const { data } = useQuery(spaceConfigQuery(spaceId));
  return (right) => data?.rights.includes(right) ?? false;
}

type Registration = Parameters<typeof call<typeof api.users.registerAndLogin>>[1];

export const useRegister = () => useMutation({ mutationFn: (args: NonNullable<Registration>) => call(api.users.registerAndLogin, args) });
