import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { changeMeasure, createMeasure, listAllMeasures, removeMeasure } from './measures.service.ts';

export const measuresRoutes: Handlers<typeof api.measures> = {
  list: async (context) => ({ measures: await listAllMeasures(context) }),
  create: async (context, { body }) => ({ id: await createMeasure(context, body) }),
  update: (context, { params, body }) => changeMeasure(context, params.id, body),
  remove: (context, { params }) => removeMeasure(context, params.id),
};
