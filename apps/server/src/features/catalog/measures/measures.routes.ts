import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http.ts';
import { changeMeasure, createMeasure, listAllMeasures, removeMeasure } from './measures.service.ts';

export const measuresRoutes: Handlers<typeof api.measures> = {
  list: async (context) => ({ measures: await listAllMeasures(context) }),
  create: async (context, { body }) => ({ success: true, id: await createMeasure(context, body) }),
  update: async (context, { params, body }) => {
    await changeMeasure(context, params.id, body);
    return { success: true };
  },
  remove: async (context, { params }) => {
    await removeMeasure(context, params.id);
    return { success: true };
  },
};
