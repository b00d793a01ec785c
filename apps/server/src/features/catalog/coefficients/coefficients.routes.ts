import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http.ts';
import {
  changeCoefficient,
  changeSet,
  createCoefficient,
  createSet,
  listAllCoefficients,
  removeCoefficient,
  removeSet,
} from './coefficients.service.ts';

export const coefficientsRoutes: Handlers<typeof api.coefficients> = {
  list: async (context) => ({ sets: await listAllCoefficients(context) }),
  create: async (context, { body }) => ({ success: true, id: await createCoefficient(context, body) }),
  update: async (context, { params, body }) => {
    await changeCoefficient(context, params.id, body);
    return { success: true };
  },
  remove: async (context, { params }) => {
    await removeCoefficient(context, params.id);
    return { success: true };
  },
  createSet: async (context, { body }) => ({ success: true, id: await createSet(context, body) }),
  updateSet: async (context, { params, body }) => {
    await changeSet(context, params.id, body);
    return { success: true };
  },
  removeSet: async (context, { params }) => {
    await removeSet(context, params.id);
    return { success: true };
  },
};
