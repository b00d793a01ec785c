import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { listPeople } from './presence.service.ts';

export const presenceRoutes: Handlers<typeof api.presence> = {
  list: async (context, { params }) => ({ people: await listPeople(context, params.id) }),
};
