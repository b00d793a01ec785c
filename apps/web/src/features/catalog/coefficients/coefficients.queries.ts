import { api, type CoefficientDefinition, type CoefficientSetDefinition } from '@gantry/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../lib/calls/api-client.ts';

/** Coefficients of a space by their sets, in the order in which they are applied. */
export function useCoefficients(spaceId: number) {
  return useQuery({
    queryKey: ['space', spaceId, 'coefficients'],
    queryFn: ({ signal }) => call(api.coefficients.list, {}, { signal, spaceId }),
    staleTime: 10_000,
  }).data?.sets;
}

/** What can be done with them; each answers when it is stored. */
export function useCoefficientCommands(spaceId: number) {
  const client = useQueryClient();
  return useMemo(() => {
    const changed = async <R>(answer: Promise<R>): Promise<R> => {
      const done = await answer;
      await client.invalidateQueries({ queryKey: ['space', spaceId, 'coefficients'] });
      return done;
    };
    return {
      create: (setId: number, body: CoefficientDefinition) =>
        changed(call(api.coefficients.create, { body: { ...body, set_id: setId } }, { spaceId })),
      update: (id: number, body: Partial<CoefficientDefinition> & { position?: number }) =>
        changed(call(api.coefficients.update, { params: { id }, body }, { spaceId })),
      remove: (id: number) => changed(call(api.coefficients.remove, { params: { id } }, { spaceId })),
      createSet: (body: CoefficientSetDefinition) => changed(call(api.coefficients.createSet, { body }, { spaceId })),
      updateSet: (id: number, body: CoefficientSetDefinition) =>
        changed(call(api.coefficients.updateSet, { params: { id }, body }, { spaceId })),
      removeSet: (id: number) => changed(call(api.coefficients.removeSet, { params: { id } }, { spaceId })),
    };
  }, [client, spaceId]);
}
