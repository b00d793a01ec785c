import { api, type NarrativeLine } from '@gantry/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

/** What a version tells against a base. */
export function useNarrative(versionId: number, baseId: number, days: number) {
  return useQuery({
    queryKey: ['narrative', versionId, baseId, days],
    queryFn: ({ signal }) => call(api.narratives.read, { params: { id: versionId }, body: { base_version_id: baseId, days } }, { signal }),
  });
}

/** Keeps why a line of the narrative of a version is so. */
export function useSaveNote(versionId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { line: NarrativeLine['key']; text: string }) => call(api.narratives.saveNote, { params: { id: versionId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['narrative', versionId] }),
  });
}
