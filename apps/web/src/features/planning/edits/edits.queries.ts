import { api } from '@gantry/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { useAtRevision } from '../../../lib/at-revision.ts';

/** History of a version with its undo and redo state. */
export const useHistory = (versionId: number, revision: number, limit = 100) =>
  useAtRevision(['history', versionId, limit], revision, (options) =>
    call(api.edits.list, { params: { id: versionId }, query: { limit } }, options),
  );

/** Jumps to a point of the history; the changes arrive by the push channel. */
export function useJump(versionId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ way, ...body }: { way: 'undo' | 'redo'; revision: number; through: boolean }) =>
      call(api.edits[way], { params: { id: versionId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: ['history', versionId] }),
  });
}
