import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { describeDemo, startRemoval } from './demo-data.removal.service.ts';
import { startDemo } from './demo-data.service.ts';

export const demoDataRoutes: Handlers<typeof api.demoData> = {
  describe: (context) => describeDemo(context),
  fill: async (context, { body }) => ({ job_id: await startDemo(context, body.language) }),
  remove: async (context, { query }) => ({ job_id: await startRemoval(context, query.added) }),
};
