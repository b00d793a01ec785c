import { api } from '@gantry/contract';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../lib/calls/api-client.ts';
import { usePush } from '../../../lib/push/push.ts';
import { type ActivityFilter, questionOf } from './activities.model.ts';

const PAGE = 60;
const SETTLE_MS = 1000;

/** What was done in a space, page by page; kept up with what others do. */
export function useActivities(spaceId: number, filter: ActivityFilter) {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const again = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void client.invalidateQueries({ queryKey: ['space', spaceId, 'activities'] }), SETTLE_MS);
  };
  usePush('version_changed', again);
  usePush('reconnected', again);
  return useInfiniteQuery({
    queryKey: ['space', spaceId, 'activities', filter],
    queryFn: ({ signal, pageParam }) =>
      call(api.activities.list, { query: { ...questionOf(filter), behind: pageParam, limit: PAGE } }, { signal, spaceId, quiet: true }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ activities }) => (activities.length < PAGE ? undefined : activities.at(-1)?.id),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** The largest number of activities that one call returns. */
export const MOST_SINCE = 500;

/** What was done in a space since a moment, the newest first. */
export const useActivitiesSince = (spaceId: number, from: string) =>
  useQuery({
    queryKey: ['space', spaceId, 'activities', 'since', from],
    queryFn: ({ signal }) => call(api.activities.list, { query: { from, limit: MOST_SINCE } }, { signal, spaceId, quiet: true }),
    staleTime: 60_000,
  }).data?.activities;
