import { api } from '@gantry/contract';
import type { Language } from '@gantry/domain';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { useTrackJob } from '../../access/jobs/jobs.queries.ts';

const ASK_AGAIN_MS = 1000;

/** The test data of a space; asked for again as long as it is being filled or removed. */
export const demoQuery = (spaceId: number) =>
  queryOptions({
    queryKey: ['demo-data', spaceId],
    queryFn: ({ signal }) => call(api.demoData.describe, { params: { id: spaceId } }, { spaceId, signal }),
    refetchInterval: ({ state }) => (state.data?.busy ? ASK_AGAIN_MS : false),
  });

function useDemoJob<T>(spaceId: number, start: (input: T) => Promise<{ job_id: number }>) {
  const client = useQueryClient();
  const track = useTrackJob();
  return useMutation({
    mutationFn: start,
    onSuccess: ({ job_id: jobId }) => void track(jobId),
    onSettled: () => client.invalidateQueries(demoQuery(spaceId)),
  });
}

/** Fills a space with test data as a job. */
export const useFillDemo = (spaceId: number) =>
  useDemoJob(spaceId, (language: Language) => call(api.demoData.fill, { params: { id: spaceId }, body: { language } }, { spaceId }));

/** Removes the test data of a space as a job, with so many things that people added to it. */
export const useRemoveDemo = (spaceId: number) =>
  useDemoJob(spaceId, (added: number) => call(api.demoData.remove, { params: { id: spaceId }, query: { added } }, { spaceId }));
