import { api } from '@gantry/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** What a space has of them. */
export const storageQuery = (spaceId: number) =>
  queryOptions({
    queryKey: ['space', spaceId, 'storage'],
    queryFn: ({ signal }) => call(api.storage.list, {}, { signal, spaceId }),
  });

/** Creates one and shows it. */
export function useCreateStorage(spaceId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { name: string }) => call(api.storage.create, { body }, { spaceId }),
    onSettled: () => client.invalidateQueries({ queryKey: ['space', spaceId, 'storage'] }),
  });
}
