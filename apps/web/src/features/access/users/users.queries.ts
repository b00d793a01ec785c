import { api, type Output } from '@gantry/contract';
import { isWorkingState, NODE_RIGHTS, type SpaceRight } from '@gantry/domain';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { setCurrency } from '../../../lib/numbers.ts';
import { call } from '../../../lib/calls/api-client.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';

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
    async queryFn({ signal }) {
      const config = await call(api.users.spaceConfig, {}, { signal, spaceId });
      setCurrency(config.currency);
      return config;
    },
    staleTime: 60_000,
  });

/** Returns a check of the person's rights in the space; false while loading. */
export function useRight(spaceId: number): (right: SpaceRight) => boolean {
  const { data } = useQuery(spaceConfigQuery(spaceId));
  // Where the licence is not valid, plans are read and exported.
  const frozen = data !== undefined && !isWorkingState(data.license.state);
  const works = (right: SpaceRight): boolean => NODE_RIGHTS.includes(right) && !right.endsWith('.read');
  return (right) => (data?.rights.includes(right) ?? false) && !(frozen && works(right));
}

/** Whether somebody has a right in the space or at any node of it. */
export function useRightSomewhere(spaceId: number, right: SpaceRight): boolean {
  const { data } = useQuery(spaceConfigQuery(spaceId));
  return data !== undefined && (data.rights.includes(right) || data.grants.some(({ rights }) => rights.includes(right)));
}

type Registration = NonNullable<Parameters<typeof call<typeof api.users.registerAndLogin>>[1]>['body'];

/** Makes an account and signs in. */
export const registerAndLogin = (body: NonNullable<Registration>) => call(api.users.registerAndLogin, { body });

type ProfileChange = NonNullable<Parameters<typeof call<typeof api.users.update>>[1]>['body'];

/** Changes the person that is signed in. */
function usePersonMutation<A, R>(mutationFn: (args: A) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: whoAmIQuery.queryKey }) });
}

export const useUpdateProfile = () => usePersonMutation((body: ProfileChange) => call(api.users.update, { body }));

export const useChangePassword = () =>
  usePersonMutation((body: { old_password: string; password: string; end_tokens: boolean }) => call(api.users.changePassword, { body }));

/** Accepts the privacy policy in the wording that was read. */
export function useAcceptPrivacy() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (version: string | undefined) => call(api.users.acceptPrivacy, { body: { version } }),
    onSuccess: () => client.setQueryData(whoAmIQuery.queryKey, (me) => me && { ...me, privacy_pending: false }),
  });
}

/** Takes a file as the person's picture, or with null removes the picture. */
export const useSaveAvatar = () =>
  usePersonMutation((file: File | null) => {
    if (!file) return call(api.users.removeAvatar);
    const form = new FormData();
    form.set('file', file);
    return call(api.users.saveAvatar, {}, { form });
  });

/** Address of a person's avatar; null without one. */
export const avatarAddress = (person: { id: number; avatar: string | null }): string | null =>
  person.avatar && `/api/v1/users/${person.id}/avatar?v=${person.avatar}`;
