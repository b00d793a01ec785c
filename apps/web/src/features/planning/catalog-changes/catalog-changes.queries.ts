import { api, type CatalogSource } from '@gantry/contract';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
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
export const useCatalogChanges = (id: number) =>
  useInfiniteQuery({
    queryKey: ['catalog-changes', id],
    queryFn: ({ signal, pageParam }) =>
      call(api.catalogChanges.changes, { params: { id }, query: { offset: pageParam, limit: PAGE } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (pages.length * PAGE < last.total ? pages.length * PAGE : undefined),
  });

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
    // The works of what is forgotten are not asked for again.
    onSuccess: () => client.invalidateQueries({ queryKey: ['catalog-changes', 'list'] }),
  });
};
