import { api, type HealthCheckName } from '@gantry/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

/** What every check finds in an open version, asked again after each edit. */
export const useHealth = (versionId: number, revision: number) =>
  useQuery({
    queryKey: ['health', versionId, revision],
    queryFn: ({ signal }) => call(api.health.read, { params: { id: versionId } }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });

/** What the fixes of a check would change; null: of none. */
export const useFixes = (versionId: number, check: HealthCheckName | null, revision: number) =>
  useQuery({
    queryKey: ['health', versionId, revision, check],
    queryFn: ({ signal }) => call(api.health.preview, { params: { id: versionId, check: check ?? 'leads' } }, { signal, quiet: true }),
    enabled: check !== null,
    staleTime: Infinity,
  });

/** Applies chosen fixes of a check, by their places in the preview of a revision. */
export const applyFixes = (versionId: number, check: HealthCheckName, revision: number, fixes: number[]) =>
  call(api.health.fix, { params: { id: versionId, check }, body: { revision, fixes } });
