import { api, type RiskSettings } from '@gantry/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { usePush } from '../../../lib/push/push.ts';

/** The last simulation of a version, loaded again when another one has ended. */
export function useRisk(versionId: number) {
  const client = useQueryClient();
  usePush('risk_simulated', ({ version_id }) => {
    if (version_id === versionId) void client.invalidateQueries({ queryKey: ['risk', versionId] });
  });
  return useQuery({
    queryKey: ['risk', versionId],
    queryFn: ({ signal }) => call(api.risk.read, { params: { id: versionId } }, { signal, quiet: true }),
    staleTime: 0,
  });
}

/** Starts a simulation; answers the id of its job. */
export const startRisk = async (versionId: number, settings: RiskSettings): Promise<number> =>
  (await call(api.risk.start, { params: { id: versionId }, body: settings })).job_id;

/** P80 of the finish against the promise, of each schedule that was simulated. */
export const useRiskPromises = (spaceId: number) =>
  useQuery({
    queryKey: ['space', spaceId, 'risk-promises'],
    queryFn: ({ signal }) => call(api.risk.promises, {}, { signal, spaceId, quiet: true }),
    staleTime: 0,
  }).data?.promises;
