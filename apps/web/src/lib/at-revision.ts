import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CallOptions } from './calls/api-client.ts';

/** What the server says at a revision: asked again after each edit, with the former answer until the new one is there. */
export const useAtRevision = <T>(key: readonly unknown[], revision: number, ask: (options: CallOptions) => Promise<T>, enabled = true) =>
  useQuery({
    queryKey: [...key, revision],
    queryFn: ({ signal }) => ask({ signal, quiet: true }),
    enabled,
    placeholderData: keepPreviousData,
  });
