import { api } from '@gantry/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../lib/calls/api-client.ts';

export function useParametricLists(spaceId: number) {
  return useQuery({
    queryKey: ['space', spaceId, 'parametric-lists'],
    queryFn: ({ signal }) => call(api.parametricLists.list, {}, { signal, spaceId }),
    staleTime: 10_000,
  }).data?.lists;
}

/** What can be done with them; each answers when it is stored. */
export function useParametricListCommands(spaceId: number) {
  const client = useQueryClient();
  return useMemo(() => {
    const changed = async <R>(answer: Promise<R>): Promise<R> => {
      const done = await answer;
      await client.invalidateQueries({ queryKey: ['space', spaceId, 'parametric-lists'] });
      return done;
    };
    return {
      create: (body: { name: string; entries: { name: string; value: number | null }[] }) =>
        changed(call(api.parametricLists.create, { body }, { spaceId })),
      update: (id: number, body: { name: string; entries: { name: string; value: number | null }[] }) =>
        changed(call(api.parametricLists.update, { params: { id }, body }, { spaceId })),
      remove: (id: number) => changed(call(api.parametricLists.remove, { params: { id } }, { spaceId })),
    };
  }, [client, spaceId]);
}
