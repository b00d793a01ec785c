import { api, type AiAccepted } from '@gantry/contract';
import type { Language } from '@gantry/domain';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

/** The parts that are proposed for a row, asked anew when the row was changed or another hint was given. */
export const useProposal = (versionId: number, itemId: number, hint: string) =>
  useQuery({
    queryKey: ['ai', 'decompose', versionId, itemId, hint],
    queryFn: ({ signal }) =>
      call(api.ai.decompose, { query: { version_id: versionId, wbs_id: itemId, ...(hint ? { hint } : {}) } }, { signal, quiet: true }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });

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
