import { api } from '@gantry/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** History of a version, and whether there is something to take back or to restore. */
export function useHistory(versionId: number, revision: number, limit = 100) {
  return useQuery({
    queryKey: ['history', versionId, revision, limit],
    queryFn: ({ signal }) => call(api.edits.list, { params: { id: versionId }, query: { limit } }, { signal, quiet: true }),
    placeholderData: (before) => before,
  });
}
