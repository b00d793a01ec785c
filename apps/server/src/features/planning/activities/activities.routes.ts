import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { getActivity, listFeed } from './activities.service.ts';

export const activitiesRoutes: Handlers<typeof api.activities> = {
  list: async (context, { query: { eps_id, user_id, limit, ...range } }) => ({
    activities: await listFeed(context, { epsId: eps_id, userId: user_id, ...range }, limit),
  }),
  get: (context, { params }) => getActivity(context, params.id),
};
