import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { takeQuantities } from './estimate-quantities.service.ts';

export const estimateQuantitiesRoutes: Handlers<typeof api.estimateQuantities> = {
  take: (context, { params, body }) => takeQuantities(context, params.id, body),
};
