import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient, type QueryKey } from '@tanstack/react-query';

/** Queries that are invalidated while their first answer is under way are asked again after it: the server may have written it before the change. */
class LiveQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const unanswered = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching');
    // Of a query without data the base class keeps the fetch under way, and takes its answer for a fresh one.
    await super.invalidateQueries(filters, options);
    if (!unanswered.length) return;
    await Promise.allSettled(unanswered.flatMap(({ promise }) => promise ?? []));
    await super.invalidateQueries({ refetchType: filters?.refetchType, predicate: (query) => unanswered.includes(query) }, options);
  }
}

/** One cache of what the server said. The error handler has spoken already when a query fails, so nothing is retried behind its back. */
export const queryClient = new LiveQueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});
