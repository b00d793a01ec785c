import { api, type AttributeChange, type AttributeDefinition, type Output } from '@gantry/contract';
import type { JsonValue } from '@gantry/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../lib/calls/api-client.ts';
import { usePush } from '../../../lib/push/push.ts';

export type Attribute = Output<typeof api.attributes.listAll>['attributes'][number];
export type PassportEntry = Output<typeof api.attributes.passport>['entries'][number];

/** All attributes of a space; what a node inherits is told by the page from the nodes above it. */
export function useAttributes(spaceId: number) {
  return useQuery({
    queryKey: ['space', spaceId, 'attributes'],
    queryFn: ({ signal }) => call(api.attributes.listAll, {}, { signal, spaceId }),
    staleTime: 10_000,
  });
}

/** Visible attributes of a node and its ancestors; of the whole space without a node. */
export function useAttributesAt(spaceId: number, nodeId: number | null) {
  return useQuery({
    queryKey: ['space', spaceId, 'attributes', 'at', nodeId],
    queryFn: ({ signal }) =>
      nodeId === null
        ? call(api.attributes.listAll, {}, { signal, spaceId })
        : call(api.attributes.list, { params: { id: nodeId } }, { signal, spaceId }),
  });
}

/** Attributes of a node with their values; loaded again when somebody changes the hierarchy. */
export function usePassport(spaceId: number, nodeId: number | null) {
  const client = useQueryClient();
  usePush('eps_updated', () => void client.invalidateQueries({ queryKey: ['space', spaceId, 'passport'] }));
  usePush('attribute_access', () => void client.invalidateQueries({ queryKey: ['space', spaceId, 'passport'] }));
  return useQuery({
    queryKey: ['space', spaceId, 'passport', nodeId],
    queryFn: ({ signal }) => call(api.attributes.passport, { params: { id: nodeId ?? 0 } }, { signal, spaceId }),
    enabled: nodeId !== null,
  });
}

/** Searches values below a node by a typed text. */
export function useValueSearch(spaceId: number, nodeId: number, search: string) {
  return useQuery({
    queryKey: ['space', spaceId, 'attribute-values', nodeId, search],
    queryFn: ({ signal }) => call(api.attributes.search, { params: { id: nodeId }, query: { search } }, { signal, spaceId }),
    enabled: search.trim() !== '',
    placeholderData: (before) => before,
  });
}

/** What can be done with attributes and values of nodes; each answers when it is stored. */
export function useAttributeCommands(spaceId: number) {
  const client = useQueryClient();
  return useMemo(() => {
    const changed = async <R>(answer: Promise<R>): Promise<R> => {
      const done = await answer;
      await client.invalidateQueries({ queryKey: ['space', spaceId] });
      return done;
    };
    return {
      create: (nodeId: number | null, body: AttributeDefinition) =>
        changed(
          nodeId === null
            ? call(api.attributes.createInSpace, { body }, { spaceId })
            : call(api.attributes.create, { params: { id: nodeId }, body }, { spaceId }),
        ),
      update: (nodeId: number | null, id: number, body: AttributeChange) =>
        changed(
          nodeId === null
            ? call(api.attributes.update, { params: { id }, body }, { spaceId })
            : call(api.attributes.updateAt, { params: { id: nodeId, attributeId: id }, body }, { spaceId }),
        ),
      remove: async (nodeId: number | null, ids: number[]) => {
        if (nodeId === null) return void (await changed(call(api.attributes.removeChecked, { body: { ids } }, { spaceId })));
        for (const attributeId of ids) await changed(call(api.attributes.removeAt, { params: { id: nodeId, attributeId } }, { spaceId }));
      },
      setValue: (nodeId: number, attributeId: number, value: JsonValue) =>
        changed(
          call(
            api.attributes.saveValues,
            { params: { id: nodeId }, body: { values: [{ attribute_id: attributeId, value }] } },
            { spaceId },
          ),
        ),
    };
  }, [client, spaceId]);
}

/** Nodes from one down with their values, as a file. */
export const fetchValues = (nodeId: number, format: 'xlsx' | 'csv' | 'json') =>
  call(api.attributes.export, { params: { id: nodeId, x: format } }) as Promise<unknown> as Promise<Blob>;
