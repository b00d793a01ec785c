import { api, type ActionItem } from '@gantry/contract';
import type { ActionItemStep } from '@gantry/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { localToday } from '../../../lib/dates.ts';
import { usePush } from '../../../lib/push/push.ts';

/** The work that action items are about, as an open version shows it. */
export type ActionItemsPlace = { nodeId: number; versionId: number; itemId: number };
export type ActionItemDraft = Pick<ActionItem, 'title' | 'text' | 'due' | 'remind_days'> & { people: number[] };

/** Whether a day is over. */
export const isPast = (day: string | null): boolean => day !== null && day < localToday();

const ALL = (spaceId: number) => ['space', spaceId, 'action-items'];

function useLive(spaceId: number, nodeId: number | null): void {
  const client = useQueryClient();
  const look = ({ eps_id }: { eps_id: number }): void => {
    if (nodeId === null || eps_id === nodeId) void client.invalidateQueries({ queryKey: ALL(spaceId) });
  };
  usePush('assignment_created', look);
  usePush('assignment_changed', look);
}

/** Action items of a work, renewed when somebody changes one. */
export function useActionItems(spaceId: number, { nodeId, versionId, itemId }: ActionItemsPlace) {
  useLive(spaceId, nodeId);
  return useQuery({
    queryKey: [...ALL(spaceId), nodeId, versionId, itemId],
    queryFn: ({ signal }) =>
      call(api.actionItems.listOfRow, { params: { id: versionId, wbsId: itemId } }, { signal, spaceId, quiet: true }),
  });
}

/** Open action items that the person was given, those first that are due first. */
export function useOwnActionItems(spaceId: number) {
  useLive(spaceId, null);
  return useQuery({
    queryKey: [...ALL(spaceId), 'own'],
    queryFn: ({ signal }) => call(api.actionItems.listOwn, { query: {} }, { signal, spaceId, quiet: true }),
  });
}

/** What can be done with action items; each answers when it is stored. */
export function useActionItemActs(spaceId: number) {
  const client = useQueryClient();
  const onSettled = (): Promise<void> => client.invalidateQueries({ queryKey: ALL(spaceId) });
  const give = useMutation({
    mutationFn: ({ versionId, itemIds, ...body }: ActionItemDraft & { versionId: number; itemIds: number[] }) =>
      call(api.actionItems.save, { params: { id: versionId }, body: { item_ids: itemIds, ...body } }, { spaceId }),
    onSettled,
  });
  const update = useMutation({
    mutationFn: ({ item, ...body }: { item: ActionItem } & ({ act: ActionItemStep; reason?: string } | { change: ActionItemDraft })) =>
      call(api.actionItems.update, { params: { id: item.schedule_id, assignmentId: item.id }, body }, { spaceId }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: ({ schedule_id: id, id: assignmentId }: ActionItem) =>
      call(api.actionItems.remove, { params: { id, assignmentId } }, { spaceId }),
    onSettled,
  });
  return { give: give.mutateAsync, update: update.mutateAsync, remove: remove.mutateAsync };
}
