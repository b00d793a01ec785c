import { QueryClient } from '@tanstack/react-query';

/** One cache of what the server said. The error handler has spoken already when a query fails, so nothing is retried behind its back. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});
