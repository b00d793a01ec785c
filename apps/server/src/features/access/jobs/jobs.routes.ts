import type { api } from '@gantry/contract';
import { fail } from '../../../platform/fail.ts';
import type { Handlers } from '../../../platform/http/http.ts';
import { findJob, listJobs, requestCancel } from '../../../platform/jobs/jobs.list.ts';
import { DELETE_SPACE } from '../spaces/spaces.service.ts';

export const jobsRoutes: Handlers<typeof api.jobs> = {
  list: async (context, { query }) => ({ jobs: await listJobs(context.database, context, query) }),
  get: async (context, { params }) => (await findJob(context.database, context, params.id)) ?? fail('job.not_found'),
  cancel: async (context, { params }) => {
    const job = (await findJob(context.database, context, params.id)) ?? fail('job.not_found');
    // A space that is deleted by half is of no use.
    if (job.kind === DELETE_SPACE || !(await requestCancel(context.database, context, params.id))) fail('job.cannot_be_stopped');
  },
};
