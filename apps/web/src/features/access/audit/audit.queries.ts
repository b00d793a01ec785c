import { api } from '@gantry/contract';
import type { Language } from '@gantry/domain';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

export type AuditFilter = { search?: string; actor_id?: number; from?: string; until?: string };

/** Audit entries of a space, newest first, page by page. */
export const useAudit = (spaceId: number, filter: AuditFilter) =>
  useInfiniteQuery({
    queryKey: ['space', spaceId, 'audit', filter],
    queryFn: ({ signal, pageParam }) => call(api.audit.list, { query: { ...filter, before: pageParam ?? undefined } }, { signal, spaceId }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
  });

/** Looks whether the audit is as it was sealed. */
export const useAuditSeals = (spaceId: number) => useMutation({ mutationFn: () => call(api.audit.seals, {}, { spaceId }) });

export const fetchAuditFile = (spaceId: number, filter: AuditFilter, language: Language, format: 'csv' | 'ndjson'): Promise<Blob> =>
  call(api.audit.export, { body: { ...filter, language, format } }, { spaceId }) as unknown as Promise<Blob>;
