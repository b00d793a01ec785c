import { api, type FoundDirectoryRow } from '@gantry/contract';
import { useQueries } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../../lib/calls/api-client.ts';
import type { DirectoryPlace } from './directories.store.ts';

const PAGE = 100;

/** Search results: their number and the loaded pages. */
export type FoundRows = { total: number; rowAt(index: number): FoundDirectoryRow | undefined; busy: boolean };

/** Pages that hold the rows from one to another. */
export const pagesOf = (from: number, to: number): number[] =>
  Array.from({ length: Math.floor(to / PAGE) - Math.floor(from / PAGE) + 1 }, (_, at) => Math.floor(from / PAGE) + at);

/** Loads pages of search results; the former ones stay until the first new page arrives. */
export function useFoundRows(spaceId: number, place: DirectoryPlace | null, search: string, pages: readonly number[]): FoundRows {
  const answers = useQueries({
    queries: pages.map((page) => ({
      queryKey: ['space', spaceId, 'directories', 'found', place?.directoryId, search, page],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(
          api.directories.findRows,
          { params: place ?? { epsId: 0, directoryId: 0 }, query: { search, offset: page * PAGE, limit: PAGE } },
          { signal, spaceId, quiet: true },
        ),
      enabled: place !== null,
      staleTime: 60_000,
    })),
  });
  const loaded = new Map(answers.flatMap(({ data }, at) => (data ? [[pages[at], data] as const] : [])));
  const of = place?.directoryId;
  const latest = useRef<{ of: number | undefined; total: number; rowAt: FoundRows['rowAt'] }>({ of, total: 0, rowAt: () => undefined });
  const total = answers.find(({ data }) => data)?.data?.total;
  const rowAt = (index: number) => loaded.get(Math.floor(index / PAGE))?.rows[index % PAGE];
  if (total !== undefined || latest.current.of !== of) latest.current = { of, total: total ?? 0, rowAt };
  return { total: latest.current.total, rowAt: latest.current.rowAt, busy: answers.some(({ isFetching }) => isFetching) };
}
