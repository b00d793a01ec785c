import { api, type SearchKind } from '@gantry/contract';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import type { SearchFilter } from './search.model.ts';

/** What answers a question, page by page; what was found before stays until the answer is there. */
export function useSearch(spaceId: number, { q, kinds, node, author, from, until }: SearchFilter) {
  const query = {
    q: q.trim(),
    ...(kinds.length ? { kinds: kinds.join(',') } : {}),
    ...(node === null ? {} : { eps_id: node }),
    ...(author === null ? {} : { author }),
    ...(from ? { from } : {}),
    ...(until ? { until } : {}),
  };
  return useInfiniteQuery({
    queryKey: ['space', spaceId, 'search', query],
    queryFn: ({ pageParam, signal }) =>
      call(api.search.find, { query: { ...query, ...(pageParam ? { before: pageParam } : {}) } }, { signal, spaceId, quiet: true }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    enabled: query.q.length > 0,
    placeholderData: keepPreviousData,
    // What was written a moment ago is found now.
    staleTime: 0,
    gcTime: 60_000,
  });
}

const QUICK_KINDS: readonly SearchKind[] = ['row', 'message', 'comment', 'card', 'file', 'value', 'row_value'];

/** The first hits of a question among texts whose names no page holds. */
export function useQuickSearch(spaceId: number, text: string, limit: number) {
  const q = text.trim();
  const { data } = useQuery({
    queryKey: ['space', spaceId, 'search', 'quick', q, limit],
    queryFn: ({ signal }) => call(api.search.find, { query: { q, kinds: QUICK_KINDS.join(','), limit } }, { signal, spaceId, quiet: true }),
    enabled: q.length > 1,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 30_000,
    retry: false,
  });
  return q.length > 1 ? (data?.hits ?? []) : [];
}
