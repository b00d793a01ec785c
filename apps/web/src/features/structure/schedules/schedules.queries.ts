import { api } from '@gantry/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

function useTreeMutation<Args, Answer>(spaceId: number, mutationFn: (args: Args) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: ['space', spaceId, 'eps'] }) });
}

/** Puts a schedule into a group, or out of any. */
export const useMoveSchedule = (spaceId: number) =>
  useTreeMutation(spaceId, ({ scheduleId, groupId }: { scheduleId: number; groupId: number | null }) =>
    call(api.schedules.moveSchedule, { body: { schedule_id: scheduleId, group_id: groupId } }, { spaceId }),
  );

/** Removes a group; its schedules move up to the project. */
export const useDissolveGroup = (spaceId: number) =>
  useTreeMutation(spaceId, (id: number) => call(api.schedules.removeGroup, { params: { id } }, { spaceId }));
