import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { takeQuantities } from './estimate-quantities.service.ts';
import { putAwayQuantities, readSources } from './estimate-quantities.sources.service.ts';

export const estimateQuantitiesRoutes: Handlers<typeof api.estimateQuantities> = {
  take: (context, { params, body }) => takeQuantities(context, params.id, body),
  sources: (context, { params }) => readSources(context, params.id),
  putAway: (context, { params, query }) => putAwayQuantities(context, params.id, query),
};
