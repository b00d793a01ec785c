import { api } from '@gantry/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

/** What a version tells against a base. */
export function useNarrative(versionId: number, baseId: number, days: number) {
  return useQuery({
    queryKey: ['narrative', versionId, baseId, days],
    queryFn: ({ signal }) => call(api.narratives.read, { params: { id: versionId }, body: { base_version_id: baseId, days } }, { signal }),
  });
}
