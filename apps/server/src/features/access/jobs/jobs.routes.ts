import type { api } from '@gantry/contract';
import { fail } from '../../../platform/fail.ts';
import type { Handlers } from '../../../platform/http/http.ts';
import { findJob, listJobs, requestCancel } from '../../../platform/jobs/jobs.list.ts';

export const jobsRoutes: Handlers<typeof api.jobs> = {
  list: async (context, { query }) => ({ jobs: await listJobs(context.database, context, query) }),
  get: async (context, { params }) => (await findJob(context.database, context, params.id)) ?? fail('job.not_found'),
  cancel: async (context, { params }) => {
    if (await requestCancel(context.database, context, params.id)) return;
    return fail((await findJob(context.database, context, params.id)) ? 'job.cannot_be_stopped' : 'job.not_found');
  },
};
