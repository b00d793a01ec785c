import { api, type DifferenceKind } from '@gantry/contract';
import type { Language } from '@gantry/domain';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

export type Comparison = { scheduleId: number; versionIds: number[]; kinds: DifferenceKind[]; search: string };

const PAGE = 500;

const filterOf = ({ versionIds, kinds, search }: Comparison) => ({
  version_ids: versionIds,
  search,
  ...(kinds.length ? { kinds } : {}),
});

/** What is not the same in some versions, page by page. */
export function useComparison(comparison: Comparison) {
  return useInfiniteQuery({
    queryKey: ['compare', comparison],
    queryFn: ({ pageParam, signal }) =>
      call(
        api.compare.compare,
        { params: { id: comparison.scheduleId }, body: { ...filterOf(comparison), offset: pageParam, limit: PAGE } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, { differences }) => sum + differences.length, 0);
      return shown < last.total ? shown : undefined;
    },
    enabled: comparison.versionIds.length > 1,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** The comparison as a file. */
export async function fetchComparison(comparison: Comparison, format: 'csv' | 'xlsx', language: Language): Promise<Blob> {
  const blob: unknown = await call(api.compare.exportComparison, {
    params: { id: comparison.scheduleId },
    body: { ...filterOf(comparison), format, language },
  });
  return blob as Blob;
}
