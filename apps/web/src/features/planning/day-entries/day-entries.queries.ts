import { api, type DayEntry } from '@gantry/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, newCallKey } from '../../../lib/calls/api-client.ts';
import { usePush } from '../../../lib/push/push.ts';

/** The schedule whose reports are shown, in a version of it; with a row those of the work alone. */
export type EntriesPlace = { nodeId: number; versionId: number; itemId: number | null };

/** Reports of a work, or those of a schedule that await a decision. */
export function useEntries(spaceId: number, { nodeId, versionId, itemId }: EntriesPlace) {
  const client = useQueryClient();
  usePush('day_entries_changed', ({ eps_id }) => {
    if (eps_id === nodeId) void client.invalidateQueries({ queryKey: ['day-entries', spaceId] });
  });
  return useQuery({
    queryKey: ['day-entries', spaceId, versionId, itemId],
    queryFn: ({ signal }) =>
      call(
        api.dayEntries.list,
        { params: { id: versionId }, query: itemId === null ? { open: 'true' } : { item: itemId } },
        { signal, spaceId, quiet: true },
      ),
  });
}

/** Decides on reports, or makes one; each answers when it is stored. */
export function useEntryActs(spaceId: number, { nodeId, versionId, itemId }: EntriesPlace) {
  const client = useQueryClient();
  const onSettled = (): Promise<void> => client.invalidateQueries({ queryKey: ['day-entries', spaceId] });
  const decide = useMutation({
    mutationFn: ({ ids, reason }: { ids: string[]; reason?: string }) =>
      call(
        api.dayEntries.decide,
        { params: { id: versionId }, body: { ids, result: reason === undefined ? 'APPROVED' : 'DECLINED', reason } },
        { spaceId },
      ),
    onSettled,
  });
  const report = useMutation({
    mutationFn: (draft: Pick<DayEntry, 'day' | 'measure' | 'amount' | 'note'> & { base: number | null }) =>
      call(
        api.dayEntries.report,
        { body: { entries: [{ id: newCallKey(), schedule_id: nodeId, row_id: itemId ?? 0, ...draft }] } },
        { spaceId },
      ),
    onSettled,
  });
  return { decide: decide.mutateAsync, report: report.mutateAsync };
}
