import { api, type CatalogSource, type UnsavedChange } from '@gantry/contract';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { call } from '../../../lib/calls/api-client.ts';
import { usePush } from '../../../lib/push/push.ts';
import { useTrackJob } from '../../access/jobs/jobs.queries.ts';

/** Finds out, as a job, what a change of the catalog would do to the versions that follow it. */
export const usePreviewChange = () => {
  const track = useTrackJob();
  return useMutation({
    mutationFn: (body: { source: CatalogSource; source_id: number }) => call(api.catalogChanges.preview, { body }),
    onSuccess: ({ job_id: id }) => track(id),
  });
};

/** Proposals that wait for an answer. */
export const useCatalogProposals = (on: boolean) =>
  useQuery({
    queryKey: ['catalog-changes', 'list'],
    queryFn: ({ signal }) => call(api.catalogChanges.list, { query: {} }, { signal }),
    enabled: on,
    staleTime: 0,
  });

const PAGE = 300;

/** Works that a proposal would change, page by page. */
export function useProposalWorks(id: number) {
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: ['catalog-changes', id],
    queryFn: ({ signal, pageParam }) =>
      call(api.catalogChanges.changes, { params: { id }, query: { offset: pageParam, limit: PAGE } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (pages.length * PAGE < last.total ? pages.length * PAGE : undefined),
  });
  const list = useMemo(() => (data?.pages ?? []).flatMap(({ changes }) => changes), [data]);
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  return { list, total: data?.pages[0]?.total ?? 0, hasMore: hasNextPage, loading: isFetching, more };
}

/** Writes a proposal, or its changes of some works, into the version as one edit that can be undone. */
export const useAcceptChange = () => {
  const track = useTrackJob();
  return useMutation({
    mutationFn: ({ id, itemIds }: { id: number; itemIds: number[] | null }) =>
      call(api.catalogChanges.accept, { params: { id }, body: itemIds ? { item_ids: itemIds } : {} }),
    onSuccess: ({ job_id: id }) => track(id),
  });
};

/** Forgets a proposal. */
export const useDiscardChange = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(api.catalogChanges.discard, { params: { id } }),
    // Works of deleted proposals are not loaded again.
    onSuccess: () => client.invalidateQueries({ queryKey: ['catalog-changes', 'list'] }),
  });
};

/** A catalog change with its effects on versions, once computed. */
export const useAct = (id: number | null) =>
  useQuery({
    queryKey: ['catalog-changes', 'act', id],
    queryFn: ({ signal }) => call(api.catalogChanges.act, { params: { id: id as number } }, { signal }),
    enabled: id !== null,
  }).data;

/** Looking at a change of the catalog before it is saved, saving it, taking it back. */
export function useActCommands(spaceId: number) {
  const track = useTrackJob();
  const client = useQueryClient();
  return {
    async look(change: UnsavedChange) {
      const answer = await call(api.catalogChanges.look, { body: change }, { spaceId });
      await track(answer.job_id);
      return answer;
    },
    async save(id: number): Promise<number> {
      const { job_id: jobId } = await call(api.catalogChanges.save, { params: { id } }, { spaceId });
      await track(jobId);
      return jobId;
    },
    async takeBack(id: number): Promise<void> {
      await track((await call(api.catalogChanges.takeBack, { params: { id } }, { spaceId })).job_id);
    },
    forget: (id: number) => call(api.catalogChanges.forget, { params: { id } }, { spaceId, quiet: true }).catch(() => undefined),
    /** Reloads catalog data shown by the page. */
    saved: () => client.invalidateQueries({ queryKey: ['space', spaceId] }),
  };
}

/** Shows what others, or a taking back, have changed in the catalog. */
export function useFreshCatalog(spaceId: number): void {
  const client = useQueryClient();
  usePush('catalog_changed', () => void client.invalidateQueries({ queryKey: ['space', spaceId] }));
}
