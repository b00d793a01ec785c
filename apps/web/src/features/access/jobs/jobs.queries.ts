import { api, type Job, type JobFinding } from '@gantry/contract';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { usePush } from '../../../lib/push/push.ts';
import { isRunning, withJob } from './jobs.model.ts';

/** Interval of polling for running jobs when the push channel is slow or down. */
const POLL_MS = 2000;

/** Long work of the signed-in person, newest first. */
export const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: ({ signal }) => call(api.jobs.list, {}, { signal, quiet: true }),
  staleTime: 5000,
  refetchInterval: (query) => (query.state.data?.jobs.some(isRunning) ? POLL_MS : false),
});

/** The list of long work, kept fresh by the push channel. */
export function useJobs(): Job[] {
  const client = useQueryClient();
  usePush('job', ({ job }) => client.setQueryData(jobsQuery.queryKey, (list) => list && { jobs: withJob(list.jobs, job) }));
  return useQuery(jobsQuery).data?.jobs ?? [];
}

/** One piece of long work; undefined until the server has told of it. */
export function useJob(id: number | null): Job | undefined {
  return useQuery(jobsQuery).data?.jobs.find((job) => job.id === id);
}

/** All findings of a piece of work; the gravest few until the rest has come. */
export function useFindings({ id, findings, findings_count: { error, warning, info } }: Job, wanted: boolean): JobFinding[] {
  const { data } = useQuery({
    queryKey: ['job-findings', id, error, warning, info],
    queryFn: ({ signal }) => call(api.jobs.get, { params: { id } }, { signal, quiet: true }),
    enabled: wanted && error + warning + info > findings.length,
  });
  return data?.findings ?? findings;
}

/** To be called when a call has answered with the id of a job: shows it without waiting for the channel. */
export function useTrackJob(): (id: number) => Promise<void> {
  const client = useQueryClient();
  return async (id) => {
    const job = await call(api.jobs.get, { params: { id } }, { quiet: true }).catch(() => null);
    if (job) client.setQueryData(jobsQuery.queryKey, (list) => ({ jobs: withJob(list?.jobs ?? [], job) }));
  };
}

/** Asks long work to stop. */
export const cancelJob = (id: number) => call(api.jobs.cancel, { params: { id } });

export { useWatchJob } from './jobs.store.ts';
