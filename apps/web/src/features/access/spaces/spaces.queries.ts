import { api, type Output } from '@gantry/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { mySpacesQuery } from '../users/users.queries.ts';

function useSpaceMutation<Args, Answer>(mutationFn: (args: Args) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: mySpacesQuery.queryKey }) });
}

export const useCreateSpace = () =>
  useSpaceMutation((body: { name: string; kind: 'regular' | 'free'; time_zone: string }) => call(api.spaces.create, { body }));

export const useRenameSpace = () =>
  useSpaceMutation(({ id, name }: { id: number; name: string }) =>
    call(api.spaces.rename, { params: { id }, body: { name } }, { spaceId: id }),
  );

/** Deletes a space as a job; the answer names the job. */
export const useDeleteSpace = () => useSpaceMutation((id: number) => call(api.spaces.remove, { params: { id } }, { spaceId: id }));

/** Deletes the free spaces of the person, each as a job. */
export const useDeleteFree = () => useSpaceMutation((ids: number[]) => call(api.spaces.removeFree, { body: { ids } }));

export type Member = Output<typeof api.spaces.users>['users'][number];

/** All members, page by page. */
async function fetchMembers(spaceId: number, signal: AbortSignal): Promise<Member[]> {
  const members: Member[] = [];
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const query: { offset?: number } = offset ? { offset } : {};
    const page: Output<typeof api.spaces.users> = await call(
      api.spaces.users,
      { params: { id: spaceId }, query },
      { signal, spaceId, quiet: true },
    );
    members.push(...page.users);
    offset = page.next;
  }
  return members;
}

/** The people of a space. */
export function useMembers(spaceId: number) {
  return useQuery({
    queryKey: ['space', spaceId, 'members'],
    queryFn: ({ signal }) => fetchMembers(spaceId, signal),
    staleTime: 60_000,
  }).data;
}

function useMemberMutation<A, R>(spaceId: number, mutationFn: (args: A) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: ['space', spaceId] }) });
}

export const useInvite = (spaceId: number) =>
  useMemberMutation(spaceId, (body: { login: string; role_id: number }) =>
    call(api.spaces.invite, { params: { id: spaceId }, body }, { spaceId }),
  );

export const useKickOut = (spaceId: number) =>
  useMemberMutation(spaceId, (userId: number) =>
    call(api.spaces.kickOut, { params: { id: spaceId }, body: { user_id: userId } }, { spaceId }),
  );

/** Changes the role or the state of a member. */
export const useChangeMember = (spaceId: number) =>
  useMemberMutation(spaceId, ({ userId, ...body }: { userId: number; role_id?: number; status?: 'active' | 'disabled' }) =>
    call(api.spaces.updateMember, { params: { id: spaceId, userId }, body }, { spaceId }),
  );

export const useSpaceSettings = (spaceId: number) =>
  useQuery({
    queryKey: ['space', spaceId, 'settings'],
    queryFn: ({ signal }) => call(api.spaces.settings, { params: { id: spaceId } }, { signal, spaceId }),
  }).data;

export const useSaveSpaceSettings = (spaceId: number) =>
  useMemberMutation(
    spaceId,
    (body: {
      allowed_addresses?: string[];
      storage_quota_mb?: number | null;
      file_types?: string[];
      time_zone?: string | null;
      currency?: string | null;
      bare_letters?: boolean;
      outside_reports?: boolean;
      ai_model?: boolean;
    }) => call(api.spaces.saveSettings, { params: { id: spaceId }, body }, { spaceId }),
  );

export const useSetExecutor = (spaceId: number) =>
  useMemberMutation(spaceId, ({ userId, executor }: { userId: number; executor: boolean }) =>
    call(api.users.setExecutor, { params: { id: userId }, body: { executor } }, { spaceId }),
  );

export type SpaceSession = Output<typeof api.spaces.sessions>['sessions'][number];

/** Sessions that have stood in a space. */
export const useSpaceSessions = (spaceId: number) =>
  useQuery({
    queryKey: ['space', spaceId, 'sessions'],
    queryFn: ({ signal }) => call(api.spaces.sessions, { params: { id: spaceId } }, { signal, spaceId, quiet: true }),
    refetchInterval: 30_000,
  });

/** Ends one of them. */
export const useEndSpaceSession = (spaceId: number) =>
  useMemberMutation(spaceId, (sessionId: number) => call(api.spaces.endSession, { params: { id: spaceId, sessionId } }, { spaceId }));
