import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { listResources, saveRates } from './resources.service.ts';

export const resourcesRoutes: Handlers<typeof api.resources> = {
  list: (context, { params, query }) => listResources(context, params.id, query.item),
  saveRates: (context, { params, body }) => saveRates(context, params.id, params.resourceId, body.rates),
};
