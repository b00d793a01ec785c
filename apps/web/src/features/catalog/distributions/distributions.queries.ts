import { api } from '@gantry/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { useTrackJob } from '../../access/jobs/jobs.queries.ts';
import type { WantedDistribution } from './distributions.model.ts';

const keyOf = (spaceId: number, nodeId: number) => ['space', spaceId, 'distributions', nodeId] as const;

/** How measures lie over the dates of works below a node. */
export const useDistributions = (spaceId: number, nodeId: number) =>
  useQuery({
    queryKey: keyOf(spaceId, nodeId),
    queryFn: ({ signal }) => call(api.distributions.read, { params: { id: nodeId } }, { signal, spaceId }),
  }).data;

/** What a change would do, looked at while it is chosen. */
export const useDistributionPreview = (spaceId: number, nodeId: number, values: readonly WantedDistribution[] | null) =>
  useQuery({
    // Not under the space: saving would ask once more for a dialog that closes.
    queryKey: ['distributions-preview', spaceId, nodeId, values],
    queryFn: ({ signal }) =>
      call(
        api.distributions.save,
        { body: { eps_id: nodeId, values: [...(values ?? [])], preview: true } },
        { signal, spaceId, quiet: true },
      ),
    enabled: Boolean(values?.length),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });

/** Saves a change as one act, and takes it back. */
export function useDistributionCommands(spaceId: number, nodeId: number) {
  const client = useQueryClient();
  const track = useTrackJob();
  const fresh = () => client.invalidateQueries({ queryKey: ['space', spaceId] });
  return {
    async save(values: readonly WantedDistribution[]) {
      const done = await call(api.distributions.save, { body: { eps_id: nodeId, values: [...values] } }, { spaceId });
      if (done.job_id !== null) await track(done.job_id);
      await fresh();
      return done;
    },
    async takeBack(actId: number) {
      await track((await call(api.distributions.takeBack, { body: { eps_id: nodeId, act_id: actId } }, { spaceId })).job_id);
      await fresh();
    },
  };
}
