import { api } from '@gantry/contract';
import { type AttributeLevel, widestLevel } from '@gantry/domain';
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { usePush } from '../../../lib/push/push.ts';

const keyOf = (spaceId: number, nodeId: number) => ['space', spaceId, 'attribute-access', nodeId];

/** Attributes and roles at a node with the rules there and above. */
export function useAttributeAccess(spaceId: number, nodeId: number) {
  const client = useQueryClient();
  usePush('attribute_access', () => void client.invalidateQueries({ queryKey: ['space', spaceId, 'attribute-access'] }));
  return useQuery({
    queryKey: keyOf(spaceId, nodeId),
    queryFn: ({ signal }) => call(api.attributeAccess.list, { params: { id: nodeId } }, { signal, spaceId }),
  });
}

type Access = NonNullable<Parameters<typeof call<typeof api.attributeAccess.save>>[1]>['body'];

/** Writes rules down, all or none. */
export function useSaveAttributeAccess(spaceId: number, nodeId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NonNullable<Access>) => call(api.attributeAccess.save, { params: { id: nodeId }, body }, { spaceId }),
    onSettled: () => client.invalidateQueries({ queryKey: ['space', spaceId] }),
  });
}

/** The access of somebody with given roles to attributes of a node by name; undefined while loading. */
export function useLevelsOf(spaceId: number, nodeId: number, roleIds: readonly number[]): ReadonlyMap<string, AttributeLevel> | undefined {
  return useQueries({
    queries: roleIds.map((roleId) => ({
      queryKey: [...keyOf(spaceId, nodeId), 'role', roleId],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(api.attributeAccess.ofRole, { params: { id: nodeId, roleId } }, { signal, spaceId }),
    })),
    combine: (results) => {
      if (!roleIds.length || results.some(({ data }) => !data)) return undefined;
      const levels = new Map<string, AttributeLevel[]>();
      for (const { data } of results)
        for (const { attribute_id, name, level } of data?.attributes ?? []) {
          const key = attribute_id === null ? name : `#${attribute_id}`;
          levels.set(key, [...(levels.get(key) ?? []), level]);
        }
      return new Map([...levels].map(([key, all]) => [key, widestLevel(all)]));
    },
  });
}
