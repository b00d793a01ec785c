import { api, type VersionAttributeDefinition } from '@gantry/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../lib/calls/api-client.ts';

/** Attributes of a version, and those that it can take. */
export function useVersionAttributes(versionId: number) {
  return useQuery({
    queryKey: ['version-attributes', versionId],
    queryFn: ({ signal }) => call(api.attributeValues.list, { params: { id: versionId } }, { signal }),
  });
}

/** What can be done with the attributes of a version; each is an edit that can be undone. */
export function useVersionAttributeCommands(versionId: number) {
  const client = useQueryClient();
  return useMemo(() => {
    const changed = async <R>(answer: Promise<R>): Promise<R> => {
      const done = await answer;
      await client.invalidateQueries({ queryKey: ['version-attributes', versionId] });
      return done;
    };
    const params = { id: versionId };
    return {
      create: (body: VersionAttributeDefinition) => changed(call(api.attributeValues.create, { params, body })),
      take: (ids: number[]) => changed(call(api.attributeValues.take, { params, body: { source_ids: ids } })),
      update: (attributeId: number, body: Omit<VersionAttributeDefinition, 'type'>) =>
        changed(call(api.attributeValues.update, { params: { id: versionId, attributeId }, body })),
      remove: (attributeId: number) => changed(call(api.attributeValues.remove, { params: { id: versionId, attributeId } })),
      undo: () => changed(call(api.edits.undo, { params })),
    };
  }, [client, versionId]);
}
