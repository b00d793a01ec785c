import { api, type AiAccepted } from '@gantry/contract';
import type { Language } from '@gantry/domain';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

/** The parts that are proposed for a row, asked anew when the row was changed or another hint was given. */
export const useProposal = (versionId: number, itemId: number, { hint, model }: { hint: string; model: boolean }) =>
  useQuery({
    queryKey: ['ai', 'decompose', versionId, itemId, hint, model],
    queryFn({ signal }) {
      const query = { version_id: versionId, wbs_id: itemId, ...(hint ? { hint } : {}), ...(model ? { model: 'true' } : {}) };
      return call(api.ai.decompose, { query }, { signal, quiet: true });
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });

/** The model that the space may ask; null: none. */
export function useAiModel() {
  const { data } = useQuery({ queryKey: ['ai', 'model'], queryFn: ({ signal }) => call(api.ai.model, {}, { signal, quiet: true }) });
  return data ?? { model: null, allowed: false };
}

/** What the model was shown and has answered, newest first. */
export function useModelCalls() {
  const { data, isError, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['ai', 'model-calls'],
    queryFn: ({ pageParam, signal }) => call(api.ai.modelCalls, { query: pageParam === null ? {} : { before: pageParam } }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ items, more }) => (more ? (items.at(-1)?.id ?? null) : null),
    staleTime: 0,
  });
  return { items: data?.pages.flatMap(({ items }) => items), isError, hasMore: hasNextPage, showMore: () => void fetchNextPage(), refetch };
}

export const applyProposal = (accepted: AiAccepted) => call(api.ai.apply, { body: accepted });

export const rejectProposal = (historyId: number) => call(api.ai.reject, { body: { history_id: historyId } });

/** Proposals for a version, or for one of its rows; the newest first. */
export function useProposals(versionId: number, itemId: number | null) {
  const { data, isError, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['ai', 'history', versionId, itemId],
    queryFn({ pageParam, signal }) {
      const query = {
        version_id: versionId,
        ...(itemId === null ? {} : { wbs_id: itemId }),
        ...(pageParam === null ? {} : { before: pageParam }),
      };
      return call(api.ai.historyList, { query }, { signal, quiet: true });
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
  const items = data?.pages.flatMap((page) => page.items);
  return { items, isError, hasMore: hasNextPage, showMore: () => void fetchNextPage(), refetch };
}

/** A proposal as it was made and as it was accepted. */
export const useProposalItem = (id: number) =>
  useQuery({
    queryKey: ['ai', 'history-item', id],
    queryFn: ({ signal }) => call(api.ai.historyItem, { query: { id } }, { signal, quiet: true }),
    staleTime: 0,
  });

/** A version in words, asked again after each edit. */
export const useWords = (versionId: number, revision: number, language: Language) =>
  useQuery({
    queryKey: ['ai', 'words', versionId, revision, language],
    queryFn: ({ signal }) => call(api.ai.scheduleAnalytics, { query: { version_id: versionId, language } }, { signal, quiet: true }),
    staleTime: Infinity,
  });
