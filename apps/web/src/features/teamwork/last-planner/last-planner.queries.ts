import { api, type Call } from '@gantry/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { usePush } from '../../../lib/push/push.ts';

/** A version of a schedule whose near weeks are shown. */
export type WeeksPlace = { spaceId: number; nodeId: number; versionId: number };

const keyOf = ({ spaceId, versionId }: WeeksPlace) => ['last-planner', spaceId, versionId] as const;

/** What is shown of near weeks follows what others do. */
export function useLiveWeeks(place: WeeksPlace): void {
  const client = useQueryClient();
  const follow = ({ eps_id }: { eps_id: number }): void => {
    if (eps_id === place.nodeId) void client.invalidateQueries({ queryKey: keyOf(place) });
  };
  usePush('roadblocks_changed', follow);
  usePush('weekly_plan_changed', follow);
  usePush('version_edit', () => void client.invalidateQueries({ queryKey: keyOf(place) }));
}

/** Works of the next weeks. */
export function useAhead(place: WeeksPlace, weeks: number, from: string | null) {
  return useQuery({
    queryKey: [...keyOf(place), 'ahead', weeks, from],
    queryFn: ({ signal }) =>
      call(
        api.lastPlanner.ahead,
        { params: { id: place.versionId }, query: { weeks, ...(from === null ? {} : { from }) } },
        { signal, spaceId: place.spaceId, quiet: true },
      ),
    placeholderData: (before) => before,
  });
}

/** What was promised for a week. */
export function useWeeklyPlan(place: WeeksPlace, week: string) {
  return useQuery({
    queryKey: [...keyOf(place), 'plan', week],
    queryFn: ({ signal }) =>
      call(api.lastPlanner.readPlan, { params: { id: place.versionId }, query: { week } }, { signal, spaceId: place.spaceId, quiet: true }),
  });
}

/** Promises made and kept by week. */
export function useWeekResults(place: WeeksPlace, weeks: number) {
  return useQuery({
    queryKey: [...keyOf(place), 'results', weeks],
    queryFn: ({ signal }) =>
      call(api.lastPlanner.results, { params: { id: place.versionId }, query: { weeks } }, { signal, spaceId: place.spaceId, quiet: true }),
  });
}

/** What keeps a work, or works of the schedule, from beginning. */
export function useRoadblocks(place: WeeksPlace, itemId: number | null, open: boolean) {
  return useQuery({
    queryKey: [...keyOf(place), 'roadblocks', itemId, open],
    queryFn: ({ signal }) =>
      call(
        api.lastPlanner.listRoadblocks,
        { params: { id: place.versionId }, query: { open: open ? 'true' : 'false', ...(itemId === null ? {} : { item: itemId }) } },
        { signal, spaceId: place.spaceId, quiet: true },
      ),
  });
}

type Body<E extends Parameters<typeof call>[0]> = Call<E>['body'];

/** Acts on near weeks; each answers when it is stored, and what is shown follows. */
export function useWeekActs(place: WeeksPlace) {
  const client = useQueryClient();
  const { versionId: id, spaceId } = place;
  const then = async <R>(answer: Promise<R>): Promise<R> => {
    try {
      return await answer;
    } finally {
      await client.invalidateQueries({ queryKey: keyOf(place) });
    }
  };
  return {
    block: (body: Body<typeof api.lastPlanner.createRoadblock>) =>
      then(call(api.lastPlanner.createRoadblock, { params: { id }, body }, { spaceId })),
    changeRoadblock: (roadblockId: number, body: Body<typeof api.lastPlanner.updateRoadblock>) =>
      then(call(api.lastPlanner.updateRoadblock, { params: { id, roadblockId }, body }, { spaceId })),
    removeRoadblock: (roadblockId: number) => then(call(api.lastPlanner.removeRoadblock, { params: { id, roadblockId } }, { spaceId })),
    approve: (body: Body<typeof api.lastPlanner.approvePlan>) =>
      then(call(api.lastPlanner.approvePlan, { params: { id }, body }, { spaceId })),
    answer: (commitmentId: number, body: Body<typeof api.lastPlanner.answer>) =>
      then(call(api.lastPlanner.answer, { params: { id, commitmentId }, body }, { spaceId })),
    withdraw: (commitmentId: number) => then(call(api.lastPlanner.withdraw, { params: { id, commitmentId } }, { spaceId })),
    close: (week: string) => then(call(api.lastPlanner.closePlan, { params: { id }, body: { week } }, { spaceId })),
  };
}
