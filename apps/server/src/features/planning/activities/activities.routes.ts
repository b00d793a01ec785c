import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { getActivity, keyOf, listFeed } from './activities.service.ts';

export const activitiesRoutes: Handlers<typeof api.activities> = {
  list: async (context, { query: { eps_id, user_id, behind, limit, ...more } }) => ({
    activities: await listFeed(
      context,
      { epsId: eps_id, userId: user_id, behind: behind === undefined ? behind : keyOf(behind), ...more },
      limit,
    ),
  }),
  get: (context, { params }) => getActivity(context, params.id),
};
