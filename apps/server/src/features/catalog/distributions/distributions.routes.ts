import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { type DistributionsOfPlan, readDistributions, saveDistributions } from './distributions.service.ts';

export const distributionsRoutes = (plan: DistributionsOfPlan): Handlers<typeof api.distributions> => ({
  read(context, { params }) {
    plan.expect(context);
    return readDistributions(context, params.id);
  },
  save: (context, { body: { eps_id, values, preview } }) => saveDistributions(context, eps_id, values, { preview, plan }),
  takeBack: async (context, { body }) => ({ job_id: await plan.takeBack(context, body.eps_id, body.act_id) }),
});
