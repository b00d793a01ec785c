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
  const { data, isError, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['ai', 'model-calls'],
    queryFn: ({ pageParam, signal }) => call(api.ai.modelCalls, { query: pageParam === null ? {} : { before: pageParam } }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ items, more }) => (more ? (items.at(-1)?.id ?? null) : null),
    staleTime: 0,
  });
  return { items: data?.pages.flatMap(({ items }) => items), isError, hasMore: hasNextPage, showMore: () => void fetchNextPage() };
}

export const applyProposal = (accepted: AiAccepted) => call(api.ai.apply, { body: accepted });

export const useProposals = (versionId: number, itemId: number) =>
  useQuery({
    queryKey: ['ai', 'history', versionId, itemId],
    queryFn: ({ signal }) => call(api.ai.historyList, { query: { version_id: versionId, wbs_id: itemId } }, { signal, quiet: true }),
  });

/** A version in words, asked again after each edit. */
export const useWords = (versionId: number, revision: number, language: Language) =>
  useQuery({
    queryKey: ['ai', 'words', versionId, revision, language],
    queryFn: ({ signal }) => call(api.ai.scheduleAnalytics, { query: { version_id: versionId, language } }, { signal, quiet: true }),
    staleTime: Infinity,
  });
