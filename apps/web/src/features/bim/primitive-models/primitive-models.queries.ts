import { api, type PrimitiveModelContent } from '@gantry/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

const keyOf = (spaceId: number, projectId: number) => ['space', spaceId, 'primitive-models', projectId];

/** Which models of a project are made of primitives. */
export const usePrimitives = (spaceId: number, projectId: number) =>
  useQuery({
    queryKey: keyOf(spaceId, projectId),
    queryFn: ({ signal }) => call(api.primitiveModels.list, { params: { epsId: projectId } }, { signal, spaceId, quiet: true }),
    staleTime: 0,
  });

/** What a model is made of; not asked for a new one. */
export const usePrimitive = (spaceId: number, projectId: number, id: number | null) =>
  useQuery({
    queryKey: [...keyOf(spaceId, projectId), id],
    queryFn: ({ signal }) => call(api.primitiveModels.get, { params: { epsId: projectId, id: id ?? 0 } }, { signal, spaceId, quiet: true }),
    enabled: id !== null,
    staleTime: 0,
    gcTime: 0,
  });

/** Makes a model of primitives, or its next version. */
export function useSavePrimitive(spaceId: number, projectId: number) {
  const client = useQueryClient();
  return async (id: number | null, content: Pick<PrimitiveModelContent, 'name' | 'storeys' | 'items'>): Promise<void> => {
    if (id === null) await call(api.primitiveModels.create, { body: { eps_id: projectId, ...content } }, { spaceId });
    else await call(api.primitiveModels.update, { body: { id, eps_id: projectId, ...content } }, { spaceId });
    await client.invalidateQueries({ queryKey: keyOf(spaceId, projectId) });
    await client.invalidateQueries({ queryKey: ['space', spaceId, 'models', projectId] });
  };
}
