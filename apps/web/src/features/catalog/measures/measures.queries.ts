import { api } from '@gantry/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../lib/calls/api-client.ts';

/** Units of measure of a space. */
export function useMeasures(spaceId: number) {
  return useQuery({
    queryKey: ['space', spaceId, 'measures'],
    queryFn: ({ signal }) => call(api.measures.list, {}, { signal, spaceId }),
    staleTime: 10_000,
  }).data?.measures;
}

/** What can be done with them; each answers when it is stored. */
export function useMeasureCommands(spaceId: number) {
  const client = useQueryClient();
  return useMemo(() => {
    const changed = async <R>(answer: Promise<R>): Promise<R> => {
      const done = await answer;
      await client.invalidateQueries({ queryKey: ['space', spaceId, 'measures'] });
      return done;
    };
    return {
      create: (body: { name: string; sign: string }) => changed(call(api.measures.create, { body }, { spaceId })),
      update: (id: number, body: { name: string; sign: string }) =>
        changed(call(api.measures.update, { params: { id }, body }, { spaceId })),
      remove: (id: number) => changed(call(api.measures.remove, { params: { id } }, { spaceId })),
    };
  }, [client, spaceId]);
}
