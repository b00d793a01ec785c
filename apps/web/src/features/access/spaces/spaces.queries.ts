import { api } from '@gantry/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { mySpacesQuery } from '../users/users.queries.ts';

function useSpaceMutation<Args, Answer>(mutationFn: (args: Args) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: mySpacesQuery.queryKey }) });
}

export const useCreateSpace = () => useSpaceMutation((name: string) => call(api.spaces.create, { body: { name } }));

export const useRenameSpace = () =>
  useSpaceMutation(({ id, name }: { id: number; name: string }) =>
    call(api.spaces.rename, { params: { id }, body: { name } }, { spaceId: id }),
  );

/** Deletes a space as a job; the answer names the job. */
export const useDeleteSpace = () => useSpaceMutation((id: number) => call(api.spaces.remove, { params: { id } }, { spaceId: id }));

/** The people of a space. */
export function useMembers(spaceId: number) {
  return useQuery({
    queryKey: ['space', spaceId, 'members'],
    queryFn: ({ signal }) => call(api.spaces.users, { params: { id: spaceId } }, { signal, spaceId, quiet: true }),
    staleTime: 60_000,
  }).data?.users;
}
